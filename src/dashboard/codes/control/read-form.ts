import { toControlSettings } from '#contract/codes/control.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import { readFlags } from '#core/control/flags.ts';
import { MAX_VARIANTS } from '#core/control/checks/control-request.ts';
import { formatLocalTime, parseLocalTime } from '#core/control/local-clock.ts';
import { SHARES } from '#core/control/variants.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import type { EditBody } from '../save-edit.ts';
import { Form } from '../../frame/forms/form.ts';
import { readFields, writeFields } from '../../frame/forms/field-table.tsx';
import { PREVIEW } from './campaign-section.tsx';
import { FLAG_BOXES } from './flags.ts';
import { LIMIT_NAMES, LIMITS } from './limits-section.tsx';
import { UTM, writeUtm } from '../templates/utm-fields.tsx';

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
  return { utm: readFields(form, UTM) };
}

export function toPreviewForm(control: Control | null): Form {
  const { title = null, description = null, image = null } = control?.preview ?? {};
  return new Form(writeFields(nameIn('preview', { title, description, image })));
}

export function readPreview(form: Form): EditBody {
  return { preview: readFields(form, PREVIEW) };
}

/** The texts of a field of the interface, by the names of their inputs. */
function nameIn(field: string, texts: Readonly<Record<string, string | null>>) {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${field}_${name}`, text]));
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
  return new Form(
    (variants.length > 0 ? variants : proposed).flatMap((variant, i) =>
      writeFields({ ...variant }).map(([part, value]) => [`variant_${i}_${part}`, value] as const),
    ),
  );
}

/** Empty rows are ignored; without any others, the code is not split. */
export function readVariants(form: Form): EditBody {
  if (form.isChecked('end')) return { variants: null };
  const rows = Array.from({ length: MAX_VARIANTS }, (_, i) => ({
    name: form.trimmed(`variant_${i}_name`),
    target: form.address(`variant_${i}_target`),
    weight: form.number(`variant_${i}_weight`),
  }));
  const variants = rows.filter(({ name, target, weight }) => `${name}${target}` !== '' || Boolean(weight));
  return { variants: variants.length === 0 ? null : giveRest(variants) };
}

/** If a single share is left empty, it is what the others leave. */
function giveRest<Row extends { readonly weight: number | string | undefined }>(rows: readonly Row[]) {
  if (rows.filter(({ weight }) => weight === undefined).length !== 1) return rows;
  const sum = rows.reduce((total, { weight }) => total + (Number(weight) || 0), 0);
  return rows.map((row) => ({ ...row, weight: row.weight ?? Math.max(0, SHARES - sum) }));
}

const RULE_FIELDS: Readonly<Record<string, string>> = {
  name: 'rule_name',
  target: 'rule_target',
  hours: 'hours_from',
  timezone: 'rule_tz',
  // No picker offers a value that is refused.
  language: 'other_languages',
};

/** The form field for a path of the interface. Several values share a field. */
export function toField(path: string): string {
  const [list, place, ...rest] = path.split(/[.[\]]+/);
  if (list === 'variants') return `variant_${place}_${rest[0]}`;
  if (list === 'utm' || list === 'preview') return path.replace('.', '_');
  const name = rest.find((step) => step !== 'when') ?? '';
  return list === 'rules' ? (RULE_FIELDS[name] ?? name) : path;
}
