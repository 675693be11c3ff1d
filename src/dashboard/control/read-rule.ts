import type { ConditionsRequest } from '#core/control/checks/check-conditions.ts';
import { WEEKDAYS } from '#core/control/conditions.ts';
import type { Rule } from '#core/control/control.ts';
import type { RuleRequest } from '#core/control/checks/control-request.ts';
import { toConditionsRequest, toRuleRequest } from '#core/control/checks/to-request.ts';
import { DEVICES } from '#core/scans/device.ts';
import { parseTimeZone, type TimeZone, UTC } from '#core/scans/time-zone.ts';
import { Form } from '../frame/forms/form.ts';
import { formatField, readTime } from './read-form.ts';

/** The form of one rule: what it shows at first, and what it asks for. */

export function toNewRuleForm(timeZone: TimeZone): Form {
  return new Form([['rule_tz', timeZone]]);
}

/** A rule of the clocks of some place is shown by these clocks; any other by those of the page. */
export function toRuleForm({ name, target, when }: Rule, pageZone: TimeZone): Form {
  const request: ConditionsRequest = toConditionsRequest(when);
  const zone = request.timeZone === undefined ? pageZone : when.timeZone;
  const [hoursFrom = '', hoursUntil = ''] = request.hours ?? [];
  return new Form([
    ['editing', name],
    ['rule_name', name],
    ['rule_target', target],
    ['country', joined(request.country)],
    ['not_country', joined(request.notCountry)],
    ['region', joined(request.region)],
    ['language', joined(request.language)],
    ['os', joined(request.os)],
    ['browser', joined(request.browser)],
    ['query', formatQuery(request.query ?? {})],
    ...(when.device ?? []).map((device) => [`device_${device}`, 'on'] as const),
    ['rule_tz', zone],
    ['from', formatField(when.fromMs ?? null, zone)],
    ['until', formatField(when.untilMs ?? null, zone)],
    ...(when.weekdays ?? []).map((day) => [`weekday_${day}`, 'on'] as const),
    ['hours_from', hoursFrom],
    // A field for a time of day cannot show it; empty is the end of the day.
    ['hours_until', hoursUntil === '24:00' ? '' : hoursUntil],
  ]);
}

/** The rules with the form's in the place of the one that it edits, or behind the others where there is none of this name. */
export function placeRule(rules: readonly Rule[], form: Form, pageZone: TimeZone): RuleRequest[] {
  const requests = rules.map(toRuleRequest);
  const index = rules.findIndex(({ name }) => name === form.value('editing'));
  const request = readRule(form, rules[index] ?? null, pageZone);
  return index === -1 ? [...requests, request] : requests.with(index, request);
}

/** The rules with one of them at another place, or without it; as they are where the form names no such place. */
export function moveRuleTo(rules: readonly Rule[], form: Form): RuleRequest[] {
  const requests = rules.map(toRuleRequest);
  const index = readPlace(form, 'index', rules);
  const to = form.value('to') === 'remove' ? 'remove' : readPlace(form, 'to', rules);
  if (index === null || to === null) return requests;
  const moved = requests.splice(index, 1);
  if (to !== 'remove') requests.splice(to, 0, ...moved);
  return requests;
}

function readPlace(form: Form, name: string, rules: readonly unknown[]): number | null {
  const place = Number(/^\d{1,2}$/.exec(form.value(name))?.[0] ?? Number.NaN);
  return place < rules.length ? place : null;
}

function readRule(form: Form, current: Rule | null, pageZone: TimeZone): RuleRequest {
  const zoneName = form.trimmed('rule_tz') || pageZone;
  // A name that is no zone is told as such by the check that follows.
  const zone = parseTimeZone(zoneName) ?? UTC;
  const weekdays = WEEKDAYS.filter((day) => form.isChecked(`weekday_${day}`));
  const devices = DEVICES.filter((device) => form.isChecked(`device_${device}`));
  const from = form.trimmed('hours_from');
  const until = form.trimmed('hours_until');
  const time = (name: 'from' | 'until') =>
    readTime(form, name, zone, current?.when[`${name}Ms`] ?? null) ?? undefined;
  const when: ConditionsRequest = {
    country: listOf(form, 'country'),
    notCountry: listOf(form, 'not_country'),
    region: listOf(form, 'region'),
    language: listOf(form, 'language'),
    os: listOf(form, 'os'),
    device: devices.length === 0 ? undefined : devices,
    browser: listOf(form, 'browser', /[,;]/),
    query: readQuery(form.trimmed('query')),
    from: time('from'),
    until: time('until'),
    weekdays: weekdays.length === 0 ? undefined : weekdays,
    hours: from === '' && until === '' ? undefined : [from || '00:00', until || '24:00'],
    timeZone: zoneName,
  };
  return { name: form.trimmed('rule_name') || null, target: form.trimmed('rule_target'), when };
}

function joined(values: readonly string[] | undefined): string {
  return (values ?? []).join(', ');
}

/** `DE, AT` */
function listOf(form: Form, name: string, separator = /[\s,;]/): string[] | undefined {
  const values = form
    .value(name)
    .split(separator)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  return values.length === 0 ? undefined : values;
}

function formatQuery(query: NonNullable<ConditionsRequest['query']>): string {
  return Object.entries(query)
    .map(([name, value]) => {
      const pair = new URLSearchParams([[name, value ?? '']]).toString();
      return value === null ? pair.slice(0, -1) : pair;
    })
    .join('&');
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
