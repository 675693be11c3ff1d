import { isLinear } from '#harness/load/cpu-time.ts';
import { describe, expect, test } from 'vitest';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { drawSymbol } from '#symbol/draw-symbol.ts';
import { draw, smallestPicture, STYLE } from '#harness/symbols/draw.ts';
import { readSymbol } from '#harness/symbols/read-symbol.ts';

/** Capacities of version 40 (ISO/IEC 18004 Table 7). */
const CAPACITIES: [ErrorCorrectionLevel, digits: number, alphanumeric: number, bytes: number][] = [
  ['L', 7089, 4296, 2953],
  ['M', 5596, 3391, 2331],
  ['Q', 3993, 2420, 1663],
  ['H', 3057, 1852, 1273],
];

const KIBIBYTES_64 = 64 * 1024;
const HOSTILE = {
  // No request is that long; a slow search through it would be noticed.
  '8 MiB of digits': '1'.repeat(128 * KIBIBYTES_64),
  '64 KiB of digits': '1'.repeat(KIBIBYTES_64),
  '64 KiB of upper case': 'A'.repeat(KIBIBYTES_64),
  '64 KiB of bytes': 'a'.repeat(KIBIBYTES_64),
  '64 KiB of every mode in turn': '00000AAAAAaaaaa'.repeat(KIBIBYTES_64 / 16),
  '64 KiB of emoji': '🎄'.repeat(KIBIBYTES_64 / 4),
  '64 KiB of three-byte characters': '漢'.repeat(KIBIBYTES_64 / 3),
};

describe.each(CAPACITIES)('level %s', (level, digits, alphanumeric, bytes) => {
  test.each([
    ['digits', '7'.repeat(digits)],
    ['alphanumeric characters', 'A'.repeat(alphanumeric)],
    ['bytes', 'a'.repeat(bytes)],
    ['bytes of UTF-8', `ä${'a'.repeat(bytes - 2)}`],
  ])('fits exactly its capacity of %s and no more', async (_, content) => {
    const { version, png } = await draw(content, { errorCorrection: level, ...smallestPicture(40) });
    expect(version).toBe(40);
    expect((await readSymbol(png)).text).toBe(content);

    const refused = await drawSymbol(content + content.at(-1), { ...STYLE, errorCorrection: level });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'content_too_long', values: { errorCorrection: level } },
    });
  });

  test('names both numbers when it refuses', async () => {
    const refused = await drawSymbol('a'.repeat(bytes + 1), { ...STYLE, errorCorrection: level });
    expect(refused.ok ? '' : toFieldError(refused.error).message).toBe(
      `The content is ${bytes + 1} bytes long, and the largest QR code with error correction ${level} holds ${bytes} bytes of text. ` +
        (level === 'L' ? 'Shorten it.' : 'Shorten it, or choose a lower error correction.'),
    );
  });
});

describe('hostile content', () => {
  test.each(Object.entries(HOSTILE))('of %s is refused in linear time', async (_, content) => {
    const refused = await drawSymbol(content, STYLE);
    expect(refused).toMatchObject({ ok: false, error: { code: 'content_too_long' } });
    expect(await isLinear((text) => drawSymbol(text, STYLE), content)).toBe(true);
  });
});

describe('size', () => {
  test('three pixels per module are enough, and one pixel less is refused with the smallest size that works', async () => {
    // Version 2 with a quiet zone of 4 is 33 modules wide.
    expect((await drawSymbol('https://GO.EXAMPLE.COM/K7M2P9QA', { ...STYLE, size: 99 })).ok).toBe(true);
    const refused = await drawSymbol('https://GO.EXAMPLE.COM/K7M2P9QA', { ...STYLE, size: 98 });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'size_too_small', values: { smallestSize: 99 } },
    });
    expect(refused.ok ? '' : toFieldError(refused.error).message).toBe(
      '"size": The picture is 33 modules wide, and each needs at least 3 pixels to be scanned: ' +
        '98 pixels are too few, 99 is the smallest size that works.',
    );
  });

  test('the smallest size that a refusal names always works', async () => {
    for (let length = 1; length < 2900; length += 97) {
      const content = 'a'.repeat(length);
      const refused = await drawSymbol(content, { ...STYLE, errorCorrection: 'L', size: 1 });
      const smallestSize =
        refused.ok || refused.error.code !== 'size_too_small' ? 0 : refused.error.values.smallestSize;
      expect((await drawSymbol(content, { ...STYLE, errorCorrection: 'L', size: smallestSize })).ok).toBe(
        true,
      );
    }
  });
});

describe('error correction', () => {
  test.each([
    // Version 1 holds 17, 14, 11 and 7 bytes.
    ['L', 'a'.repeat(7), 'H'],
    ['L', 'a'.repeat(8), 'Q'],
    ['L', 'a'.repeat(12), 'M'],
    ['L', 'a'.repeat(15), 'L'],
    ['H', 'a'.repeat(7), 'H'],
  ] as const)('asked for %s, %s is drawn in version 1 at %s', async (asked, content, drawnAt) => {
    expect(await draw(content, { errorCorrection: asked })).toMatchObject({
      version: 1,
      errorCorrection: drawnAt,
    });
  });

  test('version 15 at H, which the package cannot build, is a version like any other', async () => {
    // 14-H holds 194 bytes, 15-H 220.
    for (const length of [195, 220]) {
      const content = 'a'.repeat(length);
      const drawn = await draw(content, { errorCorrection: 'H' });
      expect(drawn).toMatchObject({ version: 15, errorCorrection: 'H' });
      expect(await readSymbol(drawn.png)).toMatchObject({ text: content, version: 15, errorCorrection: 'H' });
    }
  });
});

test('content that is no text is a mistake of the caller', async () => {
  await expect(drawSymbol('', STYLE)).rejects.toThrow(RangeError);
  await expect(drawSymbol('half a pair: \ud83c', STYLE)).rejects.toThrow(RangeError);
});
