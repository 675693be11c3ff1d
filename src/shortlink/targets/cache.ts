import { BoundedMap } from '#core/bounded-map.ts';
import { COLO_CACHE_TIMEOUT_MS } from './time-bounds.ts';
import { within } from './within.ts';

/** What the database said, and when it was read. The time travels with it through all caches, so that their ages never add up. */
export interface Entry<Value> {
  readonly value: Value;
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

/** This isolate's entries. */
export class MemoryCache<Key, Value> {
  readonly #entries: BoundedMap<Key, Entry<Value>>;

  constructor(sizeOf: (value: Value) => number = () => 1) {
    this.#entries = new BoundedMap(MAX_ENTRIES, ({ value }) => sizeOf(value));
  }

  get(key: Key): Entry<Value> | null {
    return this.#entries.get(key) ?? null;
  }

  /** Keeps an entry unless the cache holds a newer one. Whether it did. */
  set(key: Key, entry: Entry<Value>): boolean {
    const known = this.#entries.get(key);
    if (known && known.readAtMs > entry.readAtMs) return false;
    this.#entries.set(key, entry);
    return true;
  }
}

/**
 * The entries that all isolates of one colo share, in the Cache API. Its own expiry only cleans up: each entry carries its own time. A
 * failing cache counts as empty.
 */
export interface ColoCache {
  find<Value>(path: string, parse: (value: unknown) => Value | null): Promise<Entry<Value> | null>;
  put(path: string, entry: Entry<unknown>, keptSeconds: number): Promise<void>;
}

/** `origin` is the short link's: the key must be in one of the account's zones, and no visitor's path reaches `/__c/`. */
export function openColoCache(origin: string): ColoCache {
  return {
    find: (path, parse) => findValue(origin, path, (value) => parseEntry(value, parse)),
    put: (path, entry, keptSeconds) => putValue(origin, path, entry, keptSeconds),
  };
}

async function findValue<T>(origin: string, path: string, parse: (value: unknown) => T | null) {
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

function parseEntry<Value>(stored: unknown, parse: (value: unknown) => Value | null): Entry<Value> | null {
  const { value, readAtMs } = (stored ?? {}) as { value?: unknown; readAtMs?: unknown };
  const parsed = parse(value);
  return parsed !== null && typeof readAtMs === 'number' ? { value: parsed, readAtMs } : null;
}
