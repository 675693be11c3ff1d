import { FACT_NAMES } from '#core/control/facts.ts';
import { WEEKDAYS } from '#core/control/conditions.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import type { FieldTable } from '../../../frame/forms/field-table.tsx';
import { TIME_ZONE } from '../../../scans/time-zones.tsx';
import { countryChoices, languageChoices } from '../choices.ts';
import { FACT_WORDS, toFactFields } from '../facts.ts';
import { nameWeekday } from '../words.ts';

/** One rule: `rule` is its place among the others, which the form does not know. */
export const RULE = {
  'rule.when.country': { kind: 'list', label: 'In these countries', options: countryChoices },
  'rule.when.not_country': { kind: 'list', label: 'Not in these countries', options: countryChoices },
  'rule.when.region': {
    kind: 'list',
    label: 'In these regions',
    hint: () => say('For example {examples}', { examples: 'DE-BY, US-CA' }),
  },
  'rule.when.language': {
    kind: 'list',
    label: 'With these languages',
    options: languageChoices,
    others: {
      label: 'Other languages, by their tags',
      hint: () => say('For example {examples}', { examples: 'gsw, es-419' }),
      attributes: { autocapitalize: 'none' },
    },
  },
  ...toFactFields('rule.when.', ({ field, options }) => ({ ...field, options })),
  'rule.when.query': {
    kind: 'exact',
    label: 'With these URL parameters in the short link',
    hint: 'For example table=5, or table for any value',
  },
  'rule.when.from': { kind: 'moment', label: 'From' },
  'rule.when.until': { kind: 'moment', label: 'Until' },
  'rule.when.hours[0]': { kind: 'time', label: 'Every day from' },
  'rule.when.hours[1]': {
    kind: 'time',
    label: 'Every day until',
    hint: 'May be after midnight: 22:00 to 02:00.',
  },
  'rule.when.weekdays': {
    kind: 'boxes',
    label: 'On these weekdays',
    options: () => WEEKDAYS.map((value) => ({ value, label: nameWeekday(value) })),
  },
  'rule.when.timezone': { ...TIME_ZONE, label: 'In the time zone' },
  'rule.target': { kind: 'address', label: 'Lead to', isRequired: true },
  'rule.name': {
    kind: 'name',
    label: 'Name of the rule',
    hint: 'For the statistics. Leave it empty to name the rule by its position.',
    attributes: { spellcheck: 'false' },
  },
} as const satisfies FieldTable;

export type RuleField = keyof typeof RULE;

/** What a rule can ask for, with its fields. Each has a box, `with_…`, that shows them. */
export const CONDITIONS: readonly (readonly [name: string, label: PlainMessage, ...fields: RuleField[]])[] = [
  ['country', 'Country', 'rule.when.country'],
  ['not_country', 'Excluded countries', 'rule.when.not_country'],
  ['region', 'Region', 'rule.when.region'],
  ['language', 'Language', 'rule.when.language'],
  ...FACT_NAMES.map((name) => [name, FACT_WORDS[name].name, `rule.when.${name}`] as const),
  ['query', 'URL parameters', 'rule.when.query'],
  ['period', 'Period', 'rule.when.from', 'rule.when.until'],
  ['hours', 'Time of day', 'rule.when.hours[0]', 'rule.when.hours[1]'],
  ['weekdays', 'Weekdays', 'rule.when.weekdays'],
];
