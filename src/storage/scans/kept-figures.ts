import { and, eq, lt, sql } from 'drizzle-orm';
import { DAY_MS } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import { keptFigures } from './scans-tables.ts';

/** Figures of large accounts that no request waits for: one request makes them after its response, and the next ones read them. */

export interface KeptFigures {
  /** As `JSON.parse` gives it. */
  readonly result: unknown;
  readonly madeAtMs: number;
}

/** What is kept: `kind` is one word, `name` tells figures of a kind apart. */
export interface FiguresKey {
  readonly accountId: string;
  readonly kind: string;
  readonly name: string;
}

/** The last figures under a key, however old; null where there are none yet. */
export async function findKeptFigures(db: Database, key: FiguresKey): Promise<KeptFigures | null> {
  const row = await db.select().from(keptFigures).where(isIt(key)).get();
  if (!row || row.result === null || row.madeAtMs === null) return null;
  return { result: JSON.parse(row.result), madeAtMs: row.madeAtMs };
}

/** Nobody makes other figures of the kind for the account meanwhile: a caller who asks for a hundred periods costs what one does. */
const LEASE_MS = 30_000;

/**
 * Lets the caller make figures, or go on with them: gives what it made so far, `null` at the beginning. `false` where figures of the kind
 * are being made for the account, or were a moment ago.
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

/** Notes how far figures have come. */
export async function saveProgress(db: Database, key: FiguresKey, progress: unknown): Promise<void> {
  await db
    .update(keptFigures)
    .set({ progress: JSON.stringify(progress) })
    .where(isIt(key));
}

/** Keeps figures that are complete. */
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

/** Forgets figures that nobody has asked for in a day. */
export async function deleteOldFigures(db: Database, nowMs: number): Promise<void> {
  await db.delete(keptFigures).where(lt(keptFigures.leasedUntilMs, nowMs - DAY_MS));
}

function isIt(key: FiguresKey) {
  return and(eq(keptFigures.accountId, key.accountId), eq(keptFigures.key, toText(key)));
}

function toText({ kind, name }: FiguresKey): string {
  return `${kind} ${name}`;
}
