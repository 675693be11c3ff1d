import { remember } from '../bounded-map.ts';
import { LINK_TYPES } from '../gs1/link-types.ts';
import type { TypedLink } from '../gs1/typed-link.ts';
import { isObject } from '../is-object.ts';
import { parseImageId } from '../logos/image-id.ts';
import { parseTimeZone } from '../scans/time-zone.ts';
import { WEEKDAYS } from './conditions.ts';
import type { Control } from './control.ts';
import { FACTS, mapFacts } from './facts.ts';
import { FLAG_NAMES, type FlagName } from './flags.ts';
import { UTM_NAMES } from './utm.ts';

/**
 * Stored control: `Control` as JSON. A later version of this code may have written it, so control with any unknown part is not read at all:
 * skipping a condition could send scans where the owner did not intend.
 */
export function parseStoredControl(value: unknown): Control | null {
  return isControl(value) ? (value as Control) : null;
}

type Guard = (value: unknown) => boolean;

const isText: Guard = (value) => typeof value === 'string';
/** Half of a surrogate pair cannot be percent-encoded. */
const isWellFormed: Guard = (value) => typeof value === 'string' && value.isWellFormed();
const isFlag: Guard = (value) => typeof value === 'boolean';
const isInteger: Guard = (value) => Number.isSafeInteger(value);
const orNull =
  (guard: Guard): Guard =>
  (value) =>
    value === null || guard(value);
const orAbsent =
  (guard: Guard): Guard =>
  (value) =>
    value === undefined || guard(value);
const listOf =
  (guard: Guard): Guard =>
  (value) =>
    Array.isArray(value) && value.every(guard);
const oneOf =
  (values: readonly unknown[]): Guard =>
  (value) =>
    values.includes(value);

/** An object with these members and no others. */
function shape(members: Readonly<Record<string, Guard>>): Guard {
  const entries = Object.entries(members);
  return (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name)) &&
    entries.every(([name, guard]) => guard(value[name]));
}

/** An object with a text or null under each of these names. */
function textsNamed(names: readonly string[]): Guard {
  return shape(Object.fromEntries(names.map((name) => [name, orNull(isWellFormed)])));
}

/** Validating a zone takes the platform as long as ten scans. */
const readTimeZone = remember(600, parseTimeZone);

const someTexts = orAbsent(listOf(isText));

const isConditions = shape({
  country: someTexts,
  notCountry: someTexts,
  region: someTexts,
  language: someTexts,
  ...mapFacts((name) => orAbsent(listOf(oneOf(FACTS[name])))),
  query: orAbsent((value) => isObject(value) && Object.values(value).every(orNull(isText))),
  fromMs: orAbsent(isInteger),
  untilMs: orAbsent(isInteger),
  weekdays: orAbsent(listOf(oneOf(WEEKDAYS))),
  hours: orAbsent(shape({ from: isInteger, until: isInteger })),
  timeZone: (value) => typeof value === 'string' && readTimeZone(value) === value,
});

const isControl = shape({
  ...(Object.fromEntries(FLAG_NAMES.map((name) => [name, orAbsent(isFlag)])) as Record<FlagName, Guard>),
  startsAtMs: orNull(isInteger),
  endsAtMs: orNull(isInteger),
  maxScans: orNull(isInteger),
  fallbackUrl: orNull(isText),
  password: orNull(shape({ salt: isText, hash: isText })),
  rules: listOf(shape({ name: isText, target: isText, when: isConditions })),
  variants: listOf(shape({ name: isText, target: isText, weight: isInteger })),
  variantsSinceMs: orNull(isInteger),
  utm: orAbsent(textsNamed(UTM_NAMES)),
  preview: orAbsent(
    shape({
      title: orNull(isWellFormed),
      description: orNull(isWellFormed),
      image: orAbsent((value) => typeof value === 'string' && parseImageId(value) !== null),
      imageSide: orAbsent(isInteger),
    }),
  ),
  links: orAbsent(
    listOf(
      shape({
        type: (value) => typeof value === 'string' && Object.hasOwn(LINK_TYPES, value),
        href: isText,
        title: isWellFormed,
        languages: listOf(isText),
        mediaType: orNull(isText),
        contexts: listOf(isText),
        forwardsQuery: isFlag,
      } satisfies Record<keyof TypedLink, Guard>),
    ),
  ),
} satisfies Readonly<Record<keyof Control, Guard>>);
