import { toControlSettings } from '#contract/codes/control.ts';
import type { RecordedControl, Rule, Variant } from '#core/control/control.ts';
import type { TypedLink } from '#core/gs1/typed-link.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { formatCount } from '../../kit/format-count.ts';
import { FLAG_DEEDS } from './flags.ts';
import { LIMIT_NAMES, LIMITS } from './limits-section.tsx';
import { describeConditions, describeLink, describePreview, describeUtm, formatTime } from './words.ts';
import { formatPercent } from '../../kit/format-count.ts';

/** The changes of an edit to a code's settings for scans, in words. */
export interface ControlChange {
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

type Part = readonly [what: PlainMessage, describe: (control: RecordedControl) => string];

const sayWhether = (is: boolean) => (is ? say('yes') : say('no'));

const PARTS: readonly Part[] = [
  ...FLAG_DEEDS.map(([does, name]): Part => [does, (control) => sayWhether(control[name] ?? false)]),
  ...LIMIT_NAMES.map((name): Part => [LIMITS[name].label, (control) => describeLimit(name, control)]),
  ['Campaign parameters', ({ utm }) => (utm ? describeUtm(utm) : say('none'))],
  ['Link preview', ({ preview }) => (preview ? describePreview(preview) : say('none'))],
  // Its name has taken the place of its id.
  ['Picture of the link preview', ({ preview }) => preview?.image ?? say('none')],
];

function describeLimit(name: (typeof LIMIT_NAMES)[number], control: RecordedControl): string {
  const value = toControlSettings(control)[name];
  if (value === null) return say('none');
  if (typeof value === 'number') return formatCount(value);
  return LIMITS[name].kind === 'moment' ? formatTime(Date.parse(value), UTC) : value;
}

export function listControlChanges(from: RecordedControl, to: RecordedControl): ControlChange[] {
  return [
    ...PARTS.map(([what, describe]) => ({ what: say(what), from: describe(from), to: describe(to) })),
    ...listPasswordChange(from, to),
    compareLists(say('Rules'), from.rules.map(describeRule), to.rules.map(describeRule)),
    compareOrder(say('Order of the rules'), from.rules, to.rules),
    compareLists(say('Links by type'), (from.links ?? []).map(listLink), (to.links ?? []).map(listLink)),
    compareLists(say('Variants'), from.variants.map(describeVariant), to.variants.map(describeVariant)),
  ].filter((change) => change.from !== change.to);
}

/** The history contains no passwords, only that they differ. */
function listPasswordChange(from: RecordedControl, to: RecordedControl): ControlChange[] {
  if (from.password?.salt === to.password?.salt) return [];
  const before = from.password ? say('a password') : say('none');
  const after = to.password ? (from.password ? say('another password') : say('a password')) : say('none');
  return [{ what: say('Password'), from: before, to: after }];
}

function describeRule({ name, when, target }: Rule): string {
  return `${name}: ${describeConditions(when)} → ${target}`;
}

function describeVariant({ name, weight, target }: Variant): string {
  return `${name}: ${formatPercent(weight / 100)} → ${target}`;
}

function listLink(link: TypedLink): string {
  return `${describeLink(link)} → ${link.href}`;
}

/** What was removed and what was added: a person who changed one of twenty rules wants to see that one. */
function compareLists(what: string, from: readonly string[], to: readonly string[]): ControlChange {
  const list = (entries: readonly string[], others: readonly string[]) =>
    entries.filter((entry) => !others.includes(entry)).join('; ') || say('none');
  return { what, from: list(from, to), to: list(to, from) };
}

/** For the rules that are in both. */
function compareOrder(what: string, from: readonly Rule[], to: readonly Rule[]): ControlChange {
  const list = (rules: readonly Rule[], others: readonly Rule[]) =>
    rules
      .map(({ name }) => name)
      .filter((name) => others.some((other) => other.name === name))
      .join(', ');
  return { what, from: list(from, to), to: list(to, from) };
}
