/** What kind of device scanned. What cannot be told is `desktop`; an iPad that asks for desktop pages cannot be told. */
export const DEVICES = ['mobile', 'desktop', 'tablet'] as const;

export type Device = (typeof DEVICES)[number];

/** Televisions, boxes under them and headsets: many run Android without "Mobile", as tablets do, and are none of the three. */
const TELEVISION_OR_HEADSET =
  /\bTV\b|SmartTV|SMART-TV|HbbTV|AppleTV|GoogleTV|Android TV|BRAVIA|\bAFT[A-Z]|CrKey|Roku|Web0S|NetCast|Chromecast|SHIELD Android|OculusBrowser/i;
const TABLET = /iPad|Tablet(?! PC)|PlayBook|Silk(?!.*Mobile)|Kindle|Android(?!.*(?:Mobi|Opera Mini))/i;
const MOBILE = /Mobi|iPhone|iPod|Windows Phone|Opera Mini|KAIOS/i;

export function detectDevice(userAgent: string): Device {
  if (TELEVISION_OR_HEADSET.test(userAgent)) return 'desktop';
  if (TABLET.test(userAgent)) return 'tablet';
  return MOBILE.test(userAgent) ? 'mobile' : 'desktop';
}

export function isDevice(text: string): text is Device {
  return (DEVICES as readonly string[]).includes(text);
}
