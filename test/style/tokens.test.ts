import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  contrastOf,
  distanceSeen,
  type LinearRgb,
  toLinearRgb,
  VISION_NAMES,
} from '#harness/symbols/oklch.ts';

const TOKENS_PATH = 'src/dashboard/kit/style/base/tokens.css';
/** Every other stylesheet: in the kit, beside the rooms, and that of /docs. */
const STYLESHEETS = globSync('src/**/*.css').filter((path) => path !== TOKENS_PATH);
const TOKENS = readFileSync(TOKENS_PATH, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');

const SCHEMES = {
  light: ['light'],
  dark: ['light', 'dark'],
  'light with more contrast': ['light', 'more light'],
  'dark with more contrast': ['light', 'dark', 'more dark'],
} as const;

type Scheme = keyof typeof SCHEMES;
const SCHEME_NAMES = Object.keys(SCHEMES) as Scheme[];

/** The declarations of each part of the file, by the condition under which they apply. */
function readParts(): Map<string, Map<string, string>> {
  const parts = new Map<string, Map<string, string>>();
  const note = (name: string, property: string, value: string) =>
    parts.set(name, (parts.get(name) ?? new Map<string, string>()).set(property, value));
  for (const [, condition, body = ''] of TOKENS.matchAll(/(?:@media (.*?) \{\s*)?:root \{(.*?)\n\s*\}/gs)) {
    if (condition !== undefined && condition !== '(prefers-contrast: more)')
      throw new Error(`No test knows ${condition}.`);
    const more = condition === undefined ? '' : 'more ';
    for (const [, property = '', value = ''] of body.matchAll(/(--[\w-]+):\s+([^;]+);/g)) {
      const [, light = value, dark] = /^light-dark\((.*\)), (.*)\)$/.exec(value) ?? [];
      note(`${more}light`, property, light);
      if (dark !== undefined) note(`${more}dark`, property, dark);
    }
  }
  return parts;
}

const PARTS = readParts();

/** The colour of a token in a scheme. */
function colorOf(token: string, scheme: Scheme): LinearRgb {
  const value = SCHEMES[scheme].reduce<string | undefined>(
    (known, part) => PARTS.get(part)?.get(`--${token}`) ?? known,
    undefined,
  );
  const other = /^var\(--([\w-]+)\)$/.exec(value ?? '')?.[1];
  if (other !== undefined) return colorOf(other, scheme);
  const numbers = /^oklch\(([\d.]+) ([\d.]+)(?: ([\d.]+))?\)$/.exec(value ?? '');
  if (!numbers) throw new Error(`--${token} is not a colour: ${value}`);
  const [lightness = Number.NaN, chroma = Number.NaN, hue = 0] = numbers
    .slice(1)
    .map((number) => Number(number ?? 0));
  return toLinearRgb(lightness, chroma, hue);
}

const SURFACES = ['page', 'card', 'hover'];
const CHART = Array.from({ length: 5 }, (_, i) => `chart-${i + 1}`);

describe.each(SCHEME_NAMES)('the colours of the %s scheme', (scheme) => {
  const contrast = (one: string, other: string) => contrastOf(colorOf(one, scheme), colorOf(other, scheme));
  const text = scheme.includes('more') ? 7 : 4.5;

  it.each(['text', 'neutral-11', 'text-quiet', 'accent', 'accent-hover', 'good', 'warn', 'bad'])(
    'let %s be read on the page, on a card and under the pointer',
    (token) => {
      for (const surface of SURFACES) expect(contrast(token, surface), surface).toBeGreaterThanOrEqual(text);
    },
  );

  it.each([
    ['on-accent', 'accent-fill'],
    ['on-accent', 'accent-fill-hover'],
    ['on-accent', 'bad-fill'],
    ['on-accent', 'bad-fill-hover'],
    ['accent', 'accent-soft'],
    ['text', 'accent-soft'],
    ['good', 'good-soft'],
    ['bad', 'bad-soft'],
    ['neutral-11', 'neutral-4'],
    ['code-orange', 'page'],
    ['code-violet', 'page'],
  ])('let %s be read on %s', (ink, ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    'line-control',
    'focus',
    'good-mark',
    'warn-mark',
    'bad-mark',
    'chart-now',
    'chart-before',
    ...CHART,
  ])('let %s be seen on the page and on a card', (token) => {
    for (const surface of ['page', 'card'])
      expect(contrast(token, surface), surface).toBeGreaterThanOrEqual(3);
  });

  it.each(VISION_NAMES)('keep the parts of a chart apart for readers with %s', (vision) => {
    for (const one of CHART) {
      for (const other of CHART.filter((color) => color > one)) {
        const distance = distanceSeen(colorOf(one, scheme), colorOf(other, scheme), vision);
        expect(distance, `${one} and ${other}`).toBeGreaterThan(0.07);
      }
    }
  });

  it('make each step of a heat map stand out more than the one before', () => {
    const steps = Array.from({ length: 6 }, (_, i) => contrast(`heat-${i}`, 'card'));
    const ratios = steps.slice(1).map((step, i) => step / (steps[i] ?? Number.NaN));
    expect(Math.min(...ratios)).toBeGreaterThan(1.15);
  });

  it('are colours that a screen can show', () => {
    for (const [property, value] of SCHEMES[scheme].flatMap((part) => Array.from(PARTS.get(part) ?? []))) {
      if (!/^oklch\([^/]+\)$/.test(value)) continue;
      for (const channel of colorOf(property.slice(2), scheme)) {
        expect(channel, property).toBeGreaterThan(-0.01);
        expect(channel, property).toBeLessThan(1.01);
      }
    }
  });
});

describe('the stylesheets', () => {
  it.each(['src/dashboard/kit', 'src/dashboard/scans', 'src/api/reference'])('are found in %s', (folder) => {
    expect(STYLESHEETS.some((path) => path.startsWith(`${folder}/`))).toBe(true);
  });

  it('take every colour from the tokens', () => {
    for (const path of STYLESHEETS) {
      const css = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
      const loose = css.match(
        /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab)\(|oklch\((?!var\()|: (?:white|black|red|green|blue|gray|grey)\b/gi,
      );
      expect(loose ?? [], path).toEqual([]);
    }
  });

  it('use only tokens that there are', () => {
    const defined = new Set([...PARTS.values()].flatMap((part) => Array.from(part.keys())));
    // The tokens of Pico and of the viewer, and one that a rule sets for itself.
    const isOthers = (name: string) => /^--(?:pico|scalar)-|^--tag-hue$/.test(name);
    const used = [TOKENS_PATH, ...STYLESHEETS].flatMap((path) =>
      Array.from(readFileSync(path, 'utf8').matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name),
    );
    expect(used.filter((name) => !defined.has(name) && !isOthers(name))).toEqual([]);
  });
});
