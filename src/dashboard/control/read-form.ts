import type { ConditionsRequest } from '#core/control/check-conditions.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import type { ControlProblem } from '#core/control/control-problem.ts';
import { type ControlRequest, MAX_VARIANTS, type RuleRequest } from '#core/control/control-request.ts';
import { WEEKDAYS } from '#core/control/conditions.ts';
import { formatLocalTime, parseLocalTime } from '#core/control/local-clock.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { Form } from '../frame/form.ts';

/** The forms of the page "What happens on a scan": what they show at first, and what they ask for. */

export function toLimitsForm(control: Control | null, timeZone: TimeZone): Form {
  const { startsAtMs, endsAtMs, maxScans, fallbackUrl, forwardsQuery } = control ?? NO_CONTROL;
  const local = (timeMs: number | null) => (timeMs === null ? '' : formatLocalTime(timeMs, timeZone));
  return new Form([
    ['starts_at', local(startsAtMs)],
    ['ends_at', local(endsAtMs)],
    ['max_scans', maxScans === null ? '' : String(maxScans)],
    ['fallback_url', fallbackUrl ?? ''],
    ['forward_query', forwardsQuery ? 'on' : ''],
  ]);
}

/** An empty password leaves the present one: it is never shown, so it cannot be sent back. */
export function readLimits(form: Form, timeZone: TimeZone): ControlRequest {
  const maxScans = form.trimmed('max_scans');
  const password = form.isChecked('remove_password') ? null : form.value('password') || undefined;
  return {
    startsAt: readTime(form, 'starts_at', timeZone),
    endsAt: readTime(form, 'ends_at', timeZone),
    maxScans: maxScans === '' ? null : Number(maxScans),
    fallbackUrl: form.trimmed('fallback_url') || null,
    password,
    forwardsQuery: form.isChecked('forward_query'),
  };
}

function readTime(form: Form, name: string, timeZone: TimeZone): string | null {
  const text = form.trimmed(name).slice(0, 16);
  if (text === '') return null;
  const timeMs = parseLocalTime(text, timeZone);
  // What is no time is told as such by the check that follows.
  return timeMs === null ? text : new Date(timeMs).toISOString();
}

export function readRule(form: Form, timeZone: TimeZone): RuleRequest {
  const weekdays = WEEKDAYS.filter((day) => form.isChecked(`weekday_${day}`));
  const from = form.trimmed('hours_from');
  const until = form.trimmed('hours_until');
  const time = (name: string) => readTime(form, name, timeZone) ?? undefined;
  const when: ConditionsRequest = {
    country: listOf(form, 'country'),
    notCountry: listOf(form, 'not_country'),
    region: listOf(form, 'region'),
    language: listOf(form, 'language'),
    os: listOf(form, 'os'),
    device: listOf(form, 'device'),
    browser: form.value('browser') === '' ? undefined : [form.value('browser')],
    query: readQuery(form.trimmed('query')),
    from: time('from'),
    until: time('until'),
    weekdays: weekdays.length === 0 ? undefined : weekdays,
    hours: from === '' && until === '' ? undefined : [from || '00:00', until || '24:00'],
    timeZone,
  };
  return { name: form.trimmed('rule_name') || null, target: form.trimmed('rule_target'), when };
}

/** `DE, AT` */
function listOf(form: Form, name: string): string[] | undefined {
  const values = form
    .value(name)
    .split(/[\s,;]+/)
    .filter((value) => value !== '');
  return values.length === 0 ? undefined : values;
}

/** `table=5&vip`: a name without `=` stands for any value. */
function readQuery(text: string): Record<string, string | null> | undefined {
  const pieces = text
    .replace(/^\?/, '')
    .split('&')
    .filter((piece) => piece !== '');
  if (pieces.length === 0) return undefined;
  return Object.fromEntries(
    pieces.map((piece) => {
      const [[name, value] = ['', '']] = new URLSearchParams(piece);
      return [name, piece.includes('=') ? value : null];
    }),
  );
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
export function refuse(form: Form, problems: readonly ControlProblem[]): void {
  for (const { field, message } of problems) {
    const variant = /^variants\[(\d+)\]\.(name|target|weight)$/.exec(field);
    const rule = /^rules\[\d+\]\.(?:when\.)?(\w+)/.exec(field)?.[1];
    const name = variant ? `variant_${variant[1]}_${variant[2]}` : rule ? toRuleField(rule) : field;
    const text = message.replaceAll(/"(?:rules|variants)\[\d+\]\.(?:when\.)?([\w[\]]+)"/g, '"$1"');
    form.refuse(FIELDS.has(name) || variant ? name : '', text);
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
  'device',
  'browser',
  'query',
  'from',
  'until',
  'hours_from',
]);

function toRuleField(name: string): string {
  switch (name) {
    case 'name':
    case 'target':
      return `rule_${name}`;
    case 'hours':
      return 'hours_from';
    default:
      return name;
  }
}
