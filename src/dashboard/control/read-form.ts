import { type Control, NO_CONTROL } from '#core/control/control.ts';
import { MAX_VARIANTS } from '#core/control/checks/control-request.ts';
import { formatLocalTime, parseLocalTime } from '#core/control/local-clock.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import type { EditBody } from '../codes/save-edit.ts';
import { Form } from '../frame/forms/form.ts';

/** The forms of the page "What happens on a scan": their first values, and what they request. */

/** What the forms that change the code have in common. */
export interface SharedProps {
  /** Of the code’s own page. */
  readonly path: string;
  readonly timeZone: TimeZone;
  /** Which version of the code they were opened on, and whose clocks their times are of. */
  readonly opened: Readonly<Record<string, string>>;
}

export function toLimitsForm(control: Control | null, timeZone: TimeZone): Form {
  const { startsAtMs, endsAtMs, maxScans, fallbackUrl, forwardsQuery } = control ?? NO_CONTROL;
  return new Form([
    ['starts_at', formatField(startsAtMs, timeZone)],
    ['ends_at', formatField(endsAtMs, timeZone)],
    ['max_scans', maxScans === null ? '' : String(maxScans)],
    ['fallback_url', fallbackUrl ?? ''],
    ['forward_query', forwardsQuery ? 'on' : ''],
  ]);
}

/** An empty password keeps the current one: it is never shown, so it cannot be sent back. */
export function readLimits(form: Form, { startsAtMs, endsAtMs }: Control, timeZone: TimeZone): EditBody {
  return {
    starts_at: readTime(form, 'starts_at', timeZone, startsAtMs),
    ends_at: readTime(form, 'ends_at', timeZone, endsAtMs),
    max_scans: form.number('max_scans') ?? null,
    fallback_url: form.trimmed('fallback_url') || null,
    password: form.isChecked('remove_password') ? null : form.value('password') || undefined,
    forward_query: form.isChecked('forward_query'),
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

export function toVariantsForm(control: Control | null): Form {
  const { variants } = control ?? NO_CONTROL;
  return new Form(
    variants.flatMap(({ name, target, weight }, i) => [
      [`variant_${i}_name`, name] as const,
      [`variant_${i}_target`, target] as const,
      [`variant_${i}_weight`, String(weight)] as const,
    ]),
  );
}

/** Completely empty rows are ignored; without any others, the code is not split. */
export function readVariants(form: Form): EditBody {
  const rows = Array.from({ length: MAX_VARIANTS }, (_, i) => ({
    name: form.trimmed(`variant_${i}_name`),
    target: form.trimmed(`variant_${i}_target`),
    weight: form.number(`variant_${i}_weight`),
  }));
  const variants = rows.filter(({ name, target, weight }) => `${name}${target}${weight ?? ''}` !== '');
  return { variants: variants.length === 0 ? null : variants };
}

const RULE_FIELDS: Readonly<Record<string, string>> = {
  name: 'rule_name',
  target: 'rule_target',
  hours: 'hours_from',
  timezone: 'rule_tz',
};

/** The form field for a path of the interface. Several values share a field. */
export function toField(path: string): string {
  const [list, place, ...rest] = path.split(/[.[\]]+/);
  if (list === 'variants') return `variant_${place}_${rest[0]}`;
  const name = rest.find((step) => step !== 'when') ?? '';
  return list === 'rules' ? (RULE_FIELDS[name] ?? name) : path;
}
