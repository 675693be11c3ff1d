import { type Frame, FRAME_TEXTS, type FrameKind, parseFrameText } from '#core/styles/frame.ts';
import type { SymbolColor } from '#core/styles/contrast.ts';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { say } from '#languages/say.ts';
import type { Form } from '../../../frame/forms/form.ts';

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

interface Design {
  readonly color: SymbolColor;
  /** Null if it equals the default look. */
  readonly style: CodeStyle | null;
}

/** Colours and style of a form, in the terms of the interface. */
export function toLookInput(form: Form) {
  const sent = (field: string) => form.value(field) || undefined;
  const own = (field: string) => (form.isChecked(`${field}_own`) ? sent(`${field}_color`) : null);
  const [kind = 'none', frame = 'none', logo] = [sent('gradient'), sent('frame'), sent('logo')];
  const gradient = {
    type: kind,
    angle: kind === 'radial' ? 0 : form.number('gradient_angle'),
    from: form.value('dark'),
    to: form.value('gradient_to'),
  };
  return {
    // A gradient begins with the form's dark colour.
    color: { dark: kind === 'none' ? form.value('dark') : undefined, light: form.value('light') },
    style: {
      modules: sent('modules'),
      eyes: { shape: sent('eyes'), color: own('eyes') },
      gradient: kind === 'none' ? null : gradient,
      background: sent('background'),
      logo: logo === undefined ? null : { image: logo, size: form.number('logo_size') },
      frame: frame === 'none' ? null : { kind: frame, text: readFrameText(form, frame), color: own('frame') },
    },
  };
}

/** The text of a frame: where one is required, the usual words until somebody writes others. */
function readFrameText(form: Form, kind: string): string | null {
  const typed = form.value('frame_text');
  const read = parseFrameText(typed);
  const isEmpty = read.ok && read.value === null;
  switch (FRAME_TEXTS[kind as FrameKind]) {
    case 'none':
      return null;
    case 'required':
      return isEmpty ? sayFrameText() : typed;
    default:
      return isEmpty ? null : typed;
  }
}

/** Short enough for every frame, in letters that can be drawn. */
export function sayFrameText(): string {
  return say('Scan me');
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
