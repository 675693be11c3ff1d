/** What an account's own system attaches to a code. Echoed, never interpreted. Keys may be any text: `__proto__` is one like the others. */
export type Metadata = Readonly<Record<string, string>>;

/** A change of metadata: a text sets a key, null removes it; null alone removes all. */
export type MetadataRequest = Readonly<Record<string, string | null>> | null;

export const METADATA_LIMITS = { keys: 50, keyCharacters: 40, valueCharacters: 500 } as const;

interface MetadataProblem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

const KEY_CONTROL = /\p{Cc}/u;
const VALUE_CONTROL = /[^\P{Cc}\t\n\r]/u;

/** All that is wrong with the keys and values that were sent, by the field `metadata.<key>`. */
export function findMetadataProblems(request: MetadataRequest): MetadataProblem[] {
  return Object.entries(request ?? {}).flatMap(([key, value]) => {
    const rest = findKeyProblem(key) ?? (value === null ? null : findValueProblem(value));
    if (rest === null) return [];
    const field = `metadata.${key.slice(0, METADATA_LIMITS.keyCharacters).toWellFormed()}`;
    return [{ field, code: 'invalid_value', message: `"${field}" ${rest}` }];
  });
}

/** What is wrong with a key, as the end of a sentence; null where nothing is. */
export function findKeyProblem(key: string): string | null {
  const { keyCharacters } = METADATA_LIMITS;
  if (!key.isWellFormed() || KEY_CONTROL.test(key) || /[[\]]/.test(key))
    return 'must be a key without square brackets and control characters.';
  const length = [...key].length;
  return length === 0 || length > keyCharacters ? `must be a key of 1 to ${keyCharacters} characters.` : null;
}

function findValueProblem(value: string): string | null {
  const { valueCharacters } = METADATA_LIMITS;
  if (!value.isWellFormed() || VALUE_CONTROL.test(value))
    return 'must be well-formed Unicode without control characters other than tab and line breaks.';
  return [...value].length > valueCharacters ? `must have at most ${valueCharacters} characters.` : null;
}

/** The metadata of a code after a change; null where it would have too many keys. */
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
