import { type Control, NO_CONTROL } from '#core/control/control.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { type ControlRequest, MAX_VARIANTS } from '#core/control/checks/control-request.ts';
import { formatLocalTime, parseLocalTime } from '#core/control/local-clock.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { Form } from '../frame/forms/form.ts';

/** The forms of the page "What happens on a scan": what they show at first, and what they ask for. */

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

/** An empty password leaves the present one: it is never shown, so it cannot be sent back. */
export function readLimits(form: Form, timeZone: TimeZone, current: Control | null): ControlRequest {
  const { startsAtMs, endsAtMs } = current ?? NO_CONTROL;
  const maxScans = form.trimmed('max_scans');
  const password = form.isChecked('remove_password') ? null : form.value('password') || undefined;
  return {
    startsAt: readTime(form, 'starts_at', timeZone, startsAtMs),
    endsAt: readTime(form, 'ends_at', timeZone, endsAtMs),
    maxScans: maxScans === '' ? null : Number(maxScans),
    fallbackUrl: form.trimmed('fallback_url') || null,
    password,
    forwardsQuery: form.isChecked('forward_query'),
  };
}

/** What a field for a time shows. */
export function formatField(timeMs: number | null, timeZone: TimeZone): string {
  return timeMs === null ? '' : formatLocalTime(timeMs, timeZone);
}

/** The time of a field. One that was left as it is shown stays to the millisecond, and in its own of the two hours that clocks show twice. */
export function readTime(
  form: Form,
  name: string,
  timeZone: TimeZone,
  currentMs: number | null,
): string | null {
  const text = form.trimmed(name).slice(0, 16);
  if (text === '') return null;
  const timeMs = text === formatField(currentMs, timeZone) ? currentMs : parseLocalTime(text, timeZone);
  // What is no time is told as such by the check that follows.
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

/** Rows that are wholly empty are none; without any the code is not split. */
export function readVariants(form: Form): ControlRequest {
  const rows = Array.from({ length: MAX_VARIANTS }, (_, i) => ({
    name: form.trimmed(`variant_${i}_name`),
    target: form.trimmed(`variant_${i}_target`),
    weight: form.trimmed(`variant_${i}_weight`),
  })).filter(({ name, target, weight }) => `${name}${target}${weight}` !== '');
  const variants = rows.map(({ name, target, weight }) => ({
    name,
    target,
    weight: Number(weight || Number.NaN),
  }));
  return { variants: variants.length === 0 ? null : variants };
}

/** Puts what is wrong beside the field that it is about; what has none beside the form. */
export function refuse(form: Form, problems: readonly Problem[]): void {
  for (const problem of problems) {
    const { field } = problem;
    const variant = /^variants\[(\d+)\]\.(name|target|weight)$/.exec(field);
    const rule = /^rules\[\d+\]\.(?:when\.)?(\w+)/.exec(field)?.[1];
    const name = variant ? `variant_${variant[1]}_${variant[2]}` : rule ? toRuleField(rule) : field;
    // Several values share a field.
    const [, place] = /\[(\d+)\]$/.exec(field) ?? [];
    const subject = place === undefined ? 'This' : `Value ${Number(place) + 1}`;
    form.refuse(FIELDS.has(name) || variant ? name : '', sayInForm(problem, subject));
  }
}

const FIELDS: ReadonlySet<string> = new Set([
  'starts_at',
  'ends_at',
  'max_scans',
  'fallback_url',
  'password',
  'rule_name',
  'rule_target',
  'country',
  'not_country',
  'region',
  'language',
  'os',
  'browser',
  'query',
  'from',
  'until',
  'hours_from',
  'rule_tz',
]);

function toRuleField(name: string): string {
  switch (name) {
    case 'name':
    case 'target':
      return `rule_${name}`;
    case 'hours':
      return 'hours_from';
    case 'timezone':
      return 'rule_tz';
    default:
      return name;
  }
}
