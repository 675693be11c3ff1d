import {
  createSecretToken,
  formatSecretToken,
  hashSecret,
  SECRET_TOKEN_BYTES,
} from '#core/accounts/secret-token.ts';

/** Signs somebody in to an account. @returns the value of the session's cookie */
export async function seedSession(db: D1Database, accountId: string): Promise<string> {
  const token = createSecretToken(crypto.getRandomValues(new Uint8Array(SECRET_TOKEN_BYTES)));
  const now = Date.now();
  await db.batch([
    db
      .prepare(
        `INSERT INTO people (id, account_id, name, role, created_at_ms) VALUES ('per_1', ?, 'Ada', 'owner', ?)`,
      )
      .bind(accountId, now),
    db
      .prepare(
        `INSERT INTO sessions (id, person_id, secret_hash, browser, created_at_ms, seen_at_ms) VALUES (?, 'per_1', ?, 'bench', ?, ?)`,
      )
      .bind(token.id, await hashSecret(token), now, now),
  ]);
  return formatSecretToken(token);
}
