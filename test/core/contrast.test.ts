import { describe, expect, test } from 'vitest';
import { checkContrast, type ContrastProblem, type SymbolColor } from '../../src/core/contrast.ts';
import { fromChannels, toChannels } from '../../src/core/hex-color.ts';
import { hexColor } from '../support/colors.ts';
import { seededRandom } from '../support/contents.ts';

function problemOf(dark: string, light: string): ContrastProblem {
  const checked = checkContrast({ dark: hexColor(dark), light: hexColor(light) });
  if (checked.ok) throw new Error(`${dark} on ${light} passes`);
  return checked.error;
}

/** Distance of two colour pairs in RGB space, squared. */
function distance(a: SymbolColor, b: SymbolColor): number {
  const other = channelsOf(b);
  return channelsOf(a).reduce((sum, channel, i) => sum + (channel - other[i]!) ** 2, 0);
}

function channelsOf(color: SymbolColor): number[] {
  return [...toChannels(color.dark), ...toChannels(color.light)];
}

describe('the contrast rule', () => {
  test.each([
    ['#000000', '#ffffff'],
    ['#ff0000', '#ffffff'],
    // 0.299 × 0 + … : the grey 115 has a luma of exactly 0.451, and 114.75 would be the limit.
    ['#000000', '#737373'],
    ['#8c8c8c', '#ffffff'],
  ])('allows %s on %s', (dark, light) => {
    expect(checkContrast({ dark: hexColor(dark), light: hexColor(light) })).toEqual({
      ok: true,
      value: undefined,
    });
  });

  test.each([
    ['#000000', '#727272', 0.447],
    ['#8d8d8d', '#ffffff', 0.447],
    ['#ffff00', '#ffffff', 0.114],
    ['#808080', '#808080', 0],
    ['#ffffff', '#000000', -1],
  ])('refuses %s on %s, and says that the difference is %f', (dark, light, difference) => {
    expect(problemOf(dark, light)).toMatchObject({ difference, required: 0.45 });
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
    expect(problemOf('#ffff00', '#ffffff').message).toBe(
      'The colours are too alike to be scanned reliably: the luma of light minus that of dark is 0.114, and at least ' +
        '0.45 is needed. The nearest colours that pass are dark #c48b00 and light #ffffff.',
    );
    expect(problemOf('#ffffff', '#000000').message).toMatch(/^The dark colour is lighter than the light one/);
  });

  test('an inverted pair is offered the right way round', () => {
    expect(problemOf('#fefefe', '#101010').nearest).toEqual({ dark: '#101010', light: '#fefefe' });
  });

  test('the nearest colours always pass, and no pair found at random is nearer', () => {
    const random = seededRandom(45);
    const near = (channel: number): number =>
      Math.min(255, Math.max(0, channel + Math.round((random() - 0.5) * 120)));
    for (let i = 0; i < 300; i++) {
      const [a, b, c, d, e, f] = [random(), random(), random(), random(), random(), random()].map((x) =>
        Math.floor(x * 256),
      );
      const asked = { dark: fromChannels([a!, b!, c!]), light: fromChannels([d!, e!, f!]) };
      const checked = checkContrast(asked);
      if (checked.ok || checked.error.difference <= -0.45) continue;
      const { nearest } = checked.error;
      expect(checkContrast(nearest).ok).toBe(true);
      // Whole channels may be half a unit off the exact solution, six of them.
      const reach = Math.sqrt(distance(asked, nearest)) - Math.sqrt(6);
      const others = Array.from({ length: 50 }, () => ({
        dark: fromChannels([near(a!), near(b!), near(c!)]),
        light: fromChannels([near(d!), near(e!), near(f!)]),
      }));
      const nearer = others.filter(
        (other) => checkContrast(other).ok && Math.sqrt(distance(asked, other)) < reach,
      );
      expect(nearer).toEqual([]);
    }
  });
});
