import { describe, expect, it } from 'vitest';
import { DESIGNS } from '#core/styles/designs.ts';
import { checkContrast } from '#core/styles/contrast.ts';
import { parseHexColor } from '#core/styles/hex-color.ts';
import { rateRobustness, type Robustness } from '#core/styles/robustness.ts';
import { checkStyle, type CodeStyle } from '#core/styles/style.ts';

const color = (text: string) => parseHexColor(text)!;
const PLAIN: CodeStyle = {
  modules: 'square',
  eyes: { shape: 'square', color: null },
  gradient: null,
  background: 'solid',
  logo: null,
  frame: null,
};

const FRAME = { kind: 'label_top', text: 'Scan me', color: null } as const;

function rate(
  style: Partial<CodeStyle> | null,
  {
    dark = '#000000',
    light = '#ffffff',
    margin = 4,
    level = 'M',
  }: { dark?: string; light?: string; margin?: number; level?: 'L' | 'M' } = {},
): Robustness {
  return rateRobustness({
    style: style && { ...PLAIN, ...style },
    color: { dark: color(dark), light: color(light) },
    margin,
    errorCorrection: level,
  });
}

const summary = ({ step, costs }: Robustness) => [
  step,
  ...costs.map(({ part, lost }) => `${part} ${lost === null ? '?' : `${lost.from}-${lost.to}`}`),
];

describe('the robustness that a look costs', () => {
  it('is nothing for a plain black code', () => {
    expect(rate(null)).toEqual({ step: 'plain', lost: 0, costs: [] });
  });

  // The greys have a luma of 0.1, 0.2, 0.3 and 0.4 of white, in steps of 1/255: just below the measured limits.
  it.each<[string, Parameters<typeof rate>, unknown[]]>([
    ['dots', [{ modules: 'dot' }], ['plain', 'modules 0.3-0.3']],
    ['rounded modules', [{ modules: 'rounded' }], ['plain', 'modules 0.6-0.6']],
    ['classy modules', [{ modules: 'classy' }], ['plain']],
    ['leaves', [{ eyes: { shape: 'leaf', color: null } }], ['plain', 'eyes 0.6-0.6', 'eyes ?']],
    [
      'rounded eyes and modules, and bars',
      [{ eyes: { shape: 'rounded', color: null }, modules: 'bars_h' }],
      ['plain', 'modules 0.3-0.3', 'eyes ?'],
    ],
    ['nearly black', [null, { dark: '#0f0f0f' }], ['plain']],
    ['a dark of 0.1', [null, { dark: '#191919' }], ['slightly_less', 'eyes 0-2.8']],
    ['a dark of 0.2', [null, { dark: '#333333' }], ['less', 'eyes 9-9']],
    ['a dark of 0.3', [null, { dark: '#4c4c4c' }], ['much_less', 'eyes 9-15']],
    ['a dark of 0.4', [null, { dark: '#656565' }], ['much_less', 'colors 15-22']],
    ['a dark of 0.47', [null, { dark: '#777777' }], ['much_less', 'colors 22-null']],
    [
      'a dark of 0.3 with black eyes',
      [{ eyes: { shape: 'square', color: color('#000000') } }, { dark: '#4c4c4c' }],
      ['slightly_less', 'colors 0.3-1.7'],
    ],
    [
      'a gradient whose darker end, and with it the eyes, is black',
      [{ gradient: { type: 'linear', angle: 0, from: color('#000000'), to: color('#2d2d2d') } }],
      ['plain'],
    ],
    [
      'a gradient whose darker end is not',
      [{ gradient: { type: 'radial', angle: 0, from: color('#333333'), to: color('#4c4c4c') } }],
      ['less', 'eyes 9-9', 'colors 0.3-1.7'],
    ],
    ['a light of 0.9', [null, { light: '#e6e6e6' }], ['plain', 'light 0-0.3']],
    ['a light of 0.75', [null, { light: '#bfbfbf' }], ['less', 'light 3.1-7']],
    ['a light of 0.6', [null, { light: '#999999' }], ['less', 'light 7-null']],
    ['paper', [{ background: 'transparent' }, { light: '#dadada' }], ['slightly_less', 'light 0.3-3.1']],
    ['a frame', [{ frame: FRAME }], ['slightly_less', 'frame 1.4-1.4']],
    ['a frame at two modules', [{ frame: FRAME }, { margin: 2 }], ['plain']],
    ['a narrow margin', [null, { margin: 2 }], ['slightly_less', 'margin ?']],
    ['level L', [null, { level: 'L' }], ['plain', 'level ?']],
  ])('is as measured: %s', (_, look, expected) => {
    expect(summary(rate(...look))).toEqual(expected);
  });

  it('suggests darker eyes if they recover most of it, and they do', () => {
    const before = rate({ modules: 'dot' }, { dark: '#0b3d91' });
    expect(before.step).toBe('less');
    const eyes = before.costs.find((cost) => cost.eyes)?.eyes ?? null;
    expect(eyes).toBe('#021027');
    const style = { ...PLAIN, modules: 'dot' as const, eyes: { shape: 'square' as const, color: eyes } };
    expect(checkStyle(style, { dark: color('#0b3d91'), light: color('#ffffff') }).ok).toBe(true);
    const after = rate(style, { dark: '#0b3d91' });
    expect([after.step, after.costs.some((cost) => cost.eyes)]).toEqual(['plain', false]);
  });

  it('never shrinks as a colour gets worse', () => {
    const greys = Array.from({ length: 120 }, (_, i) => `#${i.toString(16).padStart(2, '0').repeat(3)}`);
    for (const eyes of [null, color('#000000')]) {
      const lost = greys.map((dark) => rate({ eyes: { shape: 'square', color: eyes } }, { dark }).lost);
      expect(lost).toEqual(lost.toSorted((a, b) => a - b));
    }
    const lights = greys.map((_, i) => `#${(255 - i).toString(16).repeat(3)}`);
    const lost = lights.map((light) => rate(null, { light }).lost);
    expect(lost).toEqual(lost.toSorted((a, b) => a - b));
  });
});

