/**
 * Which program opened the link, by the first rule that its user agent fits: apps before the browsers that they embed, browsers
 * before the engines that they name for compatibility. Null where no rule fits.
 */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Instagram', /Instagram/],
  ['Facebook', /FBAN|FBAV|FB_IAB/],
  ['TikTok', /musical_ly|BytedanceWebview|TikTok|trill_/],
  ['Snapchat', /Snapchat/],
  ['WeChat', /MicroMessenger/],
  ['LinkedIn', /LinkedInApp/],
  ['Pinterest', /\[Pinterest\//],
  ['LINE', /\bLine\//],
  ['KakaoTalk', /KAKAOTALK/],
  ['Google App', /\bGSA\//],
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
  ['Safari', /Version\/[\d.]+ .*Safari\//],
  ['iOS WebView', /(iPhone|iPad|iPod).*AppleWebKit/],
];

export function detectBrowser(userAgent: string): string | null {
  return BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
}
