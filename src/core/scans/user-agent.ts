import type { Device } from './device.ts';

/** What a user agent reveals about the program that opened the link. */
export interface UserAgent {
  /** `desktop` if no rule matches; an iPad that requests desktop pages looks like a desktop. */
  readonly device: Device;
  /** Null if no rule matches. */
  readonly os: string | null;
  /** The app or the browser; null if no rule matches. */
  readonly browser: string | null;
}

/** The first rule whose pattern matches gives the name. */
type Rules = readonly (readonly [name: string, pattern: RegExp])[];

/** Longer than any browser's: rules only check this much. */
export const MAX_USER_AGENT_CHARACTERS = 512;

/** Televisions, their boxes and headsets count as `desktop`: many run Android without "Mobile", as tablets do. */
const TELEVISION_OR_HEADSET =
  /\bTV\b|SmartTV|SMART-TV|HbbTV|AppleTV|GoogleTV|Android TV|BRAVIA|\bAFT[A-Z]|CrKey|Roku|Web0S|NetCast|Chromecast|SHIELD Android|OculusBrowser/i;
/** These say "Mobile" too. */
const SURE_TABLET = /iPad|Tablet(?! PC)|PlayBook|Kindle/i;
/** "Mobile" anywhere means a phone: apps add "Android" after it. */
const MOBILE = /Mobi|iPhone|iPod|Windows Phone|Opera Mini|KAIOS/i;
const TABLET = /Android|Silk/i;

/** In this order: phones also name the systems that theirs derives from. An iPad may claim macOS. */
const OPERATING_SYSTEMS: Rules = [
  ['Windows', /Windows/],
  ['iOS', /iPhone|iPad|iPod/],
  ['tvOS', /AppleTV|Apple TV/],
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['KaiOS', /KAIOS/i],
  ['Tizen', /Tizen/],
  ['webOS', /Web0S|webOS/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
];

/** In this order: apps before the browsers that they embed, browsers before the engines that they name for compatibility. */
const BROWSERS: Rules = [
  ['Instagram', /Instagram/],
  ['Threads', /\bBarcelona \d/],
  ['Facebook', /FBAN|FBAV|FB_IAB/],
  ['TikTok', /musical_ly|BytedanceWebview|TikTok|trill_/],
  ['Snapchat', /Snapchat/],
  ['Telegram', /Telegram-Android/],
  ['Zalo', /\bZalo (?:android|iOS)/],
  ['Alipay', /AlipayClient\//],
  ['WeChat', /MicroMessenger/],
  ['LinkedIn', /LinkedInApp/],
  ['Pinterest', /\[Pinterest\//],
  ['LINE', /\bLine\//],
  ['KakaoTalk', /KAKAOTALK/],
  ['Google App', /\bGSA\//],
  ['Ecosia', /\(Ecosia /],
  ['Sogou', /SogouMobileBrowser|SogouMSE|SogouSearch|MetaSr/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\/|Opera|\bOPT\//],
  ['Yandex Browser', /YaBrowser/],
  ['Vivaldi', /Vivaldi/],
  ['UC Browser', /UCBrowser|UCWEB/],
  ['Huawei Browser', /HuaweiBrowser|ArkWeb/],
  ['Mi Browser', /MiuiBrowser/],
  ['DuckDuckGo', /DuckDuckGo|\bDdg\//],
  ['Silk', /\bSilk\//],
  ['Firefox', /Firefox|FxiOS|\bFocus\//],
  ['Internet Explorer', /MSIE|Trident\//],
  ['Android WebView', /; wv\)/],
  ['Chrome', /Chrome|CriOS|Chromium/],
  ['Safari', /^(?=.*Version\/[\d.]+ ).*Safari\//],
  ['iOS WebView', /^(?=.*(?:iPhone|iPad|iPod)).*AppleWebKit/],
];

export const OPERATING_SYSTEM_NAMES: readonly string[] = OPERATING_SYSTEMS.map(([name]) => name);
export const BROWSER_NAMES: readonly string[] = BROWSERS.map(([name]) => name);

/** Reads the first 512 characters of a `User-Agent` header (RFC 9110 §10.1.5). */
export function readUserAgent(header: string): UserAgent {
  const text = header.slice(0, MAX_USER_AGENT_CHARACTERS);
  return {
    device: detectDevice(text),
    os: findName(OPERATING_SYSTEMS, text),
    browser: findName(BROWSERS, text),
  };
}

function detectDevice(text: string): Device {
  if (TELEVISION_OR_HEADSET.test(text)) return 'desktop';
  if (SURE_TABLET.test(text)) return 'tablet';
  if (MOBILE.test(text)) return 'mobile';
  return TABLET.test(text) ? 'tablet' : 'desktop';
}

function findName(rules: Rules, text: string): string | null {
  return rules.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
