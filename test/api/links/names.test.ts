import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { randomHex } from '#harness/data/random.ts';
import { seedDomain } from '#harness/data/seed.ts';
import { override } from '#harness/worker/measured/wrap-bindings.ts';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';

interface Name {
  readonly host: string | null;
  readonly path: string;
  readonly short_url: string;
  readonly is_printed: boolean;
}

let client: ApiClient;
let host: string;
beforeEach(async () => {
  client = await createClient();
  host = `go.${randomHex()}.example`;
  await seedDomain(env.DB, { accountId: client.accountId, host });
});

const add = (id: string, body: object, by = client) => by.request('POST', `/v1/qr/${id}/names`, body);
const remove = (id: string, query: Record<string, string>) =>
  client.request('DELETE', `/v1/qr/${id}/names?${new URLSearchParams(query).toString()}`);
const read = async (id: string) => client.json<CodeResource & { names: Name[] }>('GET', `/v1/qr/${id}`);
const pathsOf = async (id: string) => (await read(id)).names.map(({ host: at, path }) => [at, path]);

describe('names of a code', () => {
  it('are the printed one and those that it was given, on any host of the account', async () => {
    const { id } = await create(client, { dynamic: true });
    expect(await pathsOf(id)).toEqual([[null, id.slice(3)]]);
    const path = `menu-${randomHex()}`;
    const response = await add(id, { path: path.toUpperCase() });
    expect(response.status, await response.clone().text()).toBe(200);
    expect((await add(id, { host, path: 'Old/Print' })).status).toBe(200);
    expect((await add(id, { host, path: 'Old/Print' })).status).toBe(200);
    const { names } = await read(id);
    expect(names).toMatchObject([
      { host: null, path: id.slice(3), is_printed: true },
      { host: null, path, short_url: `https://go.example.com/${path}`, is_printed: false },
      { host, path: 'Old/Print', short_url: `https://${host}/Old/Print`, is_printed: false },
    ]);
    expect(await env.LINKS.get(`name/${host}/Old/Print`, 'json')).toMatchObject({ codeId: id.slice(3) });
    expect((await remove(id, { host, path: 'Old/Print' })).status).toBe(200);
    expect((await remove(id, { path })).status).toBe(200);
    expect(await pathsOf(id)).toEqual([[null, id.slice(3)]]);
    expect(await env.LINKS.get(`name/${host}/Old/Print`)).toBeNull();
  });

  it('belong to one code, also among accounts, and to none that is printed elsewhere', async () => {
    const path = `taken-${randomHex()}`;
    const [one, other] = [
      await create(client, { dynamic: true, short_code: path }),
      await create(client, { dynamic: true }),
    ];
    await readError(add(other.id, { path }), 409, 'name_taken');
    await readError(remove(one.id, { path }), 409, 'name_is_printed');
    await readError(remove(one.id, { path: one.id.slice(3) }), 404, 'not_found');
    await readError(remove(other.id, { path: 'nothing' }), 404, 'not_found');
    // A name comes before an id.
    await readError(add(other.id, { host, path: one.id.slice(3) }), 409, 'name_taken');
    const stranger = await createClient();
    await readError(add(one.id, { path: `x-${randomHex()}` }, stranger), 404, 'not_found');
    const own = await create(stranger, { dynamic: true });
    const { errors } = await readError(add(own.id, { host, path: 'x' }, stranger));
    expect(errors?.[0]?.field).toBe('host');
  });

  it('that were taken off stay taken for every other account, and their own gives them to any code again', async () => {
    const path = `spring-${randomHex()}`;
    const [one, other] = [await create(client, { dynamic: true }), await create(client, { dynamic: true })];
    expect((await add(one.id, { path })).status).toBe(200);
    expect((await remove(one.id, { path })).status).toBe(200);
    await readError(remove(one.id, { path }), 404, 'not_found');
    const stranger = await createClient();
    const theirs = await create(stranger, { dynamic: true });
    await readError(add(theirs.id, { path }, stranger), 409, 'name_taken');
    const body = { target: 'https://example.com/', dynamic: true, short_code: path };
    await readError(stranger.request('POST', '/v1/qr', body), 409, 'short_code_taken');
    // Whatever was checked before.
    const insert = env.DB.prepare('INSERT INTO link_names VALUES (?, ?, ?, 1, NULL)');
    await expect(insert.bind(path, '', theirs.id.slice(3)).run()).rejects.toThrow('UNIQUE');
    // It leads to no code of a list either.
    expect(await client.json('GET', `/v1/qr?short_code=${path}`)).toMatchObject({ data: [] });

    for (const { id } of [other, one, other]) {
      expect((await add(id, { path: path.toUpperCase() })).status).toBe(200);
      expect(await pathsOf(id)).toEqual([
        [null, id.slice(3)],
        [null, path],
      ]);
      expect(await env.LINKS.get(`name/${path}`, 'json')).toMatchObject({ codeId: id.slice(3) });
      expect((await remove(id, { path })).status).toBe(200);
    }
    const printed = await create(client, { dynamic: true, short_code: path });
    expect(printed.short_url).toBe(`https://go.example.com/${path}`);
    await readError(add(one.id, { path }), 409, 'name_taken');
  });

  it('that were taken off a host of the account belong to it as long as the host does', async () => {
    const [one, other] = [await create(client, { dynamic: true }), await create(client, { dynamic: true })];
    await add(one.id, { host, path: 'Old' });
    await remove(one.id, { host, path: 'Old' });
    expect((await add(other.id, { host, path: 'Old' })).status).toBe(200);
    await remove(other.id, { host, path: 'Old' });
    const heir = await createClient();
    await env.DB.prepare('UPDATE domains SET verified_at_ms = NULL, state = ? WHERE host = ?')
      .bind('broken', host)
      .run();
    await seedDomain(env.DB, { accountId: heir.accountId, host });
    const theirs = await create(heir, { dynamic: true });
    expect((await add(theirs.id, { host, path: 'Old' }, heir)).status).toBe(200);
  });

  it('are not added to a host that goes to another account in that moment', async () => {
    const { id } = await create(client, { dynamic: true });
    const DB = override(env.DB, {
      batch: async (statements: D1PreparedStatement[]) => {
        await env.DB.prepare("UPDATE domains SET state = 'broken' WHERE host = ?").bind(host).run();
        return env.DB.batch(statements);
      },
    });
    const path = `late-${randomHex()}`;
    const response = await client.request('POST', `/v1/qr/${id}/names`, { host, path }, { env: { DB } });
    await readError(response);
    expect(await pathsOf(id)).toHaveLength(1);
  });

  it('count for good among the stored bytes, so that nobody fills the table by adding and removing', async () => {
    const free = await createClient({ plan: 'free' });
    const { id } = await create(free, { dynamic: true });
    const used = async () => {
      return (await free.json<{ quotas: { stored_bytes: { used: number } } }>('GET', '/v1/usage')).quotas
        .stored_bytes.used;
    };
    const before = await used();
    const path = `menu-${randomHex()}`;
    for (let i = 0; i < 3; i++) {
      expect((await add(id, { path }, free)).status).toBe(200);
      const query = new URLSearchParams({ path }).toString();
      expect((await free.request('DELETE', `/v1/qr/${id}/names?${query}`)).status).toBe(200);
    }
    expect(await used()).toBe(before + 100 + path.length);
    await env.DB.prepare('UPDATE account_usage SET stored_bytes = 10000000 WHERE account_id = ?')
      .bind(free.accountId)
      .run();
    await readError(add(id, { path: `x-${randomHex()}` }, free), 403, 'quota_exceeded');
    // Putting it back takes no more room.
    expect((await add(id, { path }, free)).status).toBe(200);
  });

  it('are at most twenty', async () => {
    const { id } = await create(client, { dynamic: true, short_code: `p-${randomHex()}` });
    const added = await Promise.all(
      Array.from({ length: 22 }, async (_, i) => (await add(id, { host, path: `n/${i}` })).status),
    );
    expect(added.filter((status) => status === 200)).toHaveLength(19);
    await readError(add(id, { host, path: 'one-more' }), 409, 'limit_reached');
    expect((await read(id)).names).toHaveLength(20);
  });

  it.each([
    [{ path: 'a b' }, 'path'],
    [{ path: 'ab' }, 'path'],
    [{ path: 'admin' }, 'path'],
    [{ path: 'a'.repeat(65) }, 'path'],
    [{ path: '' }, 'path'],
    [{ path: 'x', host: 'other.example' }, 'host'],
    [{ path: 'x', host: 'https://x.example' }, 'host'],
    [{ host: null }, 'path'],
  ])('are refused with a reason: %j', async (body, field) => {
    const { id } = await create(client, { dynamic: true });
    const { errors } = await readError(add(id, body));
    expect(errors?.[0]?.field).toBe(field);
  });
});
