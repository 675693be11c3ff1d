import type { CodeId } from '#core/codes/code-id.ts';
import type { AddressKey } from '#core/links/link-address.ts';
import { type NamedCode, parseNamedCode } from './named-links.ts';
import { parseShortLink, type ShortLink } from './short-links.ts';

/**
 * Copies of the short links in Workers KV, for scans while D1 fails: key `<code id>`, value the short link as JSON. D1 is authoritative; a
 * copy may lag behind it, and the sweep corrects errors. A name has its own key, `name/<address>`, and as its value the code that has
 * it.
 */
export interface ShortLinkCopy {
  readonly codeId: CodeId;
  /** Its name besides its id; null if it has none. */
  readonly name: AddressKey | null;
  readonly link: ShortLink;
}

/** Keys that one bulk read of KV may name. */
export const MAX_COPIES_PER_READ = 100;

/** KV writes at a time: a Worker has six connections. */
const WRITES_AT_A_TIME = 5;

/** Writes copies; returns the ids that could not be written, with the last error. */
export async function putCopies(
  links: KVNamespace,
  copies: readonly ShortLinkCopy[],
): Promise<{ readonly failed: readonly CodeId[]; readonly error: unknown }> {
  const failed: CodeId[] = [];
  let lastError: unknown = null;
  for (let i = 0; i < copies.length; i += WRITES_AT_A_TIME) {
    await Promise.all(
      copies.slice(i, i + WRITES_AT_A_TIME).map(async (copy) => {
        try {
          for (const { key, value } of toPairs(copy)) await links.put(key, value);
        } catch (error) {
          failed.push(copy.codeId);
          lastError = error;
        }
      }),
    );
  }
  return { failed, error: lastError };
}

/** Throws if KV does not take a write. */
export async function requireLinksWrite(links: KVNamespace): Promise<void> {
  await links.put('sweep/write-tried', '');
}

/** The stored form of a copy in KV. */
export function toPairs({ codeId, name, link }: ShortLinkCopy): { key: string; value: string }[] {
  const copy = { key: codeId as string, value: JSON.stringify(link) };
  if (name === null) return [copy];
  // The code of a printed name has had it since it exists. The name of an own host has the host and a slash in front.
  return [copy, toNamePair(name, { codeId, isForEver: !name.includes('/'), revision: 0 })];
}

/** The stored form of a name in KV. */
function toNamePair(name: AddressKey, named: NamedCode): { key: string; value: string } {
  return { key: toNameKey(name), value: JSON.stringify(named) };
}

/** One copy, or null if there is no readable one. */
export async function findCopy(links: KVNamespace, codeId: CodeId): Promise<ShortLink | null> {
  return parseStored(await links.get(codeId), parseShortLink);
}

/** The copies of at most `MAX_COPIES_PER_READ` codes; a code without a readable one is missing from the map. */
export async function findCopies(
  links: KVNamespace,
  codeIds: readonly CodeId[],
): Promise<ReadonlyMap<CodeId, ShortLink>> {
  const found = new Map<CodeId, ShortLink>();
  if (codeIds.length === 0) return found;
  const texts = await links.get([...codeIds]);
  for (const codeId of codeIds) {
    const copy = parseStored(texts.get(codeId) ?? null, parseShortLink);
    if (copy) found.set(codeId, copy);
  }
  return found;
}

/** No code id has a slash. */
function toNameKey(name: AddressKey): string {
  return `name/${name}`;
}

/** Writes the copy of a name that a code was given later. */
export async function putNameCopy(links: KVNamespace, name: AddressKey, named: NamedCode): Promise<void> {
  const { key, value } = toNamePair(name, named);
  await links.put(key, value);
}

export async function deleteNameCopy(links: KVNamespace, name: AddressKey): Promise<void> {
  await links.delete(toNameKey(name));
}

/** The code with a name, or null if there is no readable copy. */
export async function findCopiedName(links: KVNamespace, name: AddressKey): Promise<NamedCode | null> {
  return parseStored(await links.get(toNameKey(name)), parseNamedCode);
}

/** The codes of at most `MAX_COPIES_PER_READ` names, without those that have no copy. */
export async function findCopiedNames(
  links: KVNamespace,
  names: readonly AddressKey[],
): Promise<ReadonlyMap<AddressKey, CodeId>> {
  const found = new Map<AddressKey, CodeId>();
  if (names.length === 0) return found;
  const texts = await links.get(names.map(toNameKey));
  for (const name of names) {
    const named = parseStored(texts.get(toNameKey(name)) ?? null, parseNamedCode);
    if (named) found.set(name, named.codeId);
  }
  return found;
}

/** The slash keeps this key from being a code id. */
export const VERIFIED_UNTIL = 'sweep/verified-until-ms';

/** All changes before this time have their copy; 0 before the first sweep. */
export async function findVerifiedUntil(links: KVNamespace): Promise<number> {
  const timeMs = Number(await links.get(VERIFIED_UNTIL));
  return Number.isSafeInteger(timeMs) && timeMs > 0 ? timeMs : 0;
}

export async function putVerifiedUntil(links: KVNamespace, timeMs: number): Promise<void> {
  await links.put(VERIFIED_UNTIL, String(timeMs));
}

/** Null for what is no copy. */
export function parseStored<T>(text: string | null, parse: (value: unknown) => T | null): T | null {
  if (text === null) return null;
  try {
    return parse(JSON.parse(text));
  } catch {
    return null;
  }
}
