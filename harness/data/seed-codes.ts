import { CROCKFORD_BASE32 } from '#core/bytes/base32.ts';
import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import { NO_CONTROL } from '#core/control/control.ts';

/** Rows per statement: more rows mean fewer flushes of the search index. */
const ROWS_PER_STATEMENT = 20_000;

/** The codes are spread evenly over these two years, whatever their number. */
export const SEEDED_FROM_MS = Date.UTC(2024, 0, 1);
export const SEEDED_UNTIL_MS = Date.UTC(2026, 0, 1);

/** Odd, so that all products modulo 2^40 are different: the ids have no order, like random ones. */
const ID_STEP = 762_939_453_127;

/** In the titles of ten codes, evenly spread, however many codes there are; all codes have COMMON_TEXT. */
export const RARE_TEXT = 'gazebo';
export const COMMON_TEXT = 'poster';

/** Fills an account with `count` codes by SQL: half of them are dynamic. A tenth are Wi-Fi codes, which are all dynamic. */
export async function seedCodes(db: D1Database, accountId: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += ROWS_PER_STATEMENT) {
    const rows = Math.min(ROWS_PER_STATEMENT, count - start);
    await db
      .prepare(insertSql(start, rows, count))
      .bind(accountId)
      .run();
  }
}

/** The tags that `labelCodes` gives to codes: one code in ten has the common tag, ten codes in all have the rare one. */
export const LABELS = { commonTag: 'common', rareTag: 'rare', metadata: ['site', 'Berlin'] } as const;

/** The number of codes that one statement changes. */
const LABELLED_PER_STATEMENT = 20_000;

/**
 * Gives codes of `seedCodes` tags, metadata, names, an archived state, pauses and scans: one in ten has each of these, except names. They
 * are chosen by number, so that their share is the same in any account.
 */
export async function labelCodes(db: D1Database, accountId: string, count: number): Promise<void> {
  const { commonTag, rareTag, metadata } = LABELS;
  const addTag = db.prepare('INSERT INTO tags (account_id, key, name, codes) VALUES (?1, ?2, ?2, 0)');
  await db.batch([addTag.bind(accountId, commonTag), addTag.bind(accountId, rareTag)]);
  const number = 'CAST(substr(target, 26) AS INTEGER)';
  const stepMs = (SEEDED_UNTIL_MS - SEEDED_FROM_MS) / count;
  const update = (changes: string, where: string, from: number) =>
    db
      .prepare(
        `UPDATE qr_codes SET ${changes} WHERE account_id = ?1 AND deleted_at_ms IS NULL AND type = 'url' AND ${where}
           AND position >= ${Math.floor(SEEDED_FROM_MS + from * stepMs)} * 1024
           AND position < ${Math.floor(SEEDED_FROM_MS + (from + LABELLED_PER_STATEMENT) * stepMs)} * 1024`,
      )
      .bind(accountId);
  const idOf = (name: string) => `(SELECT id FROM tags WHERE account_id = ?1 AND key = '${name}')`;
  const rareStep = count / 10;
  for (let from = 0; from < count; from += LABELLED_PER_STATEMENT) {
    const statements = [
      update(
        `tags = iif(${number} % ${rareStep} = 4, json_array(${idOf(commonTag)}, ${idOf(rareTag)}), json_array(${idOf(commonTag)}))`,
        `${number} % 10 = 4`,
        from,
      ),
      update(`metadata = json_object('${metadata[0]}', '${metadata[1]}')`, `${number} % 10 = 5`, from),
      update(
        `external_id = 'sku-' || ${number}, short_code = 'menu-' || ${number}`,
        `${number} % 10 = 6`,
        from,
      ),
      update('is_archived = 1', `${number} % 10 = 8`, from),
      update(`control = '${JSON.stringify({ ...NO_CONTROL, isPaused: true })}'`, `${number} % 10 = 9`, from),
      update(`updated_at_ms = created_at_ms + ${number} % 997 * 1000`, `${number} % 10 = 1`, from),
    ];
    for (const statement of statements) await statement.run();
  }
  await nameCodes(db, accountId);
  await db
    .prepare(
      `INSERT INTO scan_days (code_id, day, device, scans, last_scan_at_ms)
       SELECT code_id, '2026-01-01', 'mobile', 1 + ${number} % 1000, ${SEEDED_UNTIL_MS} + ${number} * 1000 % 86400000
       FROM qr_codes WHERE account_id = ? AND type = 'url' AND ${number} % 10 = 1`,
    )
    .bind(accountId)
    .run();
}

