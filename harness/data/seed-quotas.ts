import { random } from './random.ts';
import { CROCKFORD_BASE32 } from '#core/bytes/base32.ts';
import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';

/** Puts a number of an account's codes, created at the same time, directly into D1; deleted ones for tests of a monthly quota. */
export async function seedManyCodes(
  db: D1Database,
  accountId: string,
  options: { readonly count: number; readonly createdAtMs: number; readonly areDeleted?: boolean },
): Promise<void> {
  const { count, createdAtMs, areDeleted = false } = options;
  const offset = Math.floor(random() * 2 ** 39);
  const digit = (place: number) => `substr('${CROCKFORD_BASE32}', ((i >> ${5 * place}) & 31) + 1, 1)`;
  const codeId = [7, 6, 5, 4, 3, 2, 1, 0].map(digit).join(' || ');
  await db
    .prepare(
      `WITH RECURSIVE number (i) AS (SELECT ${offset} UNION ALL SELECT i + 1 FROM number WHERE i < ${offset + count - 1})
       INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, color_dark, color_light, format, size,
         margin, error_correction, symbol_version, revision, created_at_ms, updated_at_ms, deleted_at_ms)
       SELECT -${offset} - i, ${codeId}, ?, 'url', '', '', 1, '#000000', '#ffffff', 'png', 1024, 4, 'M', 2, 1, ${createdAtMs}, ${createdAtMs},
         ${areDeleted ? createdAtMs : 'NULL'} FROM number`,
    )
    .bind(accountId)
    .run();
}

/** D1 stores at most 2 MB in a row. */
const MAX_ENTRY_BYTES = 1_000_000;
const ENTRY_BYTES_BESIDE_TEXTS = 100;

/** Adds history entries to a code that together count as this many stored bytes. Returns the number of entries. */
export async function seedHistory(db: D1Database, id: string, bytes: number): Promise<number> {
  const codeId: CodeId | null = parseCodeId(id.replace('qr_', ''));
  const sizes: number[] = [];
  for (let rest = bytes; rest > 0; rest -= MAX_ENTRY_BYTES) {
    sizes.push(Math.min(rest, MAX_ENTRY_BYTES) - ENTRY_BYTES_BESIDE_TEXTS);
  }
  await db.batch(
    sizes.map((size) =>
      db
        .prepare(
          `INSERT INTO qr_code_edits (code_id, edited_at_ms, editor_id, changes)
           VALUES (?1, 0, 'key_1', json_object('target', json_array('', substr(hex(zeroblob(?2)), 1, ?2 - ?3))))`,
        )
        .bind(codeId, size, '{"target":["",""]}'.length),
    ),
  );
  return sizes.length;
}

/** A history of edits, each of which leads one number further: from 0 to 1, from 1 to 2, and so on. */
export async function seedSteps(db: D1Database, id: string, base: string, steps: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO qr_code_edits (code_id, edited_at_ms, editor_id, changes)
       SELECT ?1, 0, 'key_1', json_object('target', json_array(?2 || key, ?2 || (key + 1))) FROM json_each(?3)`,
    )
    .bind(parseCodeId(id.replace('qr_', '')), base, JSON.stringify(Array.from({ length: steps })))
    .run();
}
