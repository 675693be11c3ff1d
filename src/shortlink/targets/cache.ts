import { BoundedMap } from '#core/bounded-map.ts';
import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import type { AddressKey } from '#core/links/link-address.ts';
import { parseShortLink, type ShortLink } from '#storage/links/short-links.ts';
import { COLO_CACHE_TIMEOUT_MS, STALE_FOR_SECONDS } from './time-bounds.ts';
import { within } from './within.ts';

/** What the database said, and when it was read. The time travels with it through all caches, so that their ages never add up. */
export interface Entry {
  readonly link: ShortLink;
  /** Just before the query: an edit that races with the query makes the entry older, never newer. */
  readonly readAtMs: number;
  /** When this isolate last compared it with the copy during an outage; absent if it never did. */
  readonly comparedAtMs?: number;
}

/**
 * Size of the memory cache, in entries of plain size: with the longest location that the API accepts (8 KiB) in each, 40 MiB of the
 * isolate's 128. Control adds its own size.
 */
export const MAX_ENTRIES = 5_000;
const ENTRY_CHARACTERS = 8_192;

/** This isolate's entries. */
export class MemoryCache {
  readonly #entries = new BoundedMap<CodeId, Entry>(MAX_ENTRIES, sizeOf);

  get(codeId: CodeId): Entry | null {
    return this.#entries.get(codeId) ?? null;
  }

  /** Keeps an entry unless the cache holds a newer one. */
  set(codeId: CodeId, entry: Entry): void {
    const known = this.#entries.get(codeId);
    if (!known || known.readAtMs <= entry.readAtMs) this.#entries.set(codeId, entry);
  }
}

function sizeOf({ link }: Entry): number {
  return link.kind === 'ruled' ? 1 + Math.floor(JSON.stringify(link.control).length / ENTRY_CHARACTERS) : 1;
}

/**
 * The entries that all isolates of one colo share, in the Cache API. Its own expiry only cleans up: each entry carries its own time. A
 * failing cache counts as empty.
 */
export interface ColoCache {
  find(codeId: CodeId): Promise<Entry | null>;
  put(codeId: CodeId, entry: Entry): Promise<void>;
  /** The code with a name, if the cache knows it. */
  findName(name: AddressKey): Promise<CodeId | null>;
  putName(name: AddressKey, codeId: CodeId): Promise<void>;
}

/** A name never changes, unless the database is restored to an earlier time. */
const NAME_KEPT_SECONDS = 60 * 60;

/** `origin` is the short-link host's: the key must be in one of the account's zones, and no visitor's path reaches `/__c/`. */
export function openColoCache(origin: string): ColoCache {
  // No code id has a slash.
  const toPath = (name: AddressKey) => `name/${name}`;
  return {
    find: (codeId) => findValue(origin, codeId, parseEntry),
    put: (codeId, entry) => putValue(origin, codeId, entry, STALE_FOR_SECONDS),
    findName: (name) => findValue(origin, toPath(name), (value) => parseCodeId(String(value))),
    putName: (name, codeId) => putValue(origin, toPath(name), codeId, NAME_KEPT_SECONDS),
  };
}

async function findValue<T>(
  origin: string,
  path: string,
  parse: (value: unknown) => T | null,
): Promise<T | null> {
  try {
    const read = async () => {
      const response = await caches.default.match(`${origin}/__c/${path}`);
      return response ? parse(await response.json()) : null;
    };
    return await within(COLO_CACHE_TIMEOUT_MS, read());
  } catch {
    return null;
  }
}

async function putValue(origin: string, path: string, value: unknown, keptSeconds: number): Promise<void> {
  try {
    const headers = { 'Cache-Control': `max-age=${keptSeconds}` };
    await caches.default.put(`${origin}/__c/${path}`, new Response(JSON.stringify(value), { headers }));
  } catch {
    // The next scan queries the database.
  }
}

function parseEntry(value: unknown): Entry | null {
  const { link, readAtMs } = (value ?? {}) as { link?: unknown; readAtMs?: unknown };
  const parsed = parseShortLink(link);
  return parsed && typeof readAtMs === 'number' ? { link: parsed, readAtMs } : null;
}
