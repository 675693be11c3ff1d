import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { randomCodeId } from '#harness/data/random.ts';
import { seedCode } from '#harness/data/seed.ts';
import { type ApiClient, createClient, readError } from '#harness/worker/api-client.ts';
import { withFailingStatements } from '#harness/worker/faults.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';

/** A host of 253 characters with as many labels as it may have. */
const MANY_LABELS = 'a.'.repeat(126);
const TOO_LONG = `${'a.'.repeat(1_990)}example`;

let attacker: ApiClient;
let owner: ApiClient;
beforeEach(async () => {
  await env.DB.batch([
    // Codes of other tests would fill the pages.
    env.DB.prepare(
      "UPDATE qr_codes SET deleted_at_ms = 1, target = '', redirect_to = NULL WHERE deleted_at_ms IS NULL",
    ),
    env.DB.prepare('DELETE FROM blocked_hosts'),
    env.DB.prepare("INSERT INTO blocked_hosts VALUES ('blocked.example', 0), ('evil.blocked.example', 0)"),
  ]);
  await env.LINKS.delete('sweep/blocked-hosts-after');
  attacker = await createClient();
  owner = await createClient();
});

/** A code as an earlier version, or a restored backup, may have left it. */
function seed(client: ApiClient, target: string): Promise<CodeId> {
  const codeId = randomCodeId();
  return seedCode(env.DB, { accountId: client.accountId, codeId, target });
}

async function isDisabled(codeId: CodeId): Promise<boolean> {
  return (await owner.json<{ status: string }>('GET', `/v1/qr/${toPublicId(codeId)}`)).status === 'disabled';
}

const sweep = async (bindings: Partial<ApiEnv> = {}) => {
  const { failed, lines } = await runScheduled(Date.now(), bindings);
  return { failed, lines: lines.filter(({ event }) => event.startsWith('blocked_hosts')) };
};

const failing = (isMeant: (text: string) => boolean) => ({ DB: withFailingStatements(env.DB, isMeant) });

describe('the sweep of blocked hosts', () => {
  it.each([
    ['30 hosts of 2,000 labels', 30, (i: number) => `${TOO_LONG}${i}`],
    [
      '900 hosts of 253 characters',
      900,
      (i: number) => `x${String(i).padStart(4, '0')}.${MANY_LABELS}`.slice(0, 253 - 8) + '.example',
    ],
  ])('reaches the codes behind %s', async (_, count, toHost) => {
    for (let i = 0; i < count; i++) await seed(attacker, `https://${toHost(i)}/`);
    const codeId = await seed(owner, 'https://www.blocked.example/login');
    const { failed, lines } = await sweep();
    expect([failed, lines]).toEqual([false, [expect.objectContaining({ disabled: 1 })]]);
    expect(await isDisabled(codeId)).toBe(true);
  });

  it('finds a host below a blocked one at any depth, and names the entry that is nearest', async () => {
    const host = `${'a.'.repeat(100)}evil.blocked.example`;
    const codeId = await seed(owner, `https://${host}./`);
    const near = await seed(owner, 'https://notblocked.example/');
    expect((await sweep()).lines).toMatchObject([{ disabled: 1 }]);
    expect([await isDisabled(codeId), await isDisabled(near)]).toEqual([true, false]);
    const found = env.DB.prepare('SELECT disabled_reason AS reason FROM qr_codes WHERE code_id = ?');
    expect(await found.bind(codeId).first('reason')).toBe('evil.blocked.example is on the blocklist');
  });

  it('steps past a code that it cannot check, says so once, and goes on', async () => {
    const before = await seed(owner, 'https://blocked.example/1');
    const cursed = await seed(owner, 'https://cursed.example/');
    const after = await seed(owner, 'https://blocked.example/2');
    const { failed, lines } = await sweep(failing((text) => text.includes('cursed.example')));
    expect(failed).toBe(false);
    expect(lines.map(({ event }) => event).sort()).toEqual([
      'blocked_hosts_not_checked',
      'blocked_hosts_swept',
    ]);
    expect(lines.find(({ event }) => event === 'blocked_hosts_not_checked')?.['error']).toMatch(
      new RegExp(`^${cursed}: .*SQLITE_TOOBIG`),
    );
    expect(await Promise.all([before, cursed, after].map(isDisabled))).toEqual([true, false, true]);
  });

  it('goes on from run to run if it cannot check many codes of a page', async () => {
    for (let i = 0; i < 120; i++) await seed(attacker, `https://cursed.example/${i}`);
    const codeId = await seed(owner, 'https://blocked.example/');
    const bindings = failing((text) => text.includes('cursed.example'));
    for (let run = 0; run < 3 && !(await isDisabled(codeId)); run++) await sweep(bindings);
    expect(await isDisabled(codeId)).toBe(true);
  });

  it('begins at the same code again if the database takes no writes', async () => {
    const codeId = await seed(owner, 'https://blocked.example/');
    const { failed, lines } = await sweep(failing((text) => /^\s*(insert|update)\b/i.test(text)));
    expect([failed, lines.map(({ event }) => event)]).toEqual([true, ['blocked_hosts_swept_failed']]);
    await sweep();
    expect(await isDisabled(codeId)).toBe(true);
  });
});

describe.each([
  ['of 2,000 labels', `${TOO_LONG}.com`],
  ['with a label of 64 characters', `${'a'.repeat(64)}.example.com`],
  ['of 254 characters', `${MANY_LABELS}aa`],
  ['with an empty label', 'a..example.com'],
])('a target on a host %s', (_, host) => {
  const target = `https://${host}/menu`.slice(0, 4_000);
  const message =
    'The host of the URL cannot exist: a host has at most 253 characters, and 1 to 63 of them between two dots.';

  it('is refused with what a host is, and does not keep the other codes of a bulk request from being made', async () => {
    const error = await readError(owner.request('POST', '/v1/qr', { target }));
    expect(error.errors).toEqual([{ field: 'target', code: 'invalid_url', message }]);
    const codes = Array.from({ length: 12 }, (_code, i) => ({
      target: i === 0 ? 'https://example.com/' : target,
    }));
    const { data } = await owner.json<{ data: { status: number }[] }>('POST', '/v1/qr/bulk', { codes });
    expect(data.map(({ status }) => status)).toEqual([200, ...Array<number>(11).fill(400)]);
  });

  it('is refused in a rule', async () => {
    const rules = [{ target, when: { device: ['mobile'] } }];
    const body = { target: 'https://example.com/', dynamic: true, fallback_url: target, rules };
    const error = await readError(owner.request('POST', '/v1/qr', body));
    expect(error.errors?.map(({ field, message: words }) => [field, words])).toEqual([
      ['rules[0].target', `"rules[0].target": ${message}`],
      ['fallback_url', `"fallback_url": ${message}`],
    ]);
  });
});
