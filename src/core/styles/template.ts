import { isObject } from '../is-object.ts';
import type { Utm } from '../control/utm.ts';
import type { SymbolColor } from './contrast.ts';
import type { ErrorCorrectionLevel } from '../codes/error-correction.ts';
import { DEFAULT_COLOR } from '../codes/limits.ts';
import type { CodeStyle } from './style.ts';

/** The maximum number of templates in an account. */
export const MAX_TEMPLATES = 100;

/** The name of an account's default template in requests. */
export const DEFAULT_TEMPLATE = 'default';

/** The settings that a new code copies from a template, so that later changes of the template do not affect it. */
export interface TemplateFields {
  readonly name: string;
  readonly style: CodeStyle | null;
  readonly color: SymbolColor;
  readonly margin: number;
  readonly errorCorrection: ErrorCorrectionLevel;
  /** For dynamic codes. */
  readonly utm: Utm | null;
  /** At most one template of an account is the default. */
  readonly isDefault: boolean;
}

export interface Template extends TemplateFields {
  /** `tpl_` and 16 hexadecimal digits. */
  readonly id: string;
  /** Grows with every change. */
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Completes the style in a request, in JSON, from `base`, field by field, also within objects. `null` counts as a value. The gradient and
 * the colour dark both colour the dark modules, so that one in the request replaces the other in `base`. The request is not validated.
 */
export function overlayStyle(base: Json, request: Json): Json {
  const { color, style } = request;
  const saysDark = isObject(color) && color['dark'] !== undefined;
  const saysGradient = isObject(style) && (style['gradient'] ?? null) !== null;
  if (saysDark && !saysGradient) return overlay(overlay(base, { style: withoutGradient(base) }), request);
  if (saysGradient && !saysDark)
    return overlay(overlay(base, { color: { dark: DEFAULT_COLOR.dark } }), request);
  return overlay(base, request);
}

function withoutGradient({ style }: Json): unknown {
  return isObject(style) ? { gradient: null } : undefined;
}

function overlay(base: Json, over: Json): Json {
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key);
    if (isObject(below) && isObject(value)) merged.set(key, overlay(below, value));
    else if (value !== undefined) merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
