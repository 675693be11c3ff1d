import { toControlSettings } from '#contract/codes/control.ts';
import { type Control, NO_CONTROL, type Variant } from '#core/control/control.ts';
import { formatLocalTime, parseLocalTime } from '#core/control/local-clock.ts';
import { SHARES } from '#core/control/variants.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import type { EditBody } from '../save-edit.ts';
import { Form } from '../../frame/forms/form.ts';
import { readFields, readFilled, writeFields } from '../../frame/forms/field-table.tsx';
import { FLAG_BOXES } from './flags.ts';
import { LIMITS } from './limits-section.tsx';
import { VARIANTS } from './variants-section.tsx';

/** The forms of the page "What happens on a scan": their first values, and what they request. */

/** The cards of the page, by their ids. */
export const CARDS = ['limits', 'access', 'rules', 'variants', 'campaign', 'preview', 'links'] as const;
export type Section = (typeof CARDS)[number];

/**
 * What all cards open with: their fields have the names of the settings. For a code without a split, `target` is proposed as its first
 * variant.
 */
export function toControlForm(control: Control | null, timeZone: TimeZone, target?: string): Form {
  const { startsAtMs, endsAtMs } = control ?? NO_CONTROL;
  const { rules: _, ...settings } = toControlSettings(control ?? NO_CONTROL);
  const proposed =
    target === undefined
      ? []
      : [
          { name: 'A', target, weight: 50 },
          { name: 'B', weight: 50 },
        ];
  const shown = {
    starts_at: formatField(startsAtMs, timeZone),
    ends_at: formatField(endsAtMs, timeZone),
    variants: settings.variants ?? proposed,
  };
  return new Form(writeFields({ ...settings, ...shown }));
}

export function readLimits(form: Form, { startsAtMs, endsAtMs }: Control, timeZone: TimeZone): EditBody {
  return {
    ...readFields(form, LIMITS),
    starts_at: readTime(form, 'starts_at', timeZone, startsAtMs),
    ends_at: readTime(form, 'ends_at', timeZone, endsAtMs),
  };
}

/** An empty password keeps the current one: it is never shown, so it cannot be sent back. */
export function readAccess(form: Form): EditBody {
  return {
    password: form.isChecked('remove_password') ? null : form.value('password') || undefined,
    ...readFields(form, FLAG_BOXES),
  };
}

/** The text of a time field. */
export function formatField(timeMs: number | null, timeZone: TimeZone): string {
  return timeMs === null ? '' : formatLocalTime(timeMs, timeZone);
}

/** The time of a field. An unchanged one keeps its milliseconds, and its place if clocks repeat the hour. */
export function readTime(
  form: Form,
  name: string,
  timeZone: TimeZone,
  currentMs: number | null,
): string | null {
  const text = form.trimmed(name).slice(0, 16);
  if (text === '') return null;
  const timeMs = text === formatField(currentMs, timeZone) ? currentMs : parseLocalTime(text, timeZone);
  // The check that follows reports an invalid time.
  return timeMs === null ? text : new Date(timeMs).toISOString();
}

/** Empty rows are ignored; without any others, the code is not split. */
export function readVariants(form: Form): EditBody {
  if (form.isChecked('end')) return { variants: null };
  const { variants: rows = [] } = readFilled(form, VARIANTS) as {
    readonly variants?: readonly TypedVariant[];
  };
  const variants = rows.filter(({ name, target, weight }) => Boolean(name ?? target ?? weight));
  return { variants: variants.length === 0 ? null : giveRest(variants) };
}

type TypedVariant = { readonly [part in keyof Variant]?: string | number };

/** If a single share is left empty, it is what the others leave. */
function giveRest(rows: readonly TypedVariant[]): readonly TypedVariant[] {
  if (rows.filter(({ weight }) => weight === undefined).length !== 1) return rows;
  const sum = rows.reduce((total, { weight }) => total + (Number(weight) || 0), 0);
  return rows.map((row) => ({ ...row, weight: row.weight ?? Math.max(0, SHARES - sum) }));
}
