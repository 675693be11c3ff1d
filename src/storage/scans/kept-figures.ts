import { and, eq, lt } from 'drizzle-orm';
import { DAY_MS } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { keptFigures } from './scans-tables.ts';

/** Figures of large accounts that no request waits for: one request computes them after its response, and later ones read them. */

export interface KeptFigures {
  /** As `JSON.parse` returns it. */
  readonly result: unknown;
  readonly madeAtMs: number;
}

/** The key of stored figures: `kind` is one word, and `name` distinguishes figures of a kind. */
export interface FiguresKey {
  readonly accountId: string;
  readonly kind: string;
  readonly name: string;
}

/** The last figures under a key, however old; null if there are none yet. */
export async function findKeptFigures(db: Database, key: FiguresKey): Promise<KeptFigures | null> {
  const row = await db.select().from(keptFigures).where(isIt(key)).get();
  if (!row || row.result === null || row.madeAtMs === null) return null;
  return { result: JSON.parse(row.result), madeAtMs: row.madeAtMs };
}

/** While it holds, nobody computes other figures of the kind for the account: requests for a hundred periods cost as much as one. */
const LEASE_MS = 30_000;

/**
 * Allows the caller to compute figures, or to continue: gives its progress so far, `null` at the beginning. `false` if somebody is
 * computing figures of the kind for the account, or just did.
 */
export async function leaseFigures(
  db: Database,
  key: FiguresKey,
  nowMs: number,
): Promise<{ readonly progress: unknown } | false> {
  const [row] = await db.all<{ progress: string | null }>(sql`
    INSERT INTO kept_figures (account_id, key, leased_until_ms)
    SELECT ${key.accountId}, ${toText(key)}, ${nowMs + LEASE_MS}
    WHERE NOT EXISTS (SELECT 1 FROM kept_figures WHERE account_id = ${key.accountId}
      AND key >= ${`${key.kind} `} AND key < ${`${key.kind}!`} AND leased_until_ms > ${nowMs})
    ON CONFLICT (account_id, key) DO UPDATE SET leased_until_ms = excluded.leased_until_ms
    RETURNING progress`);
  return row ? { progress: row.progress === null ? null : JSON.parse(row.progress) } : false;
}

/** Records the progress of figures. */
export async function saveProgress(db: Database, key: FiguresKey, progress: unknown): Promise<void> {
  await db
    .update(keptFigures)
    .set({ progress: JSON.stringify(progress) })
    .where(isIt(key));
}

/** Stores complete figures. */
export async function saveFigures(
  db: Database,
  key: FiguresKey,
  { result, madeAtMs }: KeptFigures,
): Promise<void> {
  await db
    .update(keptFigures)
    .set({ result: JSON.stringify(result), madeAtMs, progress: null })
    .where(isIt(key));
}

/** Deletes figures that nobody requested for a day. */
export async function deleteOldFigures(db: Database, nowMs: number): Promise<void> {
  await db.delete(keptFigures).where(lt(keptFigures.leasedUntilMs, nowMs - DAY_MS));
}

function isIt(key: FiguresKey) {
  return and(eq(keptFigures.accountId, key.accountId), eq(keptFigures.key, toText(key)));
}

function toText({ kind, name }: FiguresKey): string {
  return `${kind} ${name}`;
}
