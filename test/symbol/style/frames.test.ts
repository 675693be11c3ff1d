import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import { lumasOf } from '#core/styles/contrast.ts';
import { type Frame, FRAME_KINDS, FRAME_TEXTS } from '#core/styles/frame.ts';
import { sizeFrame } from '#core/styles/frame-size.ts';
import { toChannels } from '#core/styles/hex-color.ts';
import { checkStyle, frameColorOf } from '#core/styles/style.ts';
import { BLACK_ON_WHITE, hexColor } from '#harness/symbols/colors.ts';
import { draw, STYLE, findUnscannable } from '#harness/symbols/draw.ts';
import {
  AS_IT_SHOULD_BE,
  CONTENT,
  drawFramed,
  findDarkAround,
  findUnreadDesigns,
  framed,
  LOOKS_OF_DESIGNS,
  readFramed,
  sideOf,
} from '#harness/symbols/frames.ts';
import { SHAPES } from '#harness/symbols/styles.ts';
import { drawSymbol } from '#symbol/draw-symbol.ts';

const BORDER: Frame = { kind: 'border', text: null, color: null };
const label = (text: string, kind: Frame['kind'] = 'label_bottom'): Frame => ({ kind, text, color: null });

const [BLACK, WHITE] = [
  [0, 0, 0, 255],
  [255, 255, 255, 255],
];