describe('the nearest colour that passes in a field of a style', () => {
  const SOME = ['00', '33', '77', 'aa', 'cc', 'ee', 'ff'];
  const COLORS = SOME.flatMap((r) => SOME.flatMap((g) => SOME.map((b) => color(`#${r}${g}${b}`))));

  it('does pass there, or there is none', () => {
    let fixed = 0;
    for (const [i, wrong] of COLORS.entries()) {
      const symbol = { dark: color('#000000'), light: COLORS[(i * 31) % COLORS.length]! };
      for (const style of [
        { ...PLAIN, gradient: { type: 'linear' as const, angle: 0, from: color('#000000'), to: wrong } },
        { ...PLAIN, eyes: { shape: 'leaf' as const, color: wrong } },
        { ...PLAIN, background: 'transparent' as const },
        { ...PLAIN, frame: { ...FRAME, color: wrong } },
      ]) {
        const checked = checkStyle(style, symbol);
        if (checked.ok) continue;
        const { field, values } = checked.error[0]!;
        const nearest = 'nearest' in values && typeof values.nearest === 'string' ? values.nearest : null;
        if (nearest === null) {
          // Not even black differs enough from it.
          expect(checkContrast({ ...symbol, dark: color('#000000') }).ok).toBe(false);
          continue;
        }
        fixed++;
        const mended = field === 'color.light' ? style : mend(style, field, nearest);
        const light = field === 'color.light' ? nearest : symbol.light;
        const again = checkStyle(mended, { ...symbol, light });
        expect(again.ok ? [] : again.error.map((problem) => problem.field)).not.toContain(field);
      }
    }
    expect(fixed).toBeGreaterThan(500);
  });

  function mend(style: CodeStyle, field: string, nearest: ReturnType<typeof color>): CodeStyle {
    if (field === 'style.frame.color') return { ...style, frame: { ...FRAME, color: nearest } };
    if (field === 'style.eyes.color') return { ...style, eyes: { ...style.eyes, color: nearest } };
    return { ...style, gradient: style.gradient && { ...style.gradient, to: nearest } };
  }
});

describe('a finished design', () => {
  it.each(Object.entries(DESIGNS))('scans reliably, or nearly so: %s', (_, design) => {
    const { step } = rate(design.style, { ...design.color, margin: 2 });
    expect(['plain', 'slightly_less']).toContain(step);
  });
});
