import { describe, expect, it } from 'vitest';
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
