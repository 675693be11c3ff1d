/** The first rule that a user agent fits names its system: phones name the systems that theirs grew from. An iPad may say macOS. */
const OPERATING_SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
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

export function detectOperatingSystem(userAgent: string): string | null {
  return OPERATING_SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
}
