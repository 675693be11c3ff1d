import { describe, expect, it } from 'vitest';
import { readNewCode } from '#contract/codes/read-new-code.ts';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import { fromChannels } from '#core/styles/hex-color.ts';
import { checkStyle, type CodeStyle, PLAIN_STYLE } from '#core/styles/style.ts';
import { BLACK_ON_WHITE } from '#harness/symbols/colors.ts';

const grey = (shade: number) => fromChannels([shade, shade, shade]);

/** The fields of a style in black on white that are refused. */
function refused(look: Partial<CodeStyle>, color: Partial<typeof BLACK_ON_WHITE> = {}): string[] {
  const checked = checkStyle({ ...PLAIN_STYLE, ...look }, { ...BLACK_ON_WHITE, ...color });
  return checked.ok ? [] : checked.error.map(({ field }) => field);
}

const gradientTo = (shade: number): Partial<CodeStyle> => ({
  gradient: { type: 'radial', angle: 0, from: grey(0), to: grey(shade) },
});
const eyesOf = (shade: number): Partial<CodeStyle> => ({ eyes: { shape: 'square', color: grey(shade) } });
const frameOf = (shade: number): Partial<CodeStyle> => ({
  frame: { kind: 'border', text: null, color: grey(shade) },
});

// The last shade that passes, and the next one, which does not: docs/decisions/styles.md gives each limit.
describe('the limits of a style', () => {
  it('gradients have stops of at most 0.49 of the luma of light', () => {
    expect(refused(gradientTo(124))).toEqual([]);
    expect(refused(gradientTo(125))).toEqual(['style.gradient.to']);
  });

  it('eyes have at most 0.21 of the luma of the paper beside a darker rest', () => {
    expect(refused(eyesOf(53))).toEqual([]);
    expect(refused(eyesOf(54))).toEqual(['style.eyes.color']);
  });

  it('eyes are no lighter than the rest if the rest is not very dark', () => {
    expect(refused(eyesOf(80), { dark: grey(80) })).toEqual([]);
    expect(refused(eyesOf(81), { dark: grey(80) })).toEqual(['style.eyes.color']);
  });

  it('a transparent picture lies on paper with a luma of at least 0.85', () => {
    expect(refused({ background: 'transparent' }, { light: grey(217) })).toEqual([]);
    expect(refused({ background: 'transparent' }, { light: grey(216) })).toEqual(['color.light']);
  });

  it('frames have a luma of at most 0.1', () => {
    expect(refused(frameOf(25))).toEqual([]);
    expect(refused(frameOf(26))).toEqual(['style.frame.color']);
  });
});

/** What is wrong with the style in the body of a request. */
function errorsOf(style: object, color: object = {}) {
  const read = readNewCode({ target: 'https://example.com/', style, color }, new Map());
  if (!read.ok) return read.error.problems.map(toFieldError);
  const checked = checkStyle(read.value.style ?? PLAIN_STYLE, read.value.color);
  return checked.ok ? [] : checked.error.map(toFieldError);
}

describe('a style in a request', () => {
  it.each([
    [{ modules: 'star' }, 'style.modules', 'invalid_value'],
    [{ eyes: { shape: 'circle' } }, 'style.eyes.shape', 'invalid_value'],
    [{ eyes: { color: '#00f8' } }, 'style.eyes.color', 'invalid_value'],
    [{ gradient: { from: '#000000' } }, 'style.gradient.to', 'required'],
    [{ gradient: { from: '#000000', to: '#100000', angle: 360 } }, 'style.gradient.angle', 'too_big'],
    [{ background: 'none' }, 'style.background', 'invalid_value'],
    [{ scale: 0.5 }, 'style.scale', 'unknown_field'],
  ])('is refused with the field that is wrong: %j', (style, field, code) => {
    expect(errorsOf(style)).toMatchObject([{ field, code }]);
  });

  it('is refused if both a gradient and the colour dark would colour the modules', () => {
    const style = { gradient: { from: '#000000', to: '#300030' } };
    expect(errorsOf(style, { dark: '#102030' })).toMatchObject([{ field: 'color.dark', code: 'conflict' }]);
  });

  it.each([
    [{ gradient: { from: '#000000', to: '#909090' } }, {}, 'style.gradient.to', '#909090 on #ffffff'],
    [{ gradient: { from: '#ff28ff', to: '#000000' } }, {}, 'style.gradient.from', 'too light'],
    [{ eyes: { color: '#8888ff' } }, {}, 'style.eyes.color', 'nearest colours that pass'],
    [{ eyes: { color: '#404040' } }, {}, 'style.eyes.color', 'The nearest colour that passes is #353535'],
    [
      { eyes: { color: '#0060c0' }, gradient: { from: '#004000', to: '#001020' } },
      {},
      'style.eyes.color',
      'The nearest colour that passes is #003e7c',
    ],
    [{ background: 'transparent' }, { light: '#d0d0d0' }, 'color.light', '0.815, and at least 0.85'],
  ])('is refused if its colours cannot be read, with colours that can: %j', (style, color, field, words) => {
    const found = errorsOf(style, color).find((error) => error.field === field);
    expect(found).toMatchObject({
      code: 'low_contrast',
      message: expect.stringContaining(words) as string,
    });
  });
});

