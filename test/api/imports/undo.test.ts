import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';

interface Job {
  id: string;
  status: string;
  counts: Record<string, number>;
  can_undo: boolean;
  undoes: string | null;
}

interface Row {
  row: number;
  state: string;
  id: string | null;
  changes: { field: string; from: unknown; to: unknown }[];
  error: { code: string; message: string } | null;
}

let client: ApiClient;
beforeEach(async () => {
  client = await createClient();
});

async function finish(id: string): Promise<Job> {
  for (;;) {
    const job = await client.json<Job>('GET', `/v1/imports/${id}`);
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
}

async function run(file: string, query = 'dry_run=false&on_conflict=update'): Promise<Job> {
  const started = await client.request('POST', `/v1/imports?${query}`, file, {
    headers: { 'Content-Type': 'text/csv' },
  });
  expect(started.status, await started.clone().text()).toBe(200);
  return finish((await started.json<Job>()).id);
}

async function undo(id: string, bindings: Partial<ApiEnv> = {}): Promise<Job> {
  const started = await client.request('POST', `/v1/imports/${id}/undo`, undefined, { env: bindings });
  expect(started.status, await started.clone().text()).toBe(200);
  return finish((await started.json<Job>()).id);
}

async function rowsOf(id: string): Promise<Row[]> {
  const response = await client.request('GET', `/v1/imports/${id}/rows?limit=100`);
  return (await response.json<{ data: Row[] }>()).data;
}

/** Everything of all codes, except the time of their last change. */
async function readAll(): Promise<Record<string, unknown>[]> {
  const list = await client.request('GET', '/v1/qr?limit=100&archived=any');
  const { data } = await list.json<{ data: Record<string, unknown>[] }>();
  return data.map(({ updated_at: _time, ...code }) => code);
}

const target = 'https://example.com/';

describe('an import that is undone', () => {
  it('deletes what it created and restores what it changed, except what people have done since', async () => {
    const ids: string[] = [];
    for (const title of ['A', 'B', 'C', 'D'])
      ids.push((await create(client, { target, dynamic: true, title, tags: ['old'] })).id);
    const before = await readAll();
    const file = [
      'id,target,title,tags,path',
      `${ids[0]},${target}new,Changed,"new,old",`,
      `${ids[1]},${target}new,Changed,,`,
      `${ids[2]},${target},C,old,`,
      `${ids[3]},${target}new,Changed,,`,
      `,${target}1,One,,`,
      `,${target}2,Two,,`,
      `,${target}3,Three,,`,
      `,${target}4,Four,,undo-printed`,
      `,nonsense,Five,,`,
    ].join('\n');
    const done = await run(file);
    expect(done).toMatchObject({
      counts: { updated: 3, unchanged: 1, created: 4, failed: 1 },
      ...{ can_undo: true, undoes: null },
    });
    const made = (await rowsOf(done.id)).map(({ id }) => id);
    // Since then: two are changed, one is scanned, one is deleted.
    await client.request('PATCH', `/v1/qr/${ids[1]}`, { title: 'Mine' });
    await client.request('PATCH', `/v1/qr/${made[5]}`, { title: 'Mine, too' });
    await client.request('DELETE', `/v1/qr/${ids[3]}`);
    await env.DB.prepare(
      "INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key) VALUES (?, 0, 'mobile', 'v')",
    )
      .bind(made[6]?.slice('qr_'.length))
      .run();

    const undone = await undo(done.id);
    expect(undone).toMatchObject({
      ...{ status: 'done', undoes: done.id, can_undo: false },
      counts: { rows: 9, done: 9, updated: 1, deleted: 1, failed: 4, unchanged: 3 },
    });
    const rows = await rowsOf(undone.id);
    expect(rows.map(({ row, state, error }) => [row, state, error?.message.slice(0, 32)])).toEqual([
      [2, 'updated', undefined],
      [3, 'failed', 'This code was changed after the '],
      [4, 'unchanged', undefined],
      [5, 'unchanged', undefined],
      [6, 'deleted', undefined],
      [7, 'failed', 'This code was changed after the '],
      [8, 'failed', 'This code has 1 scan already, so'],
      [9, 'failed', 'This code has the short code "un'],
      [10, 'unchanged', undefined],
    ]);
    expect(rows[0]?.changes).toEqual([
      { field: 'target', from: `${target}new`, to: target },
      { field: 'title', from: 'Changed', to: 'A' },
      { field: 'tags', from: 'new,old', to: 'old' },
    ]);
    const after = await readAll();
    const byId = (codes: Record<string, unknown>[], id: unknown) => codes.find((code) => code['id'] === id);
    expect(byId(after, ids[0])).toEqual(byId(before, ids[0]));
    expect(byId(after, ids[2])).toEqual(byId(before, ids[2]));
    expect(byId(after, ids[1])).toMatchObject({ title: 'Mine', target: `${target}new` });
    expect(after.map(({ title }) => title).sort()).toEqual(['A', 'C', 'Four', 'Mine', 'Mine, too', 'Three']);
    expect((await client.request('GET', `/v1/qr/${made[4]}`)).status).toBe(404);
    expect((await client.request('GET', `/v1/imports/${done.id}`).then((r) => r.json<Job>())).can_undo).toBe(
      false,
    );
    for (const id of [done.id, undone.id])
      await readError(client.request('POST', `/v1/imports/${id}/undo`), 409, 'import_not_ready');
  });

  it('gives every field its earlier value back', async () => {
    const codes = [
      { target, dynamic: true, external_id: 'one', metadata: { a: '1', b: '2' }, archived: true },
      {
        ...{
          target,
          dynamic: true,
          starts_at: '2020-01-01T00:00:00Z',
          ends_at: '2099-01-01T00:00:00Z',
          paused: true,
        },
        ...{ max_scans: 5, fallback_url: `${target}over`, forward_query: true, tags: ['x', 'y'] },
      },
      {
        ...{
          target,
          dynamic: true,
          utm: { source: 'print', term: 't' },
          preview: { title: 'T', description: 'D' },
        },
        rules: [
          {
            name: 'r',
            target: `${target}de`,
            when: { country: ['DE'], weekdays: ['mon'], timezone: 'Europe/Berlin' },
          },
        ],
        variants: [
          { name: 'A', target: `${target}a`, weight: 40 },
          { name: 'B', target: `${target}b`, weight: 60 },
        ],
      },
      { type: 'text', target: 'text', title: '=1+1', metadata: { k: 'v' } },
    ];
    const made: string[] = [];
    for (const code of codes) made.push((await create(client, code)).id);
    const before = await readAll();
    const columns =
      'id,type,target,dynamic,title,external_id,metadata,archived,paused,starts_at,ends_at,max_scans,fallback_url,forward_query,tags,utm,preview,rules,variants';
    const cleared = made.map((id, i) =>
      i === 3
        ? `${id},text,text,false,,,"{""new"":""key""}",true,,,,,,,new,,,,`
        : `${id},url,${target}moved,true,New,,"{""new"":""key""}",false,false,,,,,false,,,,,`,
    );
    const edited = await run(`${columns}\n${cleared.join('\n')}\n`);
    expect(edited.counts).toMatchObject({ updated: 4 });
    const undone = await undo(edited.id);
    expect((await rowsOf(undone.id)).map(({ error }) => error)).toEqual([null, null, null, null]);
    expect(undone.counts).toMatchObject({ updated: 4, failed: 0 });
    expect(await readAll()).toEqual(before);
  });

  it('goes on where a Worker died, and leaves nothing half-done', async () => {
    const rows = Array.from({ length: 150 }, (_, i) => `${target}${i},Code ${i},sku-${i}`).join('\n');
    await run(`target,title,external_id\n${rows}\n`);
    const file = `target,title,external_id\n${rows.replaceAll('Code', 'New')}\n${target}x,X,new\n`;
    const done = await run(file);
    expect(done.counts).toMatchObject({ updated: 150, created: 1 });
    // The codes of the first slice are restored, and its report is lost.
    const DB = withFault(env.DB, {
      prepare: (sql: string) => {
        if (sql.includes('insert into "import_slices"')) throw new Error('D1 is down');
        return env.DB.prepare(sql);
      },
    });
    const { id } = await client.json<Job>('POST', `/v1/imports/${done.id}/undo`, undefined, { env: { DB } });
    await readError(client.request('POST', `/v1/imports/${done.id}/undo`), 409, 'import_in_progress');
    // Cancelled half-way, it can be done again.
    await client.request('DELETE', `/v1/imports/${id}`);
    const { id: second } = await client.json<Job>('POST', `/v1/imports/${done.id}/undo`, undefined, {
      env: { DB },
    });
    await runScheduled(Date.now() + 61_000);
    const undone = await finish(second);
    expect(undone).toMatchObject({
      status: 'done',
      counts: { updated: 50, unchanged: 100, deleted: 1, failed: 0 },
    });
    const titles = await env.DB.prepare(
      "SELECT count(*) AS n FROM qr_codes WHERE account_id = ? AND title LIKE 'Code %' AND deleted_at_ms IS NULL",
    )
      .bind(client.accountId)
      .first('n');
    expect(titles).toBe(150);
  });

  it('is one that was cancelled, too, and not a dry run, an old one, or somebody else’s', async () => {
    const dry = await run(`target\n${target}\n`, 'dry_run=true');
    await readError(client.request('POST', `/v1/imports/${dry.id}/undo`), 409, 'import_not_ready');
    const done = await run(`target\n${target}\n`);
    const stranger = await createClient();
    await readError(stranger.request('POST', `/v1/imports/${done.id}/undo`), 404, 'not_found');
    const set = (values: string) =>
      env.DB.prepare(`UPDATE imports SET ${values} WHERE id = ?`).bind(done.id).run();
    const kept = async () => (await env.IMAGES.list({ prefix: `imports/${done.id}/` })).objects.length;
    expect(await kept()).toBe(1);
    await set(`updated_at_ms = ${Date.now() - 25 * 3_600_000}`);
    await readError(client.request('POST', `/v1/imports/${done.id}/undo`), 409, 'import_not_ready');
    await set(`updated_at_ms = ${Date.now()}, status = 'cancelled'`);
    expect((await undo(done.id)).counts).toMatchObject({ deleted: 1 });
    // What a code was is not kept longer than a day.
    for (let turn = 1; turn <= 4; turn++) await runScheduled(Date.now() + 25 * 3_600_000);
    expect(await kept()).toBe(0);
  });
});
