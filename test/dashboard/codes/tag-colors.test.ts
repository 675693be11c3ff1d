import { describe, expect, it } from 'vitest';
import { TAG_HUES } from '#dashboard/codes/tags/tag-chip.tsx';
import { STYLESHEET } from '#dashboard/frame/asset-urls.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** Linear sRGB of an OKLCH colour (CSS Color 4 §9.2), before it is cut to what a screen can show. */
function toLinearRgb(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** WCAG 2.2, "relative luminance" and "contrast ratio". */
function contrastOf(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Each declaration of a custom property, in the order of the style sheet: first the light scheme's, then the dark one's. */
function valuesOf(property: string): number[][] {
  const found = [...STYLESHEET.body.matchAll(new RegExp(`${property}: ?([\\d. ]+)`, 'g'))];
  return found.map(([, value = '']) => value.split(' ').map(Number));
}

describe('the colours of tags', () => {
  const hues = valuesOf('--tag-hue').map(([hue = Number.NaN]) => hue);

  it('are as many as tags are given, all different', () => {
    expect(new Set(hues).size).toBe(TAG_HUES);
    for (let hue = 0; hue < TAG_HUES; hue++) expect(STYLESHEET.body).toContain(`.tag.hue-${hue}{`);
  });

  it.each([
    ['light', 0],
    ['dark', 1],
  ] as const)(
    'have a contrast of at least 6.5 to 1 that a screen can show, in the %s scheme',
    (_, scheme) => {
      const [inkLightness = Number.NaN, inkChroma = Number.NaN] = valuesOf('--tag-ink')[scheme] ?? [];
      const [paperLightness = Number.NaN, paperChroma = Number.NaN] = valuesOf('--tag-paper')[scheme] ?? [];
      for (const hue of hues) {
        const ink = toLinearRgb(inkLightness, inkChroma, hue);
        const paper = toLinearRgb(paperLightness, paperChroma, hue);
        expect(contrastOf(ink, paper), `hue ${hue}`).toBeGreaterThan(6.5);
        for (const channel of [...ink, ...paper]) {
          expect(channel, `hue ${hue}`).toBeGreaterThan(-0.01);
          expect(channel, `hue ${hue}`).toBeLessThan(1.02);
        }
      }
    },
  );
});
