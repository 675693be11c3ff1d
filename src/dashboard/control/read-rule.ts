import { toControlSettings, toWhen } from '#contract/codes/control.ts';
import type { ConditionsRequest } from '#core/control/checks/check-conditions.ts';
import { WEEKDAYS } from '#core/control/conditions.ts';
import type { Control, Rule } from '#core/control/control.ts';
import { DEVICES } from '#core/scans/device.ts';
import { parseTimeZone, type TimeZone, UTC } from '#core/scans/time-zone.ts';
import type { EditBody } from '../codes/save-edit.ts';
import { Form } from '../frame/forms/form.ts';
import { formatField, readTime } from './read-form.ts';

/** The form of one rule: its first values, and what it requests. */

/** Conditions with several values in one field, which has the name of its condition. */
const LISTS = ['country', 'not_country', 'region', 'language', 'os', 'browser'] as const;

export function toNewRuleForm(timeZone: TimeZone): Form {
  return new Form([['rule_tz', timeZone]]);
}

/** A rule with a time zone is shown in that zone, any other rule in the page's. */
export function toRuleForm({ name, target, when }: Rule, pageZone: TimeZone): Form {
  const said = toWhen(when);
  const zone = said.timezone ?? pageZone;
  const [hoursFrom = '', hoursUntil = ''] = said.hours ?? [];
  return new Form([
    ['editing', name],
    ['rule_name', name],
    ['rule_target', target],
    ...LISTS.map((list) => [list, (said[list] ?? []).join(', ')] as const),
    ['query', formatQuery(said.query ?? {})],
    ...(when.device ?? []).map((device) => [`device_${device}`, 'on'] as const),
    ['rule_tz', zone],
    ['from', formatField(when.fromMs ?? null, zone)],
    ['until', formatField(when.untilMs ?? null, zone)],
    ...(when.weekdays ?? []).map((day) => [`weekday_${day}`, 'on'] as const),
    ['hours_from', hoursFrom],
    // A field for a time of day cannot show 24:00, so empty means the end of the day.
    ['hours_until', hoursUntil === '24:00' ? '' : hoursUntil],
  ]);
}

/** The rules with the form's in place of the one that it edits, or after the others if none has this name. */
export function placeRule(form: Form, control: Control, pageZone: TimeZone): EditBody {
  const { rules } = toControlSettings(control);
  const index = rules.findIndex(({ name }) => name === form.value('editing'));
  const rule = readRule(form, control.rules[index] ?? null, pageZone);
  return { rules: index === -1 ? [...rules, rule] : rules.map((other, i) => (i === index ? rule : other)) };
}

/** The rules with one of them moved or removed; unchanged if the form names no such place. */
export function moveRuleTo(form: Form, control: Control): EditBody {
  const { rules } = toControlSettings(control);
  const index = readPlace(form, 'index', rules);
  const to = form.value('to') === 'remove' ? 'remove' : readPlace(form, 'to', rules);
  if (index === null || to === null) return { rules };
  const moved = rules.splice(index, 1);
  if (to !== 'remove') rules.splice(to, 0, ...moved);
  return { rules };
}

function readPlace(form: Form, name: string, rules: readonly unknown[]): number | null {
  const place = Number(/^\d{1,2}$/.exec(form.value(name))?.[0] ?? Number.NaN);
  return place < rules.length ? place : null;
}

function readRule(form: Form, current: Rule | null, pageZone: TimeZone) {
  const timezone = form.trimmed('rule_tz') || pageZone;
  // The check that follows reports an unknown zone.
  const zone = parseTimeZone(timezone) ?? UTC;
  const from = form.trimmed('hours_from');
  const until = form.trimmed('hours_until');
  const time = (name: 'from' | 'until') =>
    readTime(form, name, zone, current?.when[`${name}Ms`] ?? null) ?? undefined;
  const when = {
    ...Object.fromEntries(LISTS.map((list) => [list, listOf(form, list)])),
    device: orNone(DEVICES.filter((device) => form.isChecked(`device_${device}`))),
    query: readQuery(form.trimmed('query')),
    from: time('from'),
    until: time('until'),
    weekdays: orNone(WEEKDAYS.filter((day) => form.isChecked(`weekday_${day}`))),
    hours: from === '' && until === '' ? undefined : [from || '00:00', until || '24:00'],
    timezone,
  };
  return { name: form.trimmed('rule_name') || null, target: form.address('rule_target'), when };
}

/** `DE, AT`. Names of browsers have spaces. */
function listOf(form: Form, name: (typeof LISTS)[number]): readonly string[] | undefined {
  const values = form.value(name).split(name === 'browser' ? /[,;]/ : /[\s,;]/);
  return orNone(values.map((value) => value.trim()).filter((value) => value !== ''));
}

/** A condition without values is left out. */
function orNone<T>(values: readonly T[]): readonly T[] | undefined {
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

/** `table=5&vip`: a name without `=` allows any value. */
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
