import { describe, expect, it } from 'vitest';
import { TAG_HUES } from '#dashboard/codes/tags/tag-chip.tsx';
import { STYLESHEET } from '#dashboard/frame/assets/asset-urls.ts';
import { contrastOf, toLinearRgb } from '#harness/symbols/oklch.ts';

/** Each declaration of a custom property, in the order of the stylesheet. */
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
    ['light', ''],
    ['dark', '-dark'],
  ] as const)(
    'have a contrast of at least 6.5 to 1 that a screen can show, in the %s scheme',
    (_, scheme) => {
      const [[inkLightness = Number.NaN, inkChroma = Number.NaN] = []] = valuesOf(`--tag-ink${scheme}`);
      const [[paperLightness = Number.NaN, paperChroma = Number.NaN] = []] = valuesOf(`--tag-paper${scheme}`);
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
