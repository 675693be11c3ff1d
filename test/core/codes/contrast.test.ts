import { describe, expect, test } from 'vitest';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import { checkContrast, type ContrastValues } from '#core/styles/contrast.ts';
import { fromChannels, toChannels } from '#core/styles/hex-color.ts';
import { hexColor } from '#harness/symbols/colors.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';

function problemOf(dark: string, light: string): ContrastValues {
  const checked = checkContrast({ dark: hexColor(dark), light: hexColor(light) });
  if (checked.ok) throw new Error(`${dark} on ${light} passes`);
  return checked.error;
}

function say(values: ContrastValues): string {
  return toFieldError({ code: 'low_contrast', field: 'color', values }).message;
}

describe('the contrast rule', () => {
  test.each([
    ['#000000', '#ffffff'],
    ['#ff0000', '#ffffff'],
    // 0.299 × 0 + … : the grey 115 has a luma of exactly 0.451; the limit would be 114.75.
    ['#000000', '#737373'],
    // 124 of 255 is 0.486; the limit would be 124.95.
    ['#7c7c7c', '#ffffff'],
  ])('allows %s on %s', (dark, light) => {
    expect(checkContrast({ dark: hexColor(dark), light: hexColor(light) })).toEqual({
      ok: true,
      value: undefined,
    });
  });

  test.each([
    ['#000000', '#727272', 0.447],
    // 0.505 by BT.601: the worse of the two counts.
    ['#000000', '#ff28ff', 0.396],
    ['#ffff00', '#ffffff', 0.072],
    ['#808080', '#808080', 0],
    ['#ffffff', '#000000', -1],
  ])('refuses %s on %s, and says that the difference is %f', (dark, light, difference) => {
    expect(problemOf(dark, light)).toMatchObject({ fault: 'difference', difference });
  });

  test.each([
    ['#7d7d7d', '#ffffff', 0.491],
    ['#808080', '#ffffff', 0.502],
    // Passes by BT.601 (0.462) but not by BT.709.
    ['#00b400', '#ffffff', 0.505],
    // Passes by BT.709 (0.397) but not by BT.601.
    ['#ff28ff', '#ffffff', 0.506],
  ])('refuses %s on %s, whose luma is %f of it', (dark, light, share) => {
    const problem = problemOf(dark, light);
    expect(problem).toMatchObject({ fault: 'share', share });
    expect(say(problem)).toMatch(
      `The dark colour is too light to be scanned reliably: it may have at most 0.49 of the brightness of the light colour, and has ${share}. The nearest`,
    );
  });

  test('never shows a difference that looks like enough', () => {
    // Greys with a little more blue come within a thousandth of the limit: rounded, they would be 0.450.
    const dark = hexColor('#000000');
    const differences = [...Array(256).keys()]
      .map((blue) => checkContrast({ dark, light: fromChannels([0x70, 0x75, blue]) }))
      .flatMap((checked) => (checked.ok ? [] : [checked.error.difference]));
    expect(Math.max(...differences)).toBe(0.449);
  });

  test('the message has the measured difference and the colours that would pass', () => {
    expect(say(problemOf('#ffff00', '#ffffff'))).toBe(
      '"color": The colours are too alike to be scanned reliably: they differ in brightness by 0.072, and at least ' +
        '0.45 is needed. The nearest colours that pass are dark #868600 and light #ffffff.',
    );
    expect(say(problemOf('#ffffff', '#000000'))).toMatch(
      /: The dark colour is lighter than the light one, which many scanners cannot read. The nearest/,
    );
  });

  test('an inverted pair is offered the right way round', () => {
    expect(problemOf('#fefefe', '#101010').nearest).toEqual({ dark: '#101010', light: '#fefefe' });
  });

  test.each([
    ['#808080', '#808080'],
    ['#777777', '#999999'],
    ['#bbbbbb', '#ffffff'],
  ])('offers greys for the greys %s on %s', (dark, light) => {
    for (const color of Object.values(problemOf(dark, light).nearest)) {
      expect(new Set(toChannels(color)).size).toBe(1);
    }
  });

  test('the nearest colours pass, keep hue and saturation, and change no more than they must', () => {
    const random = seededRandom(45);
    for (let i = 0; i < 500; i++) {
      const [a, b, c, d, e, f] = [random(), random(), random(), random(), random(), random()].map((x) =>
        Math.floor(x * 256),
      );
      const asked = { dark: fromChannels([a!, b!, c!]), light: fromChannels([d!, e!, f!]) };
      const checked = checkContrast(asked);
      if (checked.ok || checked.error.difference <= -0.45) continue;
      const { nearest } = checked.error;
      expect(checkContrast(nearest).ok).toBe(true);
      for (const name of ['dark', 'light'] as const) {
        // The channels keep their order, and the middle one its relative place between the others, to within half a unit.
        const before = toChannels(asked[name]);
        const after = toChannels(nearest[name]);
        const range = (channels: number[]) => Math.max(...channels) - Math.min(...channels);
        expect(range(after), JSON.stringify([asked, nearest])).toBeLessThanOrEqual(
          255 * saturationOf(before) + 3,
        );
        if (range(before) < 24 || range(after) < 24) continue;
        expect(Math.abs(hueOf(after) - hueOf(before)) % 5.7).toBeLessThan(0.3);
      }
      // With half of the change, they do not pass.
      const half = (name: 'dark' | 'light') =>
        fromChannels(
          toChannels(asked[name]).map((channel, at) =>
            Math.round((channel + toChannels(nearest[name])[at]!) / 2),
          ) as [number, number, number],
        );
      if (Math.abs(toChannels(nearest.dark)[0] - a!) + Math.abs(toChannels(nearest.light)[0] - d!) < 6)
        continue;
      expect(checkContrast({ dark: half('dark'), light: half('light') }).ok).toBe(false);
    }
  });
});

/** From 0 to 6. */
function hueOf([red, green, blue]: [number, number, number]): number {
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  if (max === red) return ((green - blue) / range + 6) % 6;
  return max === green ? (blue - red) / range + 2 : (red - green) / range + 4;
}

/** In HSL, from 0 to 1. */
function saturationOf(channels: [number, number, number]): number {
  const max = Math.max(...channels) / 255;
  const min = Math.min(...channels) / 255;
  return max === min ? 0 : (max - min) / (1 - Math.abs(max + min - 1));
}
