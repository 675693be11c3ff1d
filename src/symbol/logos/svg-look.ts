import names from 'color-name';
import type { FillRule } from '#core/drawing.ts';
import { fromChannels, type HexColor, parseHexColor } from '#core/styles/hex-color.ts';
import { refuse, refuseDamaged } from './svg-refusal.ts';

/** How the shapes of an element are filled, which its children inherit. */
export interface SvgLook {
  /** Null if they are not. */
  readonly fill: HexColor | null;
  readonly rule: FillRule;
  readonly isHidden: boolean;
}

/** The look of an element that says nothing (SVG 2 §13.4). */
export const DEFAULT_LOOK: SvgLook = { fill: fromChannels([0, 0, 0]), rule: 'nonzero', isHidden: false };

/** Properties and their values, each known to `applyProperties`. */
type Properties = ReadonlyMap<string, string>;

/** By the names of classes. */
export type SvgRules = ReadonlyMap<string, Properties>;

/** Properties that change nothing in a drawing of filled shapes. */
const HARMLESS =
  /^(?:stroke-.+|clip-rule|shape-rendering|image-rendering|text-rendering|color|color-interpolation|color-rendering|enable-background|isolation|overflow|font|font-.+|text-anchor|text-align|line-height|letter-spacing|word-spacing|white-space|paint-order|vector-effect|fill-opacity-.+|-inkscape-.+)$/;

/** Properties that change nothing if they have this value. */
const NEUTRAL: Readonly<Record<string, RegExp>> = {
  stroke: /^(?:none|transparent)$/,
  opacity: /^(?:1(?:\.0*)?|100%)$/,
  'fill-opacity': /^(?:1(?:\.0*)?|100%)$/,
  visibility: /^visible$/,
  'mix-blend-mode': /^normal$/,
  filter: /^none$/,
  mask: /^none$/,
  'clip-path': /^none$/,
  marker: /^none$/,
  'marker-start': /^none$/,
  'marker-mid': /^none$/,
  'marker-end': /^none$/,
};

const APPLIED = new Set(['fill', 'fill-rule', 'display', ...Object.keys(NEUTRAL)]);

/** Whether an attribute is a property, too. */
export function isProperty(name: string): boolean {
  return APPLIED.has(name) || HARMLESS.test(name);
}

export function applyProperties(look: SvgLook, properties: Properties): SvgLook {
  let { fill, rule, isHidden } = look;
  for (const [name, value] of properties) {
    if (value === 'inherit') continue;
    if (name === 'fill') fill = readColor(value);
    else if (name === 'fill-rule') rule = value === 'evenodd' ? 'evenodd' : 'nonzero';
    else if (name === 'display') isHidden ||= value === 'none';
    else if (NEUTRAL[name]?.test(value) === false) refuse(name);
  }
  return { fill, rule, isHidden };
}

/** The declarations of an attribute or a rule (CSS Syntax 3 §5.4.5), without strings and functions that hold a semicolon. */
export function readDeclarations(css: string): Properties {
  const properties = new Map<string, string>();
  for (const declaration of css.split(';')) {
    if (declaration.trim() === '') continue;
    const parts = declaration.split(':').map((part) => part.trim());
    const [name = '', value = ''] = parts;
    if (parts.length !== 2 || !/^[\w-]+$/.test(name) || /[{}]/.test(value)) refuse('style');
    if (APPLIED.has(name)) properties.set(name, value.toLowerCase());
    else if (!HARMLESS.test(name)) refuse(name);
  }
  return properties;
}

/** The bounds of a style sheet. */
const [MOST_RULES, MOST_CLASSES] = [500, 2000];

/** A style sheet of rules for classes, as drawing programs write it: `.a,.b{fill:#e30613;}`. Rules add to earlier ones. */
export function readStyleSheet(css: string, rules: Map<string, Properties>): void {
  const bare = css.replaceAll(/\/\*.*?(?:\*\/|$)/gs, '');
  const blocks = bare.split('}');
  if (blocks.pop()?.trim() !== '') refuse('style');
  if (blocks.length > MOST_RULES) refuse('style');
  for (const block of blocks) {
    const [selectors = '', body, ...others] = block.split('{');
    if (body === undefined || others.length > 0) refuse(selectors.includes('@') ? '@' : 'style');
    const properties = readDeclarations(body ?? '');
    for (const selector of selectors.split(',')) {
      const [, name] = /^\s*\.([\w-]+)\s*$/.exec(selector) ?? refuse('style');
      rules.set(name ?? '', new Map([...(rules.get(name ?? '') ?? []), ...properties]));
      if (rules.size > MOST_CLASSES) refuse('style');
    }
  }
}

const COLOR_NAMES: ReadonlyMap<string, readonly [number, number, number]> = new Map(Object.entries(names));

/** A colour, in lower case; null for none. Other kinds of paint and transparent colours are refused. */
function readColor(value: string): HexColor | null {
  if (value === 'none' || value === 'transparent') return null;
  if (value.startsWith('url(')) refuse('fill', ' with a gradient or pattern');
  const named = COLOR_NAMES.get(value);
  if (named) return fromChannels([...named]);
  const [, short] = /^#([\da-f]{3})$/.exec(value) ?? [];
  const hex = parseHexColor(short ? `#${short.replaceAll(/./g, '$&$&')}` : value);
  if (hex) return hex;
  const [, list = ''] = /^rgb\(([\d.%,\s]+)\)$/.exec(value) ?? refuse('fill', ' in an unusual way');
  const channels = list
    .trim()
    .split(/[\s,]+/)
    .map((part) => Number(part.replace('%', '')) * (part.endsWith('%') ? 2.55 : 1));
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => Math.min(255, Math.round(channel)));
  if (channels.length !== 3 || channels.some((channel) => Number.isNaN(channel)))
    refuseDamaged('a colour is none');
  return fromChannels([red, green, blue]);
}
