import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { type Logo, MOST_LOGO_DAMAGE } from '#core/styles/logo.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { draw, STYLE, findUnscannable } from '#harness/symbols/draw.ts';
import { countDamage, VERSIONS_AND_LEVELS } from '#harness/symbols/place-logo.ts';
import { readPixels } from '#harness/symbols/read-png.ts';
import { readSymbol } from '#harness/symbols/read-symbol.ts';
import { PLAIN, SHAPES } from '#harness/symbols/styles.ts';
import { drawSvgSymbol, encodeContent } from '#symbol/draw-symbol.ts';
import { createDamageOf, findLargestLogo } from '#symbol/style/logo-damage.ts';
import { layOutWithLogo } from '#symbol/style/lay-out-logo.ts';
import { layOutAt } from '#symbol/encoding/choose-version.ts';
import { writePixelPng } from '#symbol/style/write-pixel-png.ts';

const SHORT_LINK = 'https://go.example.com/k7m2p9qa';

/** A red square, which every reader's luma sees as dark. */
const RED = {
  png: Buffer.from(
    await writePixelPng([new Uint8Array(4 * 64 * 64).map((_, i) => [0xc0, 0, 0x20, 255][i % 4]!)], 64),
  ).toString('base64'),
};

function withLogo(size: Logo['size'], look: CodeStyle = PLAIN): CodeStyle {
  return { ...look, logo: { image: 'img_0123456789abcdef' as ImageId, size, fit: null } };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

function layOut(content: string, size: Logo['size'], errorCorrection: ErrorCorrectionLevel = 'M') {
  const laidOut = layOutWithLogo(bytesOf(content), { errorCorrection, size });
  if (!laidOut.ok) return laidOut.error;
  const { layout, fit } = laidOut.value;
  return { version: layout.version, level: layout.level, ...fit };
}

describe('the damage of a logo', () => {
  // logo.exhaustive.test.ts has all of them.
  const sample = VERSIONS_AND_LEVELS.filter(
    ([version, level]) => [1, 2, 5, 6, 7, 14, 20, 36].includes(version) && level !== 'L',
  );

  it.each(sample)('is what placing it changes, block by block: version %i, level %s', (version, level) => {
    const damageOf = createDamageOf(version, level);
    for (let square = 1; square <= (17 + 4 * version) / 3; square += 2) {
      expect(damageOf(square), `${square} modules`).toBe(countDamage(version, level, square));
    }
  });

  it.each(sample)(
    'is at most a half, without a function pattern, and would be more one step further: version %i, level %s',
    (version, level) => {
      const side = 17 + 4 * version;
      const largest = findLargestLogo(version, level, side / 2);
      const next = countDamage(version, level, (largest?.modules ?? 1) + 2);
      expect(next === null || next > MOST_LOGO_DAMAGE || (largest?.modules ?? 1) + 2 > side / 2).toBe(true);
      if (!largest) return;
      expect(largest.modules % 2).toBe(1);
      expect(countDamage(version, level, largest.modules)).toBe(largest.damage);
      expect(largest.damage).toBeLessThanOrEqual(0.5);
    },
  );

  it.each([
    // Measured: the largest side that damages at most half of what can be repaired (docs/decisions/logos.md).
    ['L', [0, 3, 3, 3, 5]],
    ['M', [3, 3, 5, 7, 7]],
    ['Q', [3, 5, 7, 9, 11]],
    ['H', [5, 5, 7, 9, 13]],
  ] as const)('allows this many modules in versions 2 to 6 at level %s', (level, sides) => {
    const found = sides.map((_, i) => findLargestLogo(i + 2, level, 40)?.modules ?? 0);
    expect(found).toEqual(sides);
  });
});

describe('a symbol with a logo', () => {
  it('uses level Q or H, and the first version in which the logo has a fifth of the side, for "auto"', () => {
    // 31 bytes: version 3 at Q has room for 5 of 29 modules, and version 4 for 7 of 33 at both Q and H; Q has less damage.
    expect(layOut(SHORT_LINK, 'auto')).toEqual({ version: 4, level: 'Q', modules: 7, damage: 6 / 13 });
    expect(layOut(SHORT_LINK, 'auto', 'H')).toEqual({ version: 4, level: 'H', modules: 7, damage: 4 / 8 });
    // 58 bytes: version 6 at H, or version 5 at Q, which has room for 9 of 37.
    expect(layOut('a'.repeat(58), 'auto')).toMatchObject({ version: 5, level: 'Q', modules: 9 });
    expect(layOut('a'.repeat(58), 'auto', 'H')).toMatchObject({ version: 6, level: 'H', modules: 13 });
  });

  it('grows by three versions, not by four', () => {
    // Versions 11 to 13 have an alignment pattern in the middle, version 14 does not.
    const fits = (version: number) =>
      'x'.repeat(
        [...Array(400).keys()].findLast((n) => layOutAt(bytesOf('x'.repeat(n + 1)), version, 'Q'))! + 1,
      );
    expect(layOut(fits(11), 'auto')).toMatchObject({ version: 14, modules: 15 });
    expect(layOut(fits(10), 'auto')).toMatchObject({ code: 'logo_without_room' });
    // A version is not left for a larger logo where it has a fifth.
    expect(layOut(fits(14), 'auto')).toMatchObject({ version: 14 });
  });

  it('has the odd number of modules nearest to a requested size', () => {
    expect(layOut(SHORT_LINK, 0.1)).toMatchObject({ version: 3, level: 'Q', modules: 3 });
    expect(layOut(SHORT_LINK, 0.15)).toMatchObject({ version: 3, modules: 5 });
    // At H, the content needs version 4.
    expect(layOut(SHORT_LINK, 0.21)).toMatchObject({ version: 4, level: 'Q', modules: 7 });
    expect(layOut('a'.repeat(58), 0.2)).toMatchObject({ version: 5, modules: 7 });
  });

  it('names the largest size that can be had, and that can then be had', () => {
    for (const content of [SHORT_LINK, 'a', 'a'.repeat(58), 'a'.repeat(74), 'a'.repeat(240)]) {
      const refused = layOut(content, 0.32, 'Q');
      if (!('code' in refused) || refused.code !== 'logo_too_large') continue;
      const { largestSize } = refused.values;
      expect(toFieldError(refused).message).toContain(`${largestSize}`);
      expect(layOut(content, largestSize, 'Q')).toHaveProperty('modules');
    }
  });

  it('of a quarter of the side makes the symbol grow by up to three versions', () => {
    expect(layOut(SHORT_LINK, 0.25)).toMatchObject({ version: 5, level: 'H', modules: 9 });
  });

  it('is read by both readers with a dark logo in it, in all shapes, on the bad photo too', async () => {
    for (const [i, look] of SHAPES.filter(({ eyes }) => eyes.shape === 'rounded').entries()) {
      const content = SHORT_LINK + 'x'.repeat(6 * i);
      const style = { look: withLogo('auto', look), picture: RED, size: 512 };
      const { png, logo, version, errorCorrection } = await draw(content, style);
      expect(logo?.damage).toBeGreaterThan(0.2);
      const { rgba } = readPixels(png);
      // The logo is visible.
      expect([...rgba.subarray(4 * (256 * 512 + 256), 4 * (256 * 512 + 256) + 4)]).toEqual([
        0xc0, 0, 0x20, 255,
      ]);
      expect(await readSymbol(png)).toMatchObject({ text: content, version, errorCorrection });
      expect(jsQR(rgba, 512, 512, { inversionAttempts: 'dontInvert' })?.data).toBe(content);
      expect(await findUnscannable(content, { ...STYLE, ...style })).toBe(null);
    }
  });

  it('leaves the square of the logo light, half a module around the picture, and shows the rest whole', async () => {
    const look = withLogo('auto');
    const { svg, png, modules, logo } = await draw(SHORT_LINK, {
      look,
      picture: RED,
      margin: 2,
      size: 20 * 37,
    });
    expect(svg.replace(/data:image\/png;base64,[\w+/=]+/, '')).not.toMatch(/data:|href="[^"]/);
    const encoded = encodeContent(SHORT_LINK, { errorCorrection: 'M', look });
    if (!encoded.ok || !logo) throw new Error('not drawn');
    const { rgba } = readPixels(png);
    const at = (x: number, y: number) =>
      rgba[4 * (Math.floor(20 * (y + 2)) * 740 + Math.floor(20 * (x + 2)))];
    const first = (modules - logo.modules) / 2;
    const isIn = (n: number) => n >= first && n < first + logo.modules;
    for (let y = 0; y < modules; y++) {
      for (let x = 0; x < modules; x++) {
        if (isIn(x) && isIn(y)) continue;
        expect(at(x + 0.5, y + 0.5), `${x}, ${y}`).toBe(
          encoded.value.modules[y * modules + x] === 1 ? 0 : 255,
        );
      }
    }
    for (let n = 0; n < logo.modules; n += 0.25) {
      expect(at(first + n, first + 0.25)).toBe(255);
      expect(at(first + 0.25, first + n)).toBe(255);
      expect(at(first + n, first + logo.modules - 0.25)).toBe(255);
    }
    expect(at(first + 0.75, first + 0.75)).toBe(0xc0);
  });

  it('is the same again from its stored results, whatever the requested size', async () => {
    const first = await drawSvgSymbol(SHORT_LINK, { ...STYLE, look: withLogo('auto'), picture: RED });
    if (!first.ok) throw new Error(first.error.code);
    const { version, errorCorrection, logo } = first.value;
    const kept = {
      ...withLogo(0.1),
      logo: { image: 'img_0123456789abcdef' as ImageId, size: 0.1, fit: logo },
    };
    const again = await drawSvgSymbol(SHORT_LINK, {
      ...STYLE,
      look: kept,
      picture: RED,
      version,
      errorCorrection,
    });
    expect(again.ok && again.value.svg).toBe(first.value.svg);
  });

  it('says that a content is too long for the level that a logo needs', async () => {
    const drawn = await drawSvgSymbol('x'.repeat(2000), {
      ...STYLE,
      size: 2048,
      look: withLogo('auto'),
      picture: RED,
    });
    expect(drawn).toMatchObject({
      ok: false,
      error: { code: 'content_too_long', values: { errorCorrection: 'Q' } },
    });
    const large = await drawSvgSymbol('x'.repeat(300), {
      ...{ ...STYLE, size: 2048, look: withLogo('auto'), picture: RED },
      limit: { symbolVersion: 15, reason: null },
    });
    expect(large).toMatchObject({ ok: false, error: { code: 'symbol_too_large', values: { version: 16 } } });
  });
});