describe('a framed symbol', () => {
  it.each([...FRAME_KINDS.map((kind) => [kind, 220] as const), ['border', 1024] as const])(
    'is a picture of its width that both readers read: %s, %d px',
    async (kind, size) => {
      expect(await readFramed(kind, size)).toEqual(AS_IT_SHOULD_BE);
    },
  );

  it.each(FRAME_KINDS)('fills four fifths of the width of its frame, but in a circle: %s', (kind) => {
    const text = FRAME_TEXTS[kind] === 'required' ? 'Menu' : null;
    for (const content of [CONTENT, 'x'.repeat(110), 'x'.repeat(640)]) {
      const modules = sideOf(content);
      const { width, height } = sizeFrame({ kind, text }, modules + 4);
      expect(modules / width).toBeGreaterThan(kind === 'circle' ? 0.58 : 0.8);
      expect(height / width).toBeLessThanOrEqual(1.5);
    }
  });

  it.each(FRAME_KINDS)('keeps two light modules around the symbol, corners too: %s', async (kind) => {
    // The text of a frame needs larger modules around a small symbol.
    expect(await findDarkAround(kind, 'HELLO', 20)).toEqual([]);
    expect(await findDarkAround(kind, 'x'.repeat(640), 6)).toEqual([]);
  });

  it('is read on the bad photo in every shape', async () => {
    for (const [i, look] of SHAPES.entries()) {
      const kind = FRAME_KINDS[i % FRAME_KINDS.length]!;
      const text = ['Откройте меню', 'W'.repeat(30), 'Δείτε τον κατάλογο'][i % 3]!;
      const frame = { kind, text: FRAME_TEXTS[kind] === 'none' ? null : text, color: null };
      const style = { ...STYLE, size: 1024, margin: 2 + (i % 2), look: { ...look, frame } };
      expect(await findUnscannable(CONTENT, style), JSON.stringify(look)).toBe(null);
    }
  });

  it.each([
    // Sizes that leave no pixels over.
    [BORDER, 2, 1, 27 * 37],
    [BORDER, 2, 7, 51 * 19],
    [BORDER, 5, 2, 1000],
    [BORDER, 2, 20, 107 * 9],
    [label('Scan me'), 2, 2, 1000],
    [label('Scan me', 'label_top'), 3, 12, 1000],
  ])(
    'has its quiet zone inside the frame, corners too: %j, margin %d, version %d, %d px',
    async (frame, margin, version, size) => {
      const content = version === 1 ? 'HELLO' : 'x'.repeat({ 2: 20, 7: 110, 12: 280, 20: 640 }[version] ?? 0);
      const { modules, at, left, top, scale, ...drawn } = await drawFramed(frame, { margin, size }, content);
      expect(drawn.version).toBe(version);
      const reach = margin * scale;
      const far = modules * scale;
      const expectLight = (around: number, out: number) => {
        for (const [x, y] of [
          [left + around, top - out],
          [left + around, top + far - 1 + out],
          [left - out, top + around],
          [left + far - 1 + out, top + around],
        ] as const) {
          // The frame's round corners come no nearer to the symbol than two modules, except for a smooth edge.
          const dx = Math.max(left - x, x - left - far, 0);
          const dy = Math.max(top - y, y - top - far, 0);
          const isNear = Math.hypot(dx, dy) <= 2 * scale - 1.5 || dx === 0 || dy === 0;
          if (isNear) expect(at(x, y), `${x}, ${y}`).toEqual(WHITE);
        }
      };
      const steps = (from: number, to: number) =>
        Array.from({ length: Math.ceil((to - from) / (scale / 4)) }, (_, i) => from + (i * scale) / 4);
      for (const around of steps(-reach, far + reach)) {
        for (const out of steps(1, reach)) expectLight(around, out);
      }
      // Then the frame begins: above the symbol if there is no bar, all around if it has no text, except for leftover pixels.
      const spare = scale * 4;
      const up = frame.kind === 'label_bottom' || frame.kind === 'border';
      const y = up ? top - reach - 1 : top + far + reach;
      const line = Array.from({ length: spare }, (_, i) => at(left + far / 2, up ? y - i : y + i)[0]);
      expect(line).toContain(0);
    },
  );

  it('has a frame of one colour, which no gradient runs through, and which is dark whatever the modules are', async () => {
    const color = { dark: hexColor('#1a7fd4'), light: hexColor('#ffffff') };
    const blue = frameColorOf(framed(BORDER), color);
    expect(Math.max(...lumasOf(blue))).toBeLessThanOrEqual(0.1);
    expect(Math.max(...lumasOf(blue))).toBeGreaterThan(0.09);
    const [red, green, last] = toChannels(blue);
    expect(last / green).toBeCloseTo(0xd4 / 0x7f, 0);
    expect(red).toBeLessThan(green);
    const { at } = await drawFramed(BORDER, { color, size: 512 });
    expect(at(256, 1)).toEqual([...toChannels(blue), 255]);

    const gradient = {
      type: 'linear',
      angle: 0,
      from: hexColor('#0000ff'),
      to: hexColor('#300000'),
    } as const;
    const gradual = await drawFramed(BORDER, { look: framed(BORDER, { gradient }), size: 512 });
    for (const x of [60, 256, 450]) expect(gradual.at(x, 1)).toEqual([0x30, 0, 0, 255]);

    const own = await drawFramed({ ...BORDER, color: hexColor('#200020') }, { size: 512 });
    expect(own.at(256, 1)).toEqual([0x20, 0, 0x20, 255]);
    // Black stays black.
    expect(frameColorOf(framed(BORDER), BLACK_ON_WHITE)).toBe('#000000');
  });

  it('has nothing outside its round corners, and inside the paper, which may be transparent', async () => {
    const solid = await drawFramed(BORDER, { size: 512 });
    expect(solid.at(0, 0)[3]).toBe(0);
    expect(solid.at(30, 256)).toEqual(WHITE);
    const look = framed(label('Menu'), { background: 'transparent' });
    const clear = await drawFramed(BORDER, { look, size: 512 });
    expect(clear.at(30, 256)[3]).toBe(0);
    expect(clear.at(30, clear.height - 12)).toEqual(BLACK);
    // Pixels are dark, light letters on the bar, or empty.
    const onPaper = clear.rgba.map((value, i) => {
      const alpha = clear.rgba[i - (i % 4) + 3]!;
      return i % 4 === 3 ? 255 : Math.round((value * alpha + 250 * (255 - alpha)) / 255);
    });
    expect(jsQR(onPaper, 512, clear.height)?.data).toBe(CONTENT);
  });
});

