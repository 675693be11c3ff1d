import { toControlSettings } from '#contract/codes/control.ts';
import { type Control, NO_CONTROL, type Variant } from '#core/control/control.ts';
import { readFlags } from '#core/control/flags.ts';
import { formatLocalTime, parseLocalTime } from '#core/control/local-clock.ts';
import { SHARES } from '#core/control/variants.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import type { EditBody } from '../save-edit.ts';
import { Form } from '../../frame/forms/form.ts';
import { readFields, readFilled, writeFields } from '../../frame/forms/field-table.tsx';
import { PREVIEW } from './campaign-section.tsx';
import { FLAG_BOXES } from './flags.ts';
import { LIMIT_NAMES, LIMITS } from './limits-section.tsx';
import { UTM, writeUtm } from '../templates/utm-fields.tsx';
import { VARIANTS } from './variants-section.tsx';

/** The forms of the page "What happens on a scan": their first values, and what they request. */

/** The cards of the page, by their ids. */
export const CARDS = ['limits', 'access', 'rules', 'variants', 'campaign', 'preview'] as const;
export type Section = (typeof CARDS)[number];

export function toLimitsForm(control: Control | null, timeZone: TimeZone): Form {
  const { startsAtMs, endsAtMs } = control ?? NO_CONTROL;
  const settings = toControlSettings(control ?? NO_CONTROL);
  const period = { starts_at: formatField(startsAtMs, timeZone), ends_at: formatField(endsAtMs, timeZone) };
  const limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, settings[name]]));
  return new Form(writeFields({ ...limits, ...period }));
}

export function readLimits(form: Form, { startsAtMs, endsAtMs }: Control, timeZone: TimeZone): EditBody {
  return {
    ...readFields(form, LIMITS),
    starts_at: readTime(form, 'starts_at', timeZone, startsAtMs),
    ends_at: readTime(form, 'ends_at', timeZone, endsAtMs),
  };
}

export function toAccessForm(control: Control | null): Form {
  return new Form(writeFields(readFlags(control ?? NO_CONTROL)));
}

/** An empty password keeps the current one: it is never shown, so it cannot be sent back. */
export function readAccess(form: Form): EditBody {
  return {
    password: form.isChecked('remove_password') ? null : form.value('password') || undefined,
    ...readFields(form, FLAG_BOXES),
  };
}

export function toCampaignForm(control: Control | null): Form {
  return new Form(Object.entries(writeUtm(control?.utm)));
}

export function readCampaign(form: Form): EditBody {
  return readFields(form, UTM);
}

export function toPreviewForm(control: Control | null): Form {
  const { title = null, description = null, image = null } = control?.preview ?? {};
  return new Form(writeFields({ preview: { title, description, image } }));
}

export function readPreview(form: Form): EditBody {
  return readFields(form, PREVIEW);
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

/** The form of the split. For a code without one, `target` is proposed as its first variant. */
export function toVariantsForm(control: Control | null, target?: string): Form {
  const { variants } = control ?? NO_CONTROL;
  const proposed =
    target === undefined
      ? []
      : [
          { name: 'A', target, weight: 50 },
          { name: 'B', target: '', weight: 50 },
        ];
  return new Form(writeFields({ variants: variants.length > 0 ? variants : proposed }));
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
