import { describe, expect, inject, test } from 'vitest';
import { formatDigitalLink, formatElementString, SEPARATOR } from '#core/gs1/digital-link.ts';
import type { Carrier, Gs1Identity } from '#core/gs1/identity.ts';
import { loadElementText, sizeWhole } from '#core/styles/element-text.ts';
import { randomLink } from '#harness/gs1/elements.ts';
import { hexColor } from '#harness/symbols/colors.ts';
import { draw, STYLE } from '#harness/symbols/draw.ts';
import { readPng } from '#harness/symbols/read-png.ts';
import { type Gs1Symbol, rasterizeToPng, readGs1Symbol } from '#harness/symbols/read-symbol.ts';
import { encodeDataMatrix } from '#symbol/datamatrix/encode-data-matrix.ts';
import { drawSymbol } from '#symbol/draw-symbol.ts';
import { NO_LIMIT } from '#symbol/encoding/choose-version.ts';

const ROOT = 'https://id.example.com';

function identify(carrier: Carrier, hasText: boolean, link = randomLink()): Gs1Identity {
  return { ...link, carrier, hasText };
}

function contentOf(gs1: Gs1Identity): string {
  return gs1.carrier === 'qr' ? formatDigitalLink(ROOT, gs1) : formatElementString(gs1);
}

/** What a reader says of a carrier: `]d2` is a Data Matrix with FNC1 first, `]Q1` a plain QR code (ISO/IEC 15424). */
function readingOf(gs1: Gs1Identity): Gs1Symbol {
  return { text: contentOf(gs1), identifier: gs1.carrier === 'qr' ? ']Q1' : ']d2' };
}

const COUNT = inject('isExhaustive') ? 2_000 : 60;

test(`${COUNT} random element strings of the dictionary are read back from a Data Matrix that begins with FNC1`, async () => {
  for (let i = 0; i < COUNT; i++) {
    const gs1 = identify('datamatrix', i % 4 === 0, randomLink({ most: 1 + (i % 12) }));
    const { png } = await draw(contentOf(gs1), { gs1, margin: 1, size: 600 });
    expect(await readGs1Symbol(png)).toEqual(readingOf(gs1));
  }
});

describe.each(['qr', 'datamatrix'] as const)('the text below a %s', (carrier) => {
  test('is in both pictures, which are read, and widens neither', async () => {
    for (let i = 0; i < COUNT / 10; i++) {
      const gs1 = identify(carrier, true);
      const { svg, png, modules } = await draw(contentOf(gs1), { gs1 });
      expect(await readGs1Symbol(png)).toEqual(readingOf(gs1));
      const margin = STYLE.margin;
      const whole = sizeWhole({ style: null, text: await loadElementText(gs1) }, modules, margin);
      const scale = Math.floor(STYLE.size / whole.width);
      const height = STYLE.size + (whole.height - whole.width) * scale;
      expect(svg).toContain(`viewBox="0 0 ${STYLE.size} ${height}"`);
      expect(await readGs1Symbol(await rasterizeToPng(svg, STYLE.size))).toEqual(readingOf(gs1));
      const { text } = whole;
      // Nothing of it is wider than the picture, and its letters are as high as they must be.
      for (const { width } of text!.lines) expect(width).toBeLessThanOrEqual(whole.width - 4 + 1e-6);
      expect(text!.size).toBeGreaterThanOrEqual(2.7);
      expect(
        text!.lines
          .map((line) => line.text)
          .join('')
          .replaceAll(' ', ''),
      ).toBe([...gs1.path, ...gs1.attributes].map(([ai, value]) => `(${ai})${value}`).join(''));
    }
  });
});

test('the digits of a GTIN below a small Data Matrix are in one line', async () => {
  const gs1 = { ...GTIN, hasText: true };
  const { text } = sizeWhole({ style: null, text: await loadElementText(gs1) }, 18, 4);
  expect(text!.lines.map((line) => line.text)).toEqual(['(01)', '09506000134352', '(10) LOT7']);
});

const GTIN = identify('datamatrix', false, {
  path: [
    ['01', '09506000134352'],
    ['10', 'LOT7'],
  ],
  attributes: [],
});

test('a Data Matrix has the colours, the size and the quiet zone that its owner chose', async () => {
  const color = { dark: hexColor('#14213d'), light: hexColor('#ffe8d6') };
  const { png, modules } = await draw(contentOf(GTIN), { gs1: GTIN, color, size: 300, margin: 3 });
  expect(modules).toBe(18);
  const { width, height, palette, indexes } = readPng(png);
  expect([width, height, palette]).toEqual([300, 300, [color.light, color.dark]]);
  const scale = Math.floor(300 / (modules + 6));
  const start = Math.floor((300 - (modules + 6) * scale) / 2) + 3 * scale;
  const dark = [...indexes.entries()].filter(([, index]) => index === 1).map(([at]) => at);
  // The lower left corner of its L is dark, and nothing outside.
  expect(Math.min(...dark.map((at) => at % 300))).toBe(start);
  expect(Math.max(...dark.map((at) => Math.floor(at / 300)))).toBe(start + modules * scale - 1);
});

test.each([
  { what: 'digits that fit', content: '1'.repeat(3114), side: 144 },
  { what: 'a digit more', content: '1'.repeat(3115), side: null },
  { what: 'letters that fit', content: 'A'.repeat(2334), side: 144 },
  { what: 'letters that do not', content: 'A'.repeat(2336), side: null },
  { what: 'characters of every kind', content: 'Ab1-x"9Z'.repeat(380), side: null },
  { what: 'separators', content: SEPARATOR.repeat(3000), side: null },
  { what: 'anything', content: '"'.repeat(1e6), side: null },
])('the largest Data Matrix holds $what, or says that it does not', ({ content, side }) => {
  const drawn = encodeDataMatrix(content, NO_LIMIT);
  if (side !== null) expect(drawn).toMatchObject({ ok: true, value: { side } });
  else
    expect(drawn).toMatchObject({ ok: false, error: { code: 'elements_too_long', values: { side: 144 } } });
});

test('a Data Matrix is no larger than the largest QR code of the service', async () => {
  const limit = { symbolVersion: 2, reason: 'Free' };
  const style = { ...STYLE, gs1: GTIN, limit };
  expect(await drawSymbol('1'.repeat(40), style)).toMatchObject({ ok: true });
  const values = { characters: 120, side: 25, reason: 'Free' };
  expect(await drawSymbol('1'.repeat(120), style)).toMatchObject({
    error: { code: 'elements_too_long', values },
  });
});
