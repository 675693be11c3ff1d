import { randomHex } from '../../data/random.ts';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { App } from '#api/app.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { type ApiClient, create, createClient } from '../api-client.ts';
import { makeOneOfEach } from './make-one.ts';
import { ORIGIN, type SignedInClient, signIn } from '../dashboard-client.ts';
import { openMailbox } from '../mailbox.ts';
import { toPage } from '../page.ts';
import { D1 } from '../scan-backends.ts';
import { createAuthenticator, type SoftwareAuthenticator } from '../access/software-authenticator.ts';

/** A word in every text of an account that owns everything, except in its short code. */
export const MARK = 'Zwetschge';

export interface OwnerOfEverything {
  readonly api: ApiClient;
  readonly owner: SignedInClient;
  readonly email: string;
  /** A code with everything that a code can have, and one that is deleted. */
  readonly codeIds: readonly [CodeId, CodeId];
}

/** Opens an account that has rows in every table that an account can have rows in, an image in R2, files there, and copies in KV. */
export async function ownEverything(app: App, nowMs: () => number): Promise<OwnerOfEverything> {
  const api = await createClient({ app });
  const email = `${MARK}-${randomHex()}@example.com`.toLowerCase();
  const { accountId } = api;
  await run(`UPDATE accounts SET name = ?1, brand = json_object('name', ?1) WHERE id = ?2`, MARK, accountId);
  const owner = await signIn({ accountId, name: MARK, email, app, appOptions: { nowMs } });
  const codeIds = await ownCodes(api, nowMs);
  await ownPeople(owner);
  await ownRest(accountId, codeIds[0], nowMs());
  return { api, owner, email, codeIds };
}

async function ownCodes(api: ApiClient, nowMs: () => number): Promise<OwnerOfEverything['codeIds']> {
  const call = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await api.request('POST', path, body, { headers });
    expect(response.status, await response.clone().text()).toBeLessThan(300);
    return response.json<{ id: string }>();
  };
  const made = await makeOneOfEach(api, MARK);
  const style = { logo: { image: made.image_id }, frame: { kind: 'label_bottom', text: MARK } };
  await call('/v1/templates', { name: MARK, style });
  const texts = { title: MARK, tags: [MARK], metadata: { key: MARK }, external_id: MARK };
  const target = `https://example.com/${MARK}`;
  const short_code = `s-${api.accountId.slice(4)}`;
  const options = { dynamic: true, max_scans: 9, fallback_url: target, ...texts, short_code, style };
  await api.request('PATCH', `/v1/webhooks/${made.webhook_id}`, { paused: true });
  const code = await call('/v1/qr', { target, ...options }, { 'Idempotency-Key': MARK });
  await api.request('PATCH', `/v1/qr/${code.id}`, { target: `${target}/2`, title: `${MARK} 2` });
  await call('/v1/imports', `target,title\n${target},${MARK}`, { 'Content-Type': 'text/csv' });
  const deleted = await create(api, { dynamic: true, title: MARK });
  const codeIdOf = ({ id }: { readonly id: string }) => id.slice('qr_'.length) as CodeId;
  const codeIds = [codeIdOf(code), codeIdOf(deleted)] as const;
  for (const codeId of codeIds) await D1.record(codeId, [{ atMs: nowMs(), visitorKey: 'v' }]);
  await api.request('DELETE', `/v1/qr/${deleted.id}`);
  return codeIds;
}

async function ownPeople(owner: SignedInClient): Promise<void> {
  const mailed = { env: openMailbox().env };
  const passkeys = '/settings/passkeys';
  const offer = async () =>
    (await owner.postJson(`${passkeys}/options`, {})).json<
      Parameters<SoftwareAuthenticator['register']>[0]
    >();
  await owner.postJson(passkeys, await createAuthenticator(ORIGIN).register(await offer()));
  await offer();
  await owner.post('/settings/mail', { weekly: 'on' }, mailed);
  await owner.post('/views', { page: 'codes', name: MARK, query: 'kind=dynamic' });
  const idOf = async (path: string) => toPage(await (await owner.get(path)).text()).valueOf('id') ?? '';
  const invitation = { name: MARK, email: `invited-${randomHex()}@example.com`, role: 'viewer' };
  await owner.post('/settings/people', { id: await idOf('/settings/people'), ...invitation }, mailed);
  await owner.post('/shares', {
    id: await idOf('/analytics'),
    what: `tag:${MARK}`,
    days: '30',
    password: MARK,
  });
}

/** What only an outage, a large account or a stranger leaves. */
async function ownRest(accountId: string, codeId: CodeId, now: number): Promise<void> {
  await run('INSERT INTO gs1_prefixes VALUES (?1, ?1, 0)', accountId);
  await run(
    `INSERT INTO target_failures SELECT code_id, account_id, position, target, 404, 'status', ?, ?, 1 FROM qr_codes WHERE code_id = ?`,
    now,
    now + 9e9,
    codeId,
  );
  await run(
    `INSERT INTO deliveries SELECT webhooks.id, events.id, account_id, 'delivered', 1, 0, 0, 200, 1, '${MARK}', '[]', NULL
     FROM webhooks JOIN events USING (account_id) WHERE account_id = ?`,
    accountId,
  );
  await run(`INSERT INTO identities SELECT id, '${MARK}', id FROM people WHERE account_id = ?`, accountId);
  await run(`INSERT INTO kept_figures VALUES (?, 'ranking', '${MARK}', ?, NULL, ?)`, accountId, now, now);
  await run(`INSERT INTO idempotency_locks VALUES (?, 'running', '', ?)`, accountId, now);
  await run(`INSERT INTO scan_queries VALUES (?, ?, 1, ?, '[]', ?)`, `q-${accountId}`, accountId, now, now);
  await run(`INSERT INTO abuse_reports (code_id, reported_at_ms, reason) VALUES (?, ?, 'spam')`, codeId, now);
}

async function run(sql: string, ...values: (string | number)[]): Promise<void> {
  await env.DB.prepare(sql)
    .bind(...values)
    .run();
}
