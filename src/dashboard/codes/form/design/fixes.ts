import type { FieldProblem } from '#core/content/forms/forms.ts';
import type { SymbolColor } from '#core/styles/contrast.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import type { ScanFault, StyleProblem } from '#core/styles/style.ts';

/** Values of fields with which a problem is gone: one tap sets them. */
export interface Fix {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
  /** Shown beside the label. */
  readonly colors: readonly HexColor[];
}

/** A problem of the form of a new code, and what mends it. */
export interface FixableProblem extends FieldProblem {
  readonly fixes?: readonly Fix[];
}

/** The fields of the form by those of the interface. */
export const STYLE_FIELDS: Readonly<Record<string, string>> = {
  color: 'dark',
  'color.dark': 'dark',
  'color.light': 'light',
  'style.modules': 'modules',
  'style.logo': 'logo',
  'style.eyes.color': 'eyes_color',
  'style.gradient': 'gradient',
  'style.gradient.from': 'dark',
  'style.gradient.to': 'gradient_to',
  'style.frame': 'frame',
  'style.frame.text': 'frame_text',
  'style.frame.color': 'frame_color',
};

/** @param hasGradient whose first colour is the dark one of the form: then only the light one is at fault */
export function fixContrast({ dark, light }: SymbolColor, hasGradient: boolean): Fix[] {
  return [
    hasGradient
      ? { label: `Use the nearest light colour that works: ${light}`, values: { light }, colors: [light] }
      : {
          label: `Use the nearest colours that work: ${dark} on ${light}`,
          values: { dark, light },
          colors: [dark, light],
        },
  ];
}

export function fixStyle({ field, nearest }: StyleProblem): Fix[] {
  const name = STYLE_FIELDS[field];
  const fixes: Fix[] = [];
  if (nearest !== null && name !== undefined) {
    const label = `Use the nearest colour that works: ${nearest}`;
    fixes.push({ label, values: { [name]: nearest }, colors: [nearest] });
  }
  if (field === 'color.light')
    fixes.push({ label: 'Fill the background instead', values: { background: 'solid' }, colors: [] });
  return fixes;
}

const { dark, light } = DEFAULT_COLOR;
const SQUARES = { modules: 'square' };
const PLAIN_EYES = { eyes_own: '' };
const NO_LOGO = { logo: '' };
const NO_FRAME = { frame: 'none' };
// The reader was asked again with black modules, and eyes must be no lighter.
const ONE_COLOR = { gradient: 'none', dark, ...PLAIN_EYES };
const BLACK_ON_WHITE = { dark, light, ...PLAIN_EYES };

const PLAINER: Readonly<Record<ScanFault, Fix>> = {
  'style.gradient': { label: 'Use black instead of the gradient', values: ONE_COLOR, colors: [dark] },
  'style.eyes.color': { label: 'Colour the eyes like the rest', values: PLAIN_EYES, colors: [] },
  color: { label: 'Use black on white', values: BLACK_ON_WHITE, colors: [dark, light] },
  'style.modules': { label: 'Use squares', values: SQUARES, colors: [] },
  'style.logo': { label: 'Leave out the logo', values: NO_LOGO, colors: [] },
  'style.frame': { label: 'Leave out the frame', values: NO_FRAME, colors: [] },
  style: {
    label: 'Use a plain look',
    values: { ...SQUARES, eyes: 'square', ...ONE_COLOR, ...BLACK_ON_WHITE, ...NO_LOGO, ...NO_FRAME },
    colors: [dark, light],
  },
};

/** What is plainer than a part that a reader did not read. */
export function fixUnscannable(field: ScanFault): Fix[] {
  return [PLAINER[field]];
}

/** Readers find a code by its eyes: dark ones are worth more than a dark rest. */
export function darkenEyes(eyes: HexColor): Fix {
  return {
    label: `Darken the eyes to ${eyes}`,
    values: { eyes_own: 'on', eyes_color: eyes },
    colors: [eyes],
  };
}
