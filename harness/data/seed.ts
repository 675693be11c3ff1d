import type { Values } from '#core/content/fields/field.ts';
import { randomBytes, randomHex } from './random.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import { parseCodeId, type CodeId } from '#core/codes/code-id.ts';
import { API_KEY_RANDOM_BYTES, createApiKey, hashApiKey } from '#core/accounts/api-key.ts';
import { ACCOUNT_ID_BYTES, createAccountId } from '#core/bytes/random-id.ts';
import { firstPositionOf } from '#core/lists/position.ts';
import type { Plan } from '#core/accounts/plan.ts';

/** Puts rows directly into D1, for tests that are not about how rows get there. */

export async function seedAccount(
  db: D1Database,
  options: { plan?: Plan; scope?: 'full' | 'read'; expiresAtMs?: number } = {},
) {
  const accountId = createAccountId(randomBytes(ACCOUNT_ID_BYTES));
  const keyId = `key_${randomHex()}`;
  const apiKey = createApiKey(randomBytes(API_KEY_RANDOM_BYTES));
  await db.batch([
    db
      .prepare('INSERT INTO accounts (id, name, plan, created_at_ms) VALUES (?, ?, ?, ?)')
      .bind(accountId, 'Test', options.plan ?? 'business', 0),
    db
      .prepare(
        `INSERT INTO api_keys (id, account_id, name, secret_hash, first_characters, last_characters, scope, created_at_ms, expires_at_ms)
         VALUES (?, ?, 'Test', ?, '', '', ?, 0, ?)`,
      )
      .bind(keyId, accountId, await hashApiKey(apiKey), options.scope ?? 'full', options.expiresAtMs ?? null),
  ]);
  return { accountId, keyId, apiKey };
}

/** Seeded codes are older than those that the service creates, each by a millisecond. */
let nextTime = 0;

export async function seedCode(
  db: D1Database,
  code: {
    accountId: string;
    codeId: string;
    type?: string;
    target?: string;
    redirectTo?: string | null;
    content?: Values | null;
    isDynamic?: boolean;
    title?: string | null;
    control?: Partial<Control> | null;
    scansTaken?: number;
    createdAtMs?: number;
    deletedAtMs?: number;
    shortCode?: string | null;
    host?: string | null;
  },
): Promise<CodeId> {
  const codeId = parseCodeId(code.codeId);
  if (!codeId) throw new Error(`${code.codeId} is not a code id`);
  const {
    target = 'https://example.com/',
    redirectTo = target,
    isDynamic = true,
    createdAtMs = nextTime++,
  } = code;
  const control = code.control ? JSON.stringify({ ...NO_CONTROL, ...code.control }) : null;
  await db
    .prepare(
      `INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, title, color_dark, color_light, format, size,
         margin, error_correction, symbol_version, revision, created_at_ms, updated_at_ms, deleted_at_ms,
         control, scans_taken, short_code, host, content)
       VALUES ((SELECT coalesce(max(position) + 1, ?1) FROM qr_codes WHERE position >= ?1 AND position < ?1 + 1024), ?, ?, ?, ?, ?, ?, ?, '#000000', '#ffffff', 'png', 1024, 4, 'M', 2, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .bind(
      firstPositionOf(createdAtMs),
      codeId,
      code.accountId,
      code.type ?? 'url',
      target,
      redirectTo === target ? '' : redirectTo,
      isDynamic ? 1 : 0,
      code.title ?? null,
      createdAtMs,
      createdAtMs,
      code.deletedAtMs ?? null,
      control,
      code.scansTaken ?? 0,
      code.shortCode ?? null,
      code.host ?? null,
      code.content ? JSON.stringify(code.content) : null,
    )
    .run();
  return codeId;
}

/** A domain as a check has left it: active and the account's own, unless that is said otherwise. */
export async function seedDomain(
  db: D1Database,
  domain: {
    accountId: string;
    host: string;
    state?: string;
    isVerified?: boolean;
    records?: readonly object[];
    problem?: object;
    rootUrl?: string;
    notFoundUrl?: string;
    expiredUrl?: string;
    appLinks?: object;
    revision?: number;
    watchedAtMs?: number;
  },
): Promise<string> {
  const { isVerified = true, revision = 1 } = domain;
  const id = `dom_${randomHex().slice(0, 16)}`;
  await db
    .prepare(
      `INSERT INTO domains (id, account_id, host, state, root_url, not_found_url, expired_url, app_links, proof, records, problem, created_at_ms, verified_at_ms, revision, watched_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'qr-domain=1', ?, ?, 0, ?, ?, ?)`,
    )
    .bind(
      id,
      domain.accountId,
      domain.host,
      domain.state ?? 'active',
      domain.rootUrl ?? null,
      domain.notFoundUrl ?? null,
      domain.expiredUrl ?? null,
      domain.appLinks ? JSON.stringify(domain.appLinks) : null,
      JSON.stringify(domain.records ?? []),
      domain.problem ? JSON.stringify(domain.problem) : null,
      isVerified ? 0 : null,
      revision,
      domain.watchedAtMs ?? null,
    )
    .run();
  // As the check does that verifies a host.
  if (isVerified)
    await db
      .prepare('INSERT INTO host_owners VALUES (?, ?) ON CONFLICT DO NOTHING')
      .bind(domain.host, domain.accountId)
      .run();
  return id;
}

/** Seeds many codes in one statement, each like a code of `seedCode`. */
export async function seedCodes(
  db: D1Database,
  accountId: string,
  codes: readonly { readonly codeId: string; readonly target: string }[],
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, title, color_dark, color_light, format, size,
         margin, error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
       SELECT -1 - ?3 - key, value ->> 'codeId', ?2, 'url', value ->> 'target', '', 1, NULL, '#000000', '#ffffff', 'png', 1024,
         4, 'M', 2, 1, 0, 0 FROM json_each(?1)`,
    )
    .bind(JSON.stringify(codes), accountId, nextTime)
    .run();
  nextTime += codes.length;
}
