import { toBase64 } from '#core/bytes/base64.ts';
import { listAppliedMigrations } from '../upkeep/migrations.ts';
import { copyRows, listTables, type Row } from './copy-tables.ts';

/**
 * A backup is lines of JSON (NDJSON), compressed with gzip:
 * - the first says what it is: `{"backup": 1, "created_at", "migrations"}`
 * - one for each row: `{"table", "row"}`; a BLOB is `{"base64"}`
 * - the last says that it is whole: `{"rows": {table: count}, "sha256"}`, the checksum of all lines before it
 */
export const BACKUP_VERSION = 1;

export interface BackupHeader {
  readonly backup: number;
  readonly created_at: string;
  /** The migrations of the database: its schema's version. */
  readonly migrations: readonly string[];
}

export interface BackupFooter {
  readonly rows: Readonly<Record<string, number>>;
  readonly sha256: string;
}

/** A checksum that takes its input piece by piece. */
export interface Checksum {
  update(text: string): void;
  /** In hex. */
  finish(): string;
}

/** Copies a database into the lines of a backup, one page of rows at a time. Each piece ends at the end of a line. */
export async function* writeBackup(
  database: D1Database,
  options: { readonly nowMs: number; readonly checksum: Checksum },
): AsyncGenerator<string> {
  const { checksum } = options;
  const header: BackupHeader = {
    backup: BACKUP_VERSION,
    created_at: new Date(options.nowMs).toISOString(),
    migrations: await listAppliedMigrations(database),
  };
  const rows: Record<string, number> = {};
  const emit = (text: string) => {
    checksum.update(text);
    return text;
  };
  yield emit(`${JSON.stringify(header)}\n`);
  for (const table of await listTables(database)) {
    rows[table.name] = 0;
    for await (const page of copyRows(database, table)) {
      rows[table.name] = (rows[table.name] ?? 0) + page.length;
      yield emit(page.map((row) => `${JSON.stringify({ table: table.name, row: toJson(row) })}\n`).join(''));
    }
  }
  const footer: BackupFooter = { rows, sha256: checksum.finish() };
  yield `${JSON.stringify(footer)}\n`;
}

/** D1 returns a BLOB as an array of its bytes, or as an ArrayBuffer. */
function toJson(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toJsonValue(value)]));
}

function toJsonValue(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return { base64: toBase64(new Uint8Array(value)) };
  if (Array.isArray(value)) return { base64: toBase64(Uint8Array.from(value as number[])) };
  return value;
}