/** Writes the names of codes that got their short codes by an UPDATE, as no code does in the service. */
export async function nameCodes(db: D1Database, accountId: string): Promise<void> {
  await db
    .prepare(
      `INSERT INTO link_names (path, host, code_id) SELECT short_code, '', code_id FROM qr_codes
       WHERE account_id = ? AND short_code IS NOT NULL`,
    )
    .bind(accountId)
    .run();
}

/** Dynamic codes of the account, evenly spread over its list. */
export async function pickDynamicCodes(db: D1Database, count: number, picked: number): Promise<CodeId[]> {
  const { results } = await db
    .prepare(
      `SELECT code_id
       FROM (SELECT *, row_number() OVER (ORDER BY position) AS place FROM qr_codes WHERE is_dynamic)
       WHERE place % ${Math.ceil(count / 2 / picked)} = 0`,
    )
    .all<{ code_id: string }>();
  return results.map((row) => {
    const codeId = parseCodeId(row.code_id);
    if (!codeId) throw new Error(`${row.code_id} is not seeded as the service would have stored it`);
    return codeId;
  });
}

/** Scans of one code by a hundred visitors, evenly spread over the last 30 days. */
export async function seedScans(db: D1Database, codeId: CodeId, count: number): Promise<void> {
  const fromMs = Date.now() - 30 * 86_400_000;
  await db
    .prepare(
      `WITH RECURSIVE number (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM number WHERE i < ${count - 1})
       INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key, account_id)
       SELECT ?1, ${fromMs} + CAST(i * ${(30 * 86_400_000) / count} AS INTEGER), iif(i % 5, 'mobile', 'desktop'), 'visitor' || i % 100,
         (SELECT account_id FROM qr_codes WHERE code_id = ?1)
       FROM number`,
    )
    .bind(codeId)
    .run();
}

/** Whole numbers are written into the text, because D1 binds numbers as REAL. */
function insertSql(start: number, rows: number, count: number): string {
  const digit = (place: number) => `substr('${CROCKFORD_BASE32}', ((bits >> ${5 * place}) & 31) + 1, 1)`;
  const codeId = [7, 6, 5, 4, 3, 2, 1, 0].map(digit).join(' || ');
  const stepMs = (SEEDED_UNTIL_MS - SEEDED_FROM_MS) / count;
  return `
    WITH RECURSIVE
      number (i) AS (SELECT ${start} UNION ALL SELECT i + 1 FROM number WHERE i < ${start + rows - 1}),
      code AS (
        SELECT i,
          (i * ${ID_STEP}) & ${2 ** 40 - 1} AS bits,
          ${SEEDED_FROM_MS} + CAST(i * ${stepMs} AS INTEGER) AS made,
          i % 2 AS is_dynamic,
          iif(i % 10 = 3, 'wifi', 'url') AS type,
          iif(i % 10 = 3, 'WIFI:T:WPA;S:guest ' || i || ';P:open sesame;;', 'https://example.com/menu/' || i) AS target
        FROM number
      )
    INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, title, format, size, margin,
      error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
    SELECT made * 1024 + (bits & 1023), ${codeId}, ?, type, target, iif(type = 'url', '', NULL), is_dynamic,
      'Table ${COMMON_TEXT}' || iif(i % ${count / 10} = 7, ' ${RARE_TEXT}', ''), 'png', 1024, 4, 'M', 2, 1, made, made
    FROM code ORDER BY made DESC`;
}