describe('the text of a frame', () => {
  /** The box around the light pixels of a bar of text below the symbol. */
  async function boxOfText(text: string, size: number) {
    const { at, scale, modules, height } = await drawFramed(label(text), { size });
    const inside = modules + 8;
    const frame = sizeFrame(label(text), inside);
    const bar = (frame.height - frame.y - inside) * scale;
    const barTop = height - bar;
    const light: [x: number, y: number][] = [];
    for (let row = barTop; row < height; row++) {
      for (let x = Math.round(2 * scale); x < size - 2 * scale; x++) {
        if (at(x, row)[0]! > 127) light.push([x, row]);
      }
    }
    const [xs, ys] = [light.map(([x]) => x), light.map(([, row]) => row)];
    return {
      left: Math.min(...xs),
      right: size - 1 - Math.max(...xs),
      above: Math.min(...ys) - barTop,
      below: height - 1 - Math.max(...ys),
      height: Math.max(...ys) - Math.min(...ys) + 1,
      bar,
    };
  }

  it('is in the middle of its bar, and shrinks until it fits', async () => {
    const short = await boxOfText('HEIM', 1024);
    expect(Math.abs(short.left - short.right)).toBeLessThan(14);
    expect(Math.abs(short.above - short.below)).toBeLessThanOrEqual(2);
    expect(short.height / short.bar).toBeCloseTo(0.65 * 0.714, 1);
    const long = await boxOfText('W'.repeat(30), 1024);
    expect(Math.abs(long.left - long.right)).toBeLessThan(6);
    expect(long.left).toBeGreaterThan(30);
    expect(long.height).toBeLessThan(short.height / 2);
    expect(Math.abs(long.above - long.below)).toBeLessThanOrEqual(2);
    const high = await boxOfText('Ǻgĵ', 1024);
    expect(high.above).toBeGreaterThan(0);
    expect(high.below).toBeGreaterThan(0);
  });

  it('is refused if its letters would be too small, with the smallest size that works', async () => {
    const look = framed(label('W'.repeat(30)));
    const refused = await drawSymbol(CONTENT, { ...STYLE, look, size: 128 });
    if (refused.ok || refused.error.code !== 'size_too_small') throw new Error('it was not refused');
    const { smallestSize } = refused.error.values;
    const { message } = toFieldError(refused.error);
    expect(message).toContain(`${smallestSize} is the smallest size that works`);
    expect(message).toContain('text of the frame, "WWW');
    expect((await drawSymbol(CONTENT, { ...STYLE, look, size: smallestSize - 1 })).ok).toBe(false);
    const { svg } = await draw(CONTENT, { look, size: smallestSize });
    // Measured in units of the typeface, 1,000 to an em: 9 pixels per em; with one pixel less per module, fewer.
    const [, scale, module] = [.../scale\((0\.\d+)\)[^]*scale\((\d+)\)/.exec(svg)!].map(Number);
    expect(scale! * 1000).toBeGreaterThanOrEqual(9);
    expect(((scale! * 1000) / module!) * (module! - 1)).toBeLessThan(9);
  });

  it('is refused with the size that its modules need, if that is the larger one', async () => {
    const content = 'x'.repeat(700);
    const refused = await drawSymbol(content, { ...STYLE, look: framed(label('Hi')), size: 300 });
    if (refused.ok || refused.error.code !== 'size_too_small') throw new Error('it was not refused');
    expect(toFieldError(refused.error).message).toContain(
      'The picture is 117 modules wide, and each needs at least 4 pixels',
    );
    const { smallestSize } = refused.error.values;
    expect((await drawSymbol(content, { ...STYLE, look: framed(label('Hi')), size: smallestSize })).ok).toBe(
      true,
    );
    expect(
      (await drawSymbol(content, { ...STYLE, look: framed(label('Hi')), size: smallestSize - 1 })).ok,
    ).toBe(false);
  });

  it('consists of outlines in the SVG, whose title contains it', async () => {
    const { svg } = await draw(CONTENT, { look: framed(label('<R&D> "x"')), title: 'QR code: url' });
    expect(svg).toContain('<title>QR code: url, with the text “&lt;R&amp;D&gt; "x"”</title>');
    expect(svg).not.toMatch(/<text|font|href|url\(/);
    const border = await draw(CONTENT, { look: framed(BORDER), title: 'QR code: url' });
    expect(border.svg).toContain('<title>QR code: url</title>');
  });
});

describe('the designs to start from', () => {
  const contents = [CONTENT, 'x'.repeat(200)];

  it('are read by every reader', async () => {
    for (const content of contents) expect(await findUnreadDesigns(content, 512)).toEqual([]);
  });

  it('keep every limit, and are read on a bad photo', async () => {
    for (const look of LOOKS_OF_DESIGNS) {
      expect(checkStyle(look.look, look.color).ok).toBe(true);
      for (const content of contents)
        expect(await findUnscannable(content, { ...STYLE, ...look, size: 1024 })).toBe(null);
    }
  });
});
