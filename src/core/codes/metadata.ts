import { type FaultOf, inField, type NoValues, type ProblemOf } from '../problem.ts';

/** An account's own data about a code. Returned unchanged, never interpreted. Keys may be any text: `__proto__` is an ordinary one. */
export type Metadata = Readonly<Record<string, string>>;

/** A change of metadata: a text sets a key, null removes it; null as a whole removes all. */
export type MetadataRequest = Readonly<Record<string, string | null>> | null;

export const METADATA_LIMITS = { keys: 50, keyCharacters: 40, valueCharacters: 500 } as const;

/** Possible problems of metadata. */
export interface MetadataProblems {
  /** It is no object of texts. */
  readonly metadata_malformed: NoValues;
  readonly key_malformed: NoValues;
  readonly key_out_of_range: { readonly longest: number };
  readonly value_malformed: NoValues;
  readonly text_too_long: { readonly longest: number };
}

const KEY_CONTROL = /\p{Cc}/u;
const VALUE_CONTROL = /[^\P{Cc}\t\n\r]/u;

/** All problems of the given keys and values, by the field `metadata.<key>`. */
export function findMetadataProblems(request: MetadataRequest): ProblemOf<MetadataProblems>[] {
  return Object.entries(request ?? {}).flatMap(([key, value]) => {
    const fault = findKeyProblem(key) ?? (value === null ? null : findValueProblem(value));
    return fault ? [inField(toMetadataPath(key), fault)] : [];
  });
}

/** The field that a key of any length is called in problems. */
export function toMetadataPath(key: string): string {
  return `metadata.${key.slice(0, METADATA_LIMITS.keyCharacters).toWellFormed()}`;
}

/** What is wrong with a key; null for a valid one. */
export function findKeyProblem(key: string): FaultOf<MetadataProblems> | null {
  const { keyCharacters } = METADATA_LIMITS;
  if (!key.isWellFormed() || KEY_CONTROL.test(key) || /[[\]]/.test(key))
    return { code: 'key_malformed', values: {} };
  const length = [...key].length;
  const isFit = length > 0 && length <= keyCharacters;
  return isFit ? null : { code: 'key_out_of_range', values: { longest: keyCharacters } };
}

function findValueProblem(value: string): FaultOf<MetadataProblems> | null {
  const { valueCharacters } = METADATA_LIMITS;
  if (!value.isWellFormed() || VALUE_CONTROL.test(value)) return { code: 'value_malformed', values: {} };
  const isFit = [...value].length <= valueCharacters;
  return isFit ? null : { code: 'text_too_long', values: { longest: valueCharacters } };
}

/** The metadata of a code after a change; null if it would have too many keys. */
export function mergeMetadata(current: Metadata, request: MetadataRequest): Metadata | null {
  const merged = new Map(request === null ? [] : Object.entries(current));
  for (const [key, value] of Object.entries(request ?? {})) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return merged.size > METADATA_LIMITS.keys ? null : Object.fromEntries(merged);
}

export function isSameMetadata(a: Metadata, b: Metadata): boolean {
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => Object.hasOwn(b, key) && b[key] === value)
  );
}
