import { type PlainMessage, say } from '#languages/say.ts';
import type { Problem } from '#contract/problems/problems.ts';
import type { SymbolColor } from '#core/styles/contrast.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import type { ScanFault } from '#core/styles/style.ts';

/** Field values that solve a problem: one tap sets them. */
export interface Fix {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
  /** Shown beside the label. */
  readonly colors: readonly HexColor[];
}

/** A problem of the form for a new code, with its fixes. */
export interface FixableProblem {
  readonly field: string;
  readonly message: string;
  /** No problem yet: the field is empty, and must be filled. */
  readonly isMissing: boolean;
  readonly fixes?: readonly Fix[];
}

/** The problem of a field; without a field, of the form. */
export function toProblem(message: string, field = ''): FixableProblem {
  return { field, message, isMissing: false };
}

/** The inputs that show the problems of what has several, or none. */
export const FORM_FIELDS: Readonly<Record<string, string>> = {
  type: 'dynamic',
  gs1: 'gs1.01',
  name: 'template_name',
  color: 'color.dark',
  style: 'style.modules',
  'style.logo': 'style.logo.image',
  'style.gradient': 'style.gradient.type',
  'style.gradient.from': 'color.dark',
  'style.frame': 'style.frame.kind',
  utm: 'utm.source',
};

/**
 * The fixes for a problem.
 * @param hasGradient the gradient's first colour is the form's dark one, so that only the light one can be at fault for too little contrast
 */
export function listFixes(problem: Problem, hasGradient: boolean): Fix[] {
  switch (problem.code) {
    case 'low_contrast':
      return [fixContrast(problem.values.nearest, hasGradient)];
    case 'part_low_contrast':
    case 'eyes_too_light':
    case 'frame_too_light':
      return fixColor(problem.field, problem.values.nearest);
    case 'paper_too_dark':
      return [
        ...fixColor(problem.field, problem.values.nearest),
        { label: say('Fill the background instead'), values: { 'style.background': 'solid' }, colors: [] },
      ];
    case 'unscannable':
      return [plainer(problem.values.cause)];
    default:
      return [];
  }
}

function fixContrast({ dark, light }: SymbolColor, hasGradient: boolean): Fix {
  return hasGradient
    ? {
        label: say('Use the nearest light colour that works: {light}', { light }),
        values: { 'color.light': light },
        colors: [light],
      }
    : {
        label: say('Use the nearest colours that work: {dark} on {light}', { dark, light }),
        values: { 'color.dark': dark, 'color.light': light },
        colors: [dark, light],
      };
}

function fixColor(field: string, nearest: HexColor | null): Fix[] {
  if (nearest === null) return [];
  const name = FORM_FIELDS[field] ?? field;
  const label = say('Use the nearest colour that works: {color}', { color: nearest });
  return [{ label, values: { [name]: nearest }, colors: [nearest] }];
}

const { dark, light } = DEFAULT_COLOR;
const SQUARES = { 'style.modules': 'square' };
const PLAIN_EYES = { eyes_own: '' };
const NO_LOGO = { 'style.logo.image': '' };
const NO_FRAME = { 'style.frame.kind': 'none' };
// The reader was tried again with black modules, and eyes must not be lighter.
const ONE_COLOR = { 'style.gradient.type': 'none', 'color.dark': dark, ...PLAIN_EYES };
const BLACK_ON_WHITE = { 'color.dark': dark, 'color.light': light, ...PLAIN_EYES };

/** The plainer choice for a part that a reader could not read. */
const PLAINER: Readonly<Record<ScanFault, Omit<Fix, 'label'> & { readonly label: PlainMessage }>> = {
  'style.gradient': { label: 'Use black instead of the gradient', values: ONE_COLOR, colors: [dark] },
  'style.eyes.color': { label: 'Colour the eyes like the rest', values: PLAIN_EYES, colors: [] },
  color: { label: 'Use black on white', values: BLACK_ON_WHITE, colors: [dark, light] },
  'style.modules': { label: 'Use squares', values: SQUARES, colors: [] },
  'style.logo': { label: 'Leave out the logo', values: NO_LOGO, colors: [] },
  'style.frame': { label: 'Leave out the frame', values: NO_FRAME, colors: [] },
  style: {
    label: 'Use a plain look',
    values: {
      ...SQUARES,
      'style.eyes.shape': 'square',
      ...ONE_COLOR,
      ...BLACK_ON_WHITE,
      ...NO_LOGO,
      ...NO_FRAME,
    },
    colors: [dark, light],
  },
};

function plainer(cause: ScanFault): Fix {
  const fix = PLAINER[cause];
  return { ...fix, label: say(fix.label) };
}

/** Readers find a code by its eyes: dark eyes help more than a dark rest. */
export function darkenEyes(eyes: HexColor): Fix {
  return {
    label: say('Darken the eyes to {color}', { color: eyes }),
    values: { eyes_own: 'on', 'style.eyes.color': eyes },
    colors: [eyes],
  };
}
