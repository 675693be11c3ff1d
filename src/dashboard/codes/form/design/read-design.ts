import { sayInForm } from '#contract/problems/form-phrases.ts';
import { FRAME_KINDS, type Frame, parseFrameText } from '#core/styles/frame.ts';
import type { SymbolColor } from '#core/styles/contrast.ts';
import { type HexColor, parseHexColor } from '#core/styles/hex-color.ts';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import {
  type CodeStyle,
  EYE_SHAPES,
  GRADIENT_TYPES,
  MODULE_SHAPES,
  withoutPlain,
} from '#core/styles/style.ts';
import type { Form } from '../../../frame/forms/form.ts';
import { readLogo } from './logo.tsx';
import type { FieldReader } from '../read-fields.ts';

const GRADIENT_ANGLE = { min: 0, max: 359, default: 0 } as const;

/** The values of the design of an empty form. */
export const DESIGN_DEFAULTS: Readonly<Record<string, string>> = {
  dark: DEFAULT_COLOR.dark,
  light: DEFAULT_COLOR.light,
  modules: 'square',
  eyes: 'square',
  eyes_own: '',
  eyes_color: DEFAULT_COLOR.dark,
  gradient: 'none',
  gradient_to: DEFAULT_COLOR.dark,
  gradient_angle: '0',
  background: 'solid',
  logo: '',
  logo_size: 'auto',
  frame: 'none',
  frame_text: '',
  frame_own: '',
  frame_color: DEFAULT_COLOR.dark,
};

export interface Design {
  readonly color: SymbolColor;
  /** Null where it says only what every code looks like anyway. */
  readonly style: CodeStyle | null;
}

/** What the fields of the design say. */
export function readDesign(form: Form, read: FieldReader): Design {
  const color = (field: string, fallback: HexColor) =>
    read.take(field, parseHexColor(form.value(field)), 'Choose a colour.', fallback);
  // A form from before it had a field says nothing of it.
  const choice = <T extends string>(field: string, choices: readonly T[], fallback: T) =>
    form.value(field) === '' ? fallback : read.oneOf(field, choices, fallback);

  const dark = color('dark', DEFAULT_COLOR.dark);
  const kind = choice('gradient', ['none', ...GRADIENT_TYPES], 'none');
  const style: CodeStyle = {
    modules: choice('modules', MODULE_SHAPES, 'square'),
    eyes: {
      shape: choice('eyes', EYE_SHAPES, 'square'),
      color: form.isChecked('eyes_own') ? color('eyes_color', dark) : null,
    },
    gradient:
      kind === 'none'
        ? null
        : {
            type: kind,
            angle: kind === 'radial' ? 0 : read.number('gradient_angle', GRADIENT_ANGLE),
            from: dark,
            to: color('gradient_to', dark),
          },
    background: choice('background', ['solid', 'transparent'], 'solid'),
    logo: readLogo(form, read),
    frame: readFrame(form, read, choice('frame', ['none', ...FRAME_KINDS], 'none')),
  };
  // A gradient begins with the dark colour of the form.
  return {
    color: { dark: style.gradient ? DEFAULT_COLOR.dark : dark, light: color('light', DEFAULT_COLOR.light) },
    style: withoutPlain(style),
  };
}

function readFrame(form: Form, read: FieldReader, kind: Frame['kind'] | 'none'): Frame | null {
  if (kind === 'none') return null;
  const color = form.isChecked('frame_own')
    ? read.take(
        'frame_color',
        parseHexColor(form.value('frame_color')),
        'Choose a colour.',
        DEFAULT_COLOR.dark,
      )
    : null;
  if (kind === 'border') return { kind, text: null, color };
  const text = parseFrameText(form.value('frame_text'));
  if (!text.ok) read.refuse('frame_text', sayInForm(text.error, 'The text'));
  else if (text.value === null) read.refuse('frame_text', 'Enter the text, for example “Scan me”.');
  // What is wrong with it is told; something has to stand there in the preview.
  return { kind, text: (text.ok ? text.value : null) ?? '?', color };
}

/** The values of the fields for a code's look. */
export function writeDesign({ color, style }: Design): Record<string, string> {
  const { gradient = null } = style ?? {};
  return {
    dark: gradient?.from ?? color.dark,
    light: color.light,
    ...(style
      ? {
          modules: style.modules,
          eyes: style.eyes.shape,
          background: style.background,
          ...(style.eyes.color ? { eyes_own: 'on', eyes_color: style.eyes.color } : {}),
          ...(style.logo ? { logo: style.logo.image, logo_size: String(style.logo.size) } : {}),
          ...(style.frame ? writeFrame(style.frame) : {}),
        }
      : {}),
    ...(gradient
      ? { gradient: gradient.type, gradient_to: gradient.to, gradient_angle: String(gradient.angle) }
      : {}),
  };
}

function writeFrame({ kind, text, color }: Frame): Record<string, string> {
  return {
    frame: kind,
    frame_text: text ?? '',
    ...(color ? { frame_own: 'on', frame_color: color } : {}),
  };
}
