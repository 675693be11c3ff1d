/** What kind of device scanned. What cannot be told is `desktop`; an iPad that asks for desktop pages cannot be told. */
export const DEVICES = ['mobile', 'desktop', 'tablet'] as const;

export type Device = (typeof DEVICES)[number];

const TABLET = /iPad|Tablet|PlayBook|Silk(?!.*Mobile)|Kindle|Android(?!.*Mobile)/i;
const MOBILE = /Mobi|iPhone|iPod|Windows Phone/i;

export function detectDevice(userAgent: string): Device {
  if (TABLET.test(userAgent)) return 'tablet';
  return MOBILE.test(userAgent) ? 'mobile' : 'desktop';
}
