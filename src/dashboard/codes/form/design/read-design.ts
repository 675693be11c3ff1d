import { FRAME_TEXTS, type FrameKind, parseFrameText } from '#core/styles/frame.ts';
import type { SymbolColor } from '#core/styles/contrast.ts';
import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { say } from '#languages/say.ts';
import { writeFields } from '../../../frame/forms/field-table.tsx';
import type { Form } from '../../../frame/forms/form.ts';

/** The values of the design of an empty form. */
export const DESIGN_DEFAULTS: Readonly<Record<string, string>> = {
  'color.dark': DEFAULT_COLOR.dark,
  'color.light': DEFAULT_COLOR.light,
  'style.modules': 'square',
  'style.eyes.shape': 'square',
  eyes_own: '',
  'style.eyes.color': DEFAULT_COLOR.dark,
  'style.gradient.type': 'none',
  'style.gradient.to': DEFAULT_COLOR.dark,
  'style.gradient.angle': '0',
  'style.background': 'solid',
  'style.logo.image': '',
  'style.logo.size': 'auto',
  'style.frame.kind': 'none',
  'style.frame.text': '',
  frame_own: '',
  'style.frame.color': DEFAULT_COLOR.dark,
};

interface Design {
  readonly color: SymbolColor;
  /** Null if it equals the default look. */
  readonly style: CodeStyle | null;
}

/** Colours and style of a form, in the terms of the interface. */
export function toLookInput(form: Form) {
  const sent = (field: string) => form.value(`style.${field}`) || undefined;
  const own = (part: string) => (form.isChecked(`${part}_own`) ? sent(`${part}.color`) : null);
  const [type = 'none', kind = 'none', image] = [
    sent('gradient.type'),
    sent('frame.kind'),
    sent('logo.image'),
  ];
  const [dark, light] = [form.value('color.dark'), form.value('color.light')];
  const angle = type === 'radial' ? 0 : form.number('style.gradient.angle');
  return {
    // A gradient begins with the form's dark colour.
    color: { dark: type === 'none' ? dark : undefined, light },
    style: {
      modules: sent('modules'),
      eyes: { shape: sent('eyes.shape'), color: own('eyes') },
      gradient: type === 'none' ? null : { type, angle, from: dark, to: form.value('style.gradient.to') },
      background: sent('background'),
      logo: image === undefined ? null : { image, size: form.number('style.logo.size') },
      frame: kind === 'none' ? null : { kind, text: readFrameText(form, kind), color: own('frame') },
    },
  };
}

/** The text of a frame: where one is required, the usual words until somebody writes others. */
function readFrameText(form: Form, kind: string): string | null {
  const typed = form.value('style.frame.text');
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
  const values = writeFields({
    color: { light: color.light, dark: style?.gradient?.from ?? color.dark },
    style,
    eyes_own: Boolean(style?.eyes.color),
    frame_own: Boolean(style?.frame?.color),
  });
  // What a look does not have, such as a logo, stays as in an empty form.
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}
