import { toControlSettings, toWhen } from '#contract/codes/control.ts';
import type { ConditionsRequest } from '#core/control/checks/check-conditions.ts';
import type { Control, Rule } from '#core/control/control.ts';
import { parseTimeZone, type TimeZone, UTC } from '#core/scans/time-zone.ts';
import type { EditBody } from '../../save-edit.ts';
import { readFilled, writeFields } from '../../../frame/forms/field-table.tsx';
import { Form } from '../../../frame/forms/form.ts';
import { formatField, readTime } from '../read-form.ts';
import { CONDITIONS, RULE } from './rule-fields.ts';

/** The form of one rule: its first values, and what it requests. */

/** It begins with the condition that most rules have. */
export function toNewRuleForm(timeZone: TimeZone): Form {
  return new Form([
    ['rule.when.timezone', timeZone],
    ['with_country', 'on'],
  ]);
}

/** A rule with a time zone is shown in that zone, any other rule in the page's. */
export function toRuleForm({ name, target, when }: Rule, pageZone: TimeZone): Form {
  const said = toWhen(when);
  const zone = said.timezone ?? pageZone;
  const [opens, closes] = said.hours ?? [];
  const shown = {
    ...said,
    query: formatQuery(said.query ?? {}),
    timezone: zone,
    from: formatField(when.fromMs ?? null, zone),
    until: formatField(when.untilMs ?? null, zone),
    // A field for a time of day cannot show 24:00, so empty means the end of the day.
    hours: [opens, closes === '24:00' ? '' : closes],
  };
  const chosen: Readonly<Record<string, unknown>> = { ...said, period: said.from ?? said.until };
  return new Form([
    ['editing', name],
    ...CONDITIONS.filter(([condition]) => chosen[condition] !== undefined).map(
      ([condition]) => [`with_${condition}`, 'on'] as const,
    ),
    ...writeFields({ rule: { name, target, when: shown } }, RULE),
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

interface TypedRule {
  readonly target: string;
  readonly name?: string;
  readonly when?: {
    readonly [condition: string]: unknown;
    readonly query?: string;
    readonly hours?: readonly string[];
    readonly timezone?: string;
  };
}

function readRule(form: Form, current: Rule | null, pageZone: TimeZone) {
  // A form without the boxes was opened before there were any: all of its fields count.
  const chosen = CONDITIONS.filter(
    ([condition]) => form.value('conditions') === '' || form.isChecked(`with_${condition}`),
  );
  const fields = chosen.flatMap(([, , ...names]) => names);
  const { rule } = readFilled(form, RULE, ['rule.target', 'rule.name', 'rule.when.timezone', ...fields]) as {
    readonly rule: TypedRule;
  };
  const { timezone = pageZone, query, hours, ...when } = rule.when ?? {};
  // The check that follows reports an unknown zone.
  const zone = parseTimeZone(timezone) ?? UTC;
  const time = (side: 'from' | 'until') =>
    when[side] && readTime(form, `rule.when.${side}`, zone, current?.when[`${side}Ms`] ?? null);
  return {
    ...rule,
    when: {
      ...keepOrder(when, current ? toWhen(current.when) : {}),
      query: query && readQuery(query),
      from: time('from'),
      until: time('until'),
      hours: hours && [hours[0] ?? '00:00', hours[1] ?? '24:00'],
      timezone,
    },
  };
}

/** The values that a condition has already keep their order, so that a rule that is saved as it is does not change. */
function keepOrder(when: Readonly<Record<string, unknown>>, said: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(when).map(([condition, values]) => {
      const before = said[condition];
      if (!Array.isArray(values) || !Array.isArray(before)) return [condition, values];
      const kept = before.filter((value) => values.includes(value));
      return [condition, [...kept, ...values.filter((value) => !kept.includes(value))]];
    }),
  );
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
