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

/** The form fields by those of the interface, if their names differ. */
export const FORM_FIELDS: Readonly<Record<string, string>> = {
  type: 'dynamic',
  name: 'template_name',
  color: 'dark',
  style: 'modules',
  'color.dark': 'dark',
  'color.light': 'light',
  'style.modules': 'modules',
  'style.background': 'background',
  'style.eyes.shape': 'eyes',
  'style.logo': 'logo',
  'style.logo.image': 'logo',
  'style.logo.size': 'logo',
  'style.eyes.color': 'eyes_color',
  'style.gradient': 'gradient',
  'style.gradient.type': 'gradient',
  'style.gradient.angle': 'gradient_angle',
  'style.gradient.from': 'dark',
  'style.gradient.to': 'gradient_to',
  'style.frame': 'frame',
  'style.frame.kind': 'frame',
  'style.frame.text': 'frame_text',
  'style.frame.color': 'frame_color',
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
        { label: say('Fill the background instead'), values: { background: 'solid' }, colors: [] },
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
        values: { light },
        colors: [light],
      }
    : {
        label: say('Use the nearest colours that work: {dark} on {light}', { dark, light }),
        values: { dark, light },
        colors: [dark, light],
      };
}

function fixColor(field: string, nearest: HexColor | null): Fix[] {
  const name = FORM_FIELDS[field];
  if (nearest === null || name === undefined) return [];
  const label = say('Use the nearest colour that works: {color}', { color: nearest });
  return [{ label, values: { [name]: nearest }, colors: [nearest] }];
}

const { dark, light } = DEFAULT_COLOR;
const SQUARES = { modules: 'square' };
const PLAIN_EYES = { eyes_own: '' };
const NO_LOGO = { logo: '' };
const NO_FRAME = { frame: 'none' };
// The reader was tried again with black modules, and eyes must not be lighter.
const ONE_COLOR = { gradient: 'none', dark, ...PLAIN_EYES };
const BLACK_ON_WHITE = { dark, light, ...PLAIN_EYES };

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
    values: { ...SQUARES, eyes: 'square', ...ONE_COLOR, ...BLACK_ON_WHITE, ...NO_LOGO, ...NO_FRAME },
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
    values: { eyes_own: 'on', eyes_color: eyes },
    colors: [eyes],
  };
}
