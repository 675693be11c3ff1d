import { toControlSettings, toWhen } from '#contract/codes/control.ts';
import type { ConditionsRequest } from '#core/control/checks/check-conditions.ts';
import { COUNTRIES } from '#core/control/countries.ts';
import { WEEKDAYS } from '#core/control/conditions.ts';
import type { Control, Rule } from '#core/control/control.ts';
import { DEVICES } from '#core/scans/device.ts';
import { parseTimeZone, type TimeZone, UTC } from '#core/scans/time-zone.ts';
import { BROWSER_NAMES, OPERATING_SYSTEM_NAMES } from '#core/scans/user-agent.ts';
import type { EditBody } from '../save-edit.ts';
import { Form } from '../../frame/forms/form.ts';
import { listPicked, toPicked } from '../../kit/choices/picker.tsx';
import { LANGUAGE_TAGS } from './choices.ts';
import { formatField, readTime } from './read-form.ts';

/** The form of one rule: its first values, and what it requests. */

/** Conditions with several values, each with the values that its picker offers. */
const LISTS = {
  country: COUNTRIES,
  not_country: COUNTRIES,
  region: [],
  language: LANGUAGE_TAGS,
  os: OPERATING_SYSTEM_NAMES,
  browser: BROWSER_NAMES,
} as const satisfies { readonly [list in RuleCondition]?: readonly string[] };

const LIST_NAMES = Object.keys(LISTS) as (keyof typeof LISTS)[];

/** The fields for values that no picker offers. */
const TYPED: { readonly [list in RuleCondition]?: string } = {
  region: 'region',
  language: 'other_languages',
};

/** What a rule can ask for. Each has a box, `with_…`, that shows its fields. */
export type RuleCondition =
  | 'country'
  | 'not_country'
  | 'region'
  | 'device'
  | 'language'
  | 'os'
  | 'browser'
  | 'query'
  | 'period'
  | 'hours'
  | 'weekdays';

/** It begins with the condition that most rules have. */
export function toNewRuleForm(timeZone: TimeZone): Form {
  return new Form([
    ['rule_tz', timeZone],
    ['with_country', 'on'],
  ]);
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
    ...listChosen(said).map((condition) => [`with_${condition}`, 'on'] as const),
    ...LIST_NAMES.flatMap((list) => toListFields(list, said[list] ?? [])),
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

/** The conditions of a rule, as the form names them. */
function listChosen({ from, until, ...said }: ReturnType<typeof toWhen>): string[] {
  const chosen = { ...said, period: from ?? until, timezone: undefined };
  return Object.entries(chosen).flatMap(([name, value]) => (value === undefined ? [] : name));
}

/** A box for each value that the picker offers, and a field for the others. */
function toListFields(list: keyof typeof LISTS, values: readonly string[]): [name: string, value: string][] {
  const offered: readonly string[] = LISTS[list];
  const others = values.filter((value) => !offered.includes(value)).join(', ');
  const typed = TYPED[list];
  return [
    ...toPicked(
      list,
      values.filter((value) => offered.includes(value)),
    ),
    ...(typed === undefined ? [] : [[typed, others] as [string, string]]),
  ];
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
  const time = (name: 'from' | 'until') =>
    readTime(form, name, zone, current?.when[`${name}Ms`] ?? null) ?? undefined;
  // A form without the boxes was opened before there were any: all of its fields count.
  const isChosen = (condition: RuleCondition) =>
    form.value('conditions') === '' || form.isChecked(`with_${condition}`);
  const ifChosen = <T>(condition: RuleCondition, read: () => T) => (isChosen(condition) ? read() : undefined);
  const said: { readonly [list in keyof typeof LISTS]?: readonly string[] | undefined } =
    current === null ? {} : toWhen(current.when);
  const when = {
    ...Object.fromEntries(
      LIST_NAMES.map((list) => [list, ifChosen(list, () => listOf(form, list, said[list]))]),
    ),
    device: ifChosen('device', () => orNone(listPicked(form, 'device', DEVICES))),
    query: ifChosen('query', () => readQuery(form.trimmed('query'))),
    from: ifChosen('period', () => time('from')),
    until: ifChosen('period', () => time('until')),
    weekdays: ifChosen('weekdays', () => orNone(listPicked(form, 'weekday', WEEKDAYS))),
    hours: ifChosen('hours', () => readHours(form)),
    timezone,
  };
  return { name: form.trimmed('rule_name') || null, target: form.address('rule_target'), when };
}

/** The chosen values and the typed ones, such as `gsw, es-419`. Those that the rule has already keep their order. */
function listOf(
  form: Form,
  list: keyof typeof LISTS,
  said: readonly string[] = [],
): readonly string[] | undefined {
  const typed = form.value(TYPED[list] ?? '').split(/[\s,;]/);
  const values = [...listPicked(form, list, LISTS[list]), ...typed.filter((value) => value !== '')];
  return orNone([
    ...said.filter((value) => values.includes(value)),
    ...values.filter((value) => !said.includes(value)),
  ]);
}

function readHours(form: Form): [from: string, until: string] | undefined {
  const [from, until] = [form.trimmed('hours_from'), form.trimmed('hours_until')];
  return from === '' && until === '' ? undefined : [from || '00:00', until || '24:00'];
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