describe('a frame in a request', () => {
  it.each([
    [{ kind: 'none' }, 'style.frame.kind', 'invalid_value', 'must be one of "border"'],
    [{ text: 'Menu' }, 'style.frame.kind', 'invalid_value', 'must be one of "border"'],
    [{ kind: 'label_top' }, 'style.frame.text', 'required', 'is required for this frame'],
    [{ kind: 'label_top', text: '' }, 'style.frame.text', 'required', 'is required'],
    [{ kind: 'label_top', text: '\u200B \u00AD' }, 'style.frame.text', 'required', 'is required'],
    [{ kind: 'label_bottom', text: null }, 'style.frame.text', 'required', 'is required'],
    [{ kind: 'bubble' }, 'style.frame.text', 'required', 'is required for this frame'],
    [{ kind: 'ribbon' }, 'style.frame.text', 'required', 'is required for this frame'],
    [{ kind: 'ticket' }, 'style.frame.text', 'required', 'is required for this frame'],
    [{ kind: 'underline' }, 'style.frame.text', 'required', 'is required for this frame'],
    [{ kind: 'bag', text: 'Menu 🍕' }, 'style.frame.text', 'invalid_value', '"🍕" (U+1F355)'],
    [{ kind: 'circle', text: 'תפריט' }, 'style.frame.text', 'invalid_value', '"ת" (U+05EA)'],
    [{ kind: 'star' }, 'style.frame.kind', 'invalid_value', '"underline"'],
    [{ kind: 'border', text: 'Menu' }, 'style.frame.text', 'conflict', 'Choose another frame'],
    [{ kind: 'label_top', text: 7 }, 'style.frame.text', 'invalid_type', 'must be of type string'],
    [{ kind: 'label_top', text: 'Menu 🍕' }, 'style.frame.text', 'invalid_value', '"🍕" (U+1F355)'],
    [{ kind: 'label_top', text: 'תפריט' }, 'style.frame.text', 'invalid_value', '"ת" (U+05EA)'],
    [{ kind: 'label_top', text: 'قائمة' }, 'style.frame.text', 'invalid_value', '(U+0642)'],
    [{ kind: 'label_top', text: '菜单' }, 'style.frame.text', 'invalid_value', '"菜" (U+83DC)'],
    [{ kind: 'label_top', text: 'x\u0302' }, 'style.frame.text', 'invalid_value', '(U+0302)'],
    [{ kind: 'label_top', text: 'a\nb' }, 'style.frame.text', 'invalid_value', 'control character U+000A'],
    [{ kind: 'label_top', text: 'a\u0000' }, 'style.frame.text', 'invalid_value', 'U+0000'],
    [{ kind: 'label_top', text: 'a\uD83C' }, 'style.frame.text', 'invalid_value', 'half of a surrogate pair'],
    [{ kind: 'border', color: '#000' }, 'style.frame.color', 'invalid_value', '#rrggbb'],
    [{ kind: 'border', color: '#000000ff' }, 'style.frame.color', 'invalid_value', '#rrggbb'],
    [{ kind: 'border', width: 3 }, 'style.frame.width', 'unknown_field', 'is not a known field'],
    ['border', 'style.frame', 'invalid_type', 'must be of type object'],
  ])('is refused with the field that is wrong: %j', (frame, field, code, words) => {
    expect(errorsOf({ frame })).toMatchObject([
      { field, code, message: expect.stringContaining(words) as string },
    ]);
  });
});
