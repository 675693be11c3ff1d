import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { randomHex } from '#harness/data/random.ts';
import { seedDomain } from '#harness/data/seed.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { watchQueries } from '#harness/worker/measured/record-queries.ts';
import { importFile, rowsOfImport } from '#harness/worker/imports/edited-export.ts';

const OURS = new URL(env.SHORT_URL_BASE).origin;

let client: ApiClient;
beforeEach(async () => {
  client = await createClient();
});

interface Name {
  readonly host: string | null;
  readonly path: string;
}

async function namesOf(id: string, by = client): Promise<string[]> {
  const code = await by.json<{ names: Name[] }>('GET', `/v1/qr/${id}`);
  return code.names.slice(1).map(({ host, path }) => `${host ?? ''}/${path}`);
}

/** Imports a file as its dry run says, and gives the rows. */
async function carryOut(file: string, by = client, query = 'on_conflict=update') {
  const foreseen = await rowsOfImport(by, (await importFile(by, file, `${query}&dry_run=true`)).id);
  const done = await rowsOfImport(by, (await importFile(by, file, `${query}&dry_run=false`)).id);
  expect(done.map(({ state, warnings }) => [state, warnings])).toEqual(
    foreseen.map(({ state, warnings }) => [state, warnings]),
  );
  return done;
}

it('names of codes come out with an export and in again, into the same account or another one', async () => {
  const host = `${randomHex()}.example.net`;
  await seedDomain(env.DB, { accountId: client.accountId, host });
  const [spring, old] = [`spring-${randomHex().slice(0, 8)}`, 'Old/Menu'];
  const { id } = await create(client, { target: 'https://example.com/', dynamic: true, external_id: 'menu' });
  for (const body of [{ path: spring }, { host, path: old }])
    expect((await client.request('POST', `/v1/qr/${id}/names`, body)).status).toBe(200);
  const csv = await (await client.request('GET', '/v1/qr/export.csv')).text();
  const lines = await (await client.request('GET', '/v1/qr/export.ndjson')).text();

  expect(await carryOut(csv)).toMatchObject([{ state: 'unchanged', warnings: [] }]);
  await client.request('DELETE', `/v1/qr/${id}/names?path=${spring}`);
  const changes = [{ field: 'names', from: null, to: `${OURS}/${spring}` }];
  expect(await carryOut(csv, client, 'on_conflict=skip')).toMatchObject([{ state: 'skipped', changes }]);
  expect(await carryOut(csv)).toMatchObject([{ state: 'updated', id, changes, warnings: [] }]);
  expect((await namesOf(id)).sort()).toEqual([`${host}/${old}`, `/${spring}`].sort());

  // Elsewhere the operator's name is taken, and nobody has the host.
  const other = await createClient();
  const [row] = await carryOut(csv, other);
  expect(row).toMatchObject({ state: 'created' });
  expect(row?.warnings.map(({ code }) => code)).toContain('names_taken');
  expect(await namesOf(row?.id ?? '', other)).toEqual([]);
  // A host that moves with its account brings its names.
  const moved = await createClient();
  await env.DB.prepare('UPDATE domains SET account_id = ? WHERE host = ?').bind(moved.accountId, host).run();
  const [code] = await rowsOfImport(
    moved,
    (await importFile(moved, lines, 'dry_run=false', 'application/x-ndjson')).id,
  );
  expect(await namesOf(code?.id ?? '', moved)).toEqual([`${host}/${old}`]);
});

it('a name that clashes is said, in the file as in the account, and the others are added', async () => {
  const [taken, free, twice] = ['taken', 'free', 'twice'].map((word) => `${word}-${randomHex().slice(0, 8)}`);
  await create(client, { target: 'https://example.com/', dynamic: true, short_code: taken });
  const link = (path: string | undefined) => `${OURS}/${path}`;
  const rows = await carryOut(
    [
      'target,external_id,names',
      `https://example.com/a,a,${link(taken)} ${link(free)}`,
      `https://example.com/b,b,${link(twice)}`,
      `https://example.com/c,c,${link(twice)}`,
      `https://example.com/d,d,${link('a b').replace(' ', '%20')}`,
      `https://example.com/e,e,${Array.from({ length: 21 }, (_, i) => link(`${twice}-${i}`)).join(' ')}`,
    ].join('\n'),
  );
  expect(rows.map(({ state, warnings }) => [state, warnings.map(({ code }) => code)])).toEqual([
    ['created', ['names_taken']],
    ['created', []],
    ['failed', []],
    ['created', ['path_lost']],
    ['created', ['names_too_many']],
  ]);
  expect(rows[0]?.warnings[0]?.message).toBe(
    `Another code has or had these short links, so they were left out: ${link(taken)}`,
  );
  expect(rows[2]?.error).toMatchObject({ errors: [{ field: 'names', code: 'repeated' }] });
  expect(await namesOf(rows[0]?.id ?? '')).toEqual([`/${free}`]);
  expect(await namesOf(rows[4]?.id ?? '')).toHaveLength(20);
});

it.each([
  { plan: 'free', codes: 4, names: 3, most: 50 },
  { plan: 'paid', codes: 40, names: 5, most: 1_000 },
])(
  'an invocation of Workers $plan gives as many names as its queries of the database allow',
  async ({ plan, codes, names, most }) => {
    let queries = 0;
    const options = {
      env: { WORKERS_PLAN: plan, DB: watchQueries(() => queries++) },
      headers: { 'Content-Type': 'text/csv' },
    };
    const [stem, each] = [randomHex().slice(0, 8), Array.from({ length: names }, (_, i) => i)];
    const lines = Array.from(
      { length: codes },
      (_, row) =>
        `https://example.com/${row},${row},${each.map((i) => `${OURS}/${stem}-${row}-${i}`).join(' ')}`,
    );
    const file = ['target,external_id,names', ...lines].join('\n');
    const started = await client.request('POST', '/v1/imports?dry_run=false', file, options);
    let job = await started.json<{ id: string; status: string }>();
    while (job.status === 'queued' || job.status === 'running') {
      expect(queries).toBeLessThanOrEqual(most);
      queries = 0;
      const read = await client.request('GET', `/v1/imports/${job.id}`, undefined, options);
      job = await read.json<typeof job>();
    }
    const rows = await rowsOfImport(client, job.id);
    const lost = plan === 'free' ? ['names_too_many'] : [];
    expect(rows.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual(rows.map(() => lost));
    expect(await namesOf(rows[0]?.id ?? '')).toHaveLength(plan === 'free' ? 2 : names);
  },
);
