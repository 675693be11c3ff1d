import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinBytes } from '#core/bytes/join-bytes.ts';
import { createApp } from '#api/app.ts';
import { inPieces, makePdf } from '#harness/data/files.ts';
import { discPng, jpeg } from '#harness/symbols/pictures.ts';
import {
  type ApiClient,
  create,
  createClient,
  readError,
  send as sendTo,
} from '#harness/worker/api-client.ts';
import { withFailingStatements, withFault } from '#harness/worker/faults.ts';

const MIB = 1024 * 1024;
const PDF = makePdf('Soup 5 EUR');

let client: ApiClient;
beforeAll(async () => {
  client = await createClient({ plan: 'business' });
});

interface File {
  readonly id: string;
  readonly name: string;
  readonly content_type: string;
  readonly bytes: number;
  readonly url: string;
  readonly in_use: boolean;
}

interface Sending {
  readonly by?: ApiClient;
  readonly headers?: Record<string, string>;
  readonly env?: Partial<ApiEnv>;
}

const send = (file: Uint8Array, { by = client, headers = {}, env: bindings = {} }: Sending = {}) =>
  by.request('POST', '/v1/files', file, {
    headers: { 'Content-Type': 'application/pdf', 'Content-Length': String(file.length), ...headers },
    env: bindings,
  });

async function upload(file: Uint8Array = PDF, sending: Sending = {}): Promise<File> {
  const response = await send(file, sending);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
}

const named = async (disposition: string, file = PDF) =>
  (await upload(file, { headers: { 'Content-Disposition': disposition } })).name;

const read = (id: string, by = client) => by.request('GET', `/v1/files/${id}`);

/** Nothing of a refused upload may stay, neither a row nor an object. */
async function stored() {
  const rows = await env.DB.prepare('SELECT id FROM files ORDER BY id').all<{ id: string }>();
  const { objects } = await env.FILES.list();
  return { rows: rows.results.map(({ id }) => id), objects: objects.map(({ key }) => key) };
}

async function leavesNothing(work: () => Promise<unknown>): Promise<void> {
  const before = await stored();
  await work();
  expect(await stored()).toEqual(before);
}

describe('POST /v1/files', () => {
  it('stores a PDF as it is, and describes it', async () => {
    const file = await upload(PDF, { headers: { 'Content-Disposition': 'attachment; filename="Menu.pdf"' } });
    const hex = file.id.slice('file_'.length);
    expect(file).toEqual({
      id: expect.stringMatching(/^file_[0-9a-f]{16}$/),
      name: 'Menu.pdf',
      content_type: 'application/pdf',
      bytes: PDF.length,
      url: `https://go.example.com/file/${hex}/Menu.pdf`,
      in_use: false,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(await (await read(file.id)).json()).toEqual(file);
    const object = await env.FILES.get(file.id);
    expect(new Uint8Array(await object!.arrayBuffer())).toEqual(PDF);
    expect(object!.httpMetadata).toMatchObject({ contentType: 'application/pdf' });
  });

  it('lets the first bytes decide what a file is, whatever the header says', async () => {
    expect((await upload(discPng(20))).content_type).toBe('image/png');
    expect(await upload(jpeg('exif'), { headers: { 'Content-Type': 'image/png' } })).toMatchObject({
      content_type: 'image/jpeg',
      name: 'file.jpg',
    });
  });

  it.each([
    ['a byte order mark', '\uFEFF'],
    ['blank lines', '\r\n \n\t\n'],
    ['both', `\uFEFF${'\n'.repeat(900)}`],
  ])('takes a PDF behind %s', async (_, blank) => {
    const front = new TextEncoder().encode(blank);
    expect((await upload(joinBytes([front, PDF]))).content_type).toBe('application/pdf');
  });

  it.each([
    ['a page behind a byte order mark', '\uFEFF<p>%PDF-1.4\n%%EOF'],
    ['a picture behind a blank line', '\n\u0089PNG'],
    ['more blank lines than readers look behind', `${'\n'.repeat(1_100)}%PDF-1.4\n%%EOF`],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page in front of a PDF', '<script>alert(1)</script>%PDF-1.4\n%%EOF'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an archive', 'PK\u0003\u0004%PDF-1.4 %%EOF'],
    ['less than a start', '%PD'],
  ])('refuses %s', async (_, text) => {
    await leavesNothing(async () => {
      const error = await readError(send(new TextEncoder().encode(text)), 415, 'unsupported_media_type');
      expect(error.message).toContain('PDF');
    });
  });

  it('refuses a file whose end is missing, and one of another size than it says', async () => {
    await leavesNothing(async () => {
      const cut = PDF.slice(0, -20);
      expect((await readError(send(cut))).errors?.[0]).toMatchObject({
        field: 'body',
        code: 'not_whole',
      });
      await readError(send(discPng(60).slice(0, -5)));
      for (const length of [PDF.length - 1, PDF.length + 1]) {
        const headers = { 'Content-Length': String(length) };
        const error = await readError(send(PDF, { headers }));
        expect(error.message).toContain('Content-Length');
      }
    });
  });

  it('asks for the size, and refuses none and more than 20 MiB before it reads a byte', async () => {
    await leavesNothing(async () => {
      await readError(send(PDF, { headers: { 'Content-Length': '' } }), 411, 'length_required');
      await readError(send(PDF, { headers: { 'Content-Length': '1e3' } }), 411, 'length_required');
      const most = { 'Content-Length': String(20 * MIB + 1) };
      await readError(send(PDF, { headers: most }), 413, 'payload_too_large');
      const none = await readError(send(new Uint8Array()));
      expect(none.message).toContain('empty');
    });
  });

  it('takes 20 MiB', async () => {
    const large = makePdf('Wine list', 20 * MIB);
    const { id } = await upload(large);
    expect((await env.FILES.head(id))?.size).toBe(20 * MIB);
  });

  it.each([
    ['the last part of a path', 'attachment; filename="C:\\\\menus\\\\../Menu.pdf"', 'Menu.pdf'],
    ['quotes', String.raw`attachment; filename="The \"big\" menu.pdf"`, 'The big menu.pdf'],
    [
      'UTF-8',
      "attachment; filename=x.pdf; filename*=UTF-8''Speisekarte%20f%C3%BCr%20Mai.pdf",
      'Speisekarte für Mai.pdf',
    ],
    ['Latin-1', "attachment; filename*=iso-8859-1'de'%DCbersicht%20%E9.pdf", 'Übersicht é.pdf'],
    ['marks that turn the direction', "attachment; filename*=UTF-8''Menu%E2%80%AEfdp.exe", 'Menufdp.exe.pdf'],
    ['line breaks', "attachment; filename*=UTF-8''a%0D%0ASet-Cookie:%20b.pdf", 'aSet-Cookie b.pdf'],
    ['nothing but what goes', 'attachment; filename="..."', 'file.pdf'],
    ['another ending', 'inline; filename=menu.HTML', 'menu.HTML.pdf'],
    ['its own ending in capitals', 'inline; filename=MENU.PDF', 'MENU.pdf'],
    ['no name', 'attachment', 'file.pdf'],
  ])('cleans a name: %s', async (_, disposition, name) => {
    expect(await named(disposition)).toBe(name);
  });

  it('cuts a name of 300 characters, and refuses one that cannot be read', async () => {
    expect(await named(`attachment; filename*=UTF-8''${'%F0%9F%8D%9C'.repeat(300)}.pdf`)).toBe(
      `${'🍜'.repeat(96)}.pdf`,
    );
    const unreadable = [
      "attachment; filename*=UTF-8''%FF",
      "attachment; filename*=latin1''a",
      "attachment; filename*=ISO-8859-1''%D",
    ];
    for (const disposition of unreadable) {
      const error = await readError(send(PDF, { headers: { 'Content-Disposition': disposition } }));
      expect(error.errors?.[0]?.field).toBe('Content-Disposition');
    }
  });

  it('stores nothing while R2 fails, at the start or at the end, and says that it may work later', async () => {
    const fails = () => Promise.reject(new Error('R2 is down'));
    const late = async (_key: string, body: ReadableStream) => {
      for await (const _ of body) continue;
      throw new Error('R2 is down');
    };
    await leavesNothing(async () => {
      for (const put of [fails, late]) {
        const faulty = { FILES: withFault(env.FILES, { put }) };
        await readError(send(makePdf('x', MIB), { env: faulty }), 503, 'unavailable');
      }
    });
  });

  it('leaves no bytes without a row if the database fails after the upload', async () => {
    const DB = withFailingStatements(
      env.DB,
      (statement) => statement.startsWith('update "files"') && statement.includes('["stored"'),
    );
    await leavesNothing(async () => {
      await readError(send(PDF, { env: { DB } }), 503, 'unavailable');
    });
  });

  it('counts the bytes of files against the plan, and not against the texts of codes', async () => {
    const by = await createClient({ plan: 'free' });
    const quotas = async () =>
      (await by.json<{ quotas: Record<string, { used: number }> }>('GET', '/v1/usage')).quotas;
    const { id } = await upload(PDF, { by });
    expect((await quotas())['file_bytes']).toEqual({ limit: 100_000_000, used: PDF.length });
    expect((await quotas())['stored_bytes']?.used).toBe(0);
    await env.DB.prepare('UPDATE files SET bytes = ? WHERE id = ?')
      .bind(100_000_000 - PDF.length + 1, id)
      .run();
    await leavesNothing(async () => {
      const error = await readError(send(PDF, { by }), 403, 'quota_exceeded');
      expect(error).toMatchObject({ quota: { name: 'file_bytes', limit: 100_000_000 } });
    });
    await by.request('DELETE', `/v1/files/${id}`);
    expect((await quotas())['file_bytes']?.used).toBe(0);
  });

  it('keeps at most 1,000 files', async () => {
    const by = await createClient({ plan: 'business' });
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO files SELECT printf('file_%016x', i), ?, 'a.pdf', 'application/pdf', 1, 'stored', 1, NULL, NULL FROM n`,
    )
      .bind(by.accountId)
      .run();
    await readError(send(PDF, { by }), 409, 'limit_reached');
    await env.DB.prepare('DELETE FROM files WHERE account_id = ?').bind(by.accountId).run();
  });
});

describe('the files of an account', () => {
  it('are listed newest first, in pages', async () => {
    const by = await createClient({ plan: 'pro' });
    const ids = [
      (await upload(PDF, { by })).id,
      (await upload(PDF, { by })).id,
      (await upload(PDF, { by })).id,
    ];
    const page = async (query: string) =>
      by.json<{
        data: File[];
        has_more: boolean;
        next_cursor: string | null;
      }>('GET', `/v1/files?limit=2${query}`);
    const first = await page('');
    const second = await page(`&cursor=${first.next_cursor}`);
    expect([first.has_more, second.has_more]).toEqual([true, false]);
    expect(new Set([...first.data, ...second.data].map(({ id }) => id))).toEqual(new Set(ids));
  });

  it('are nobody else’s: another account’s file is like one that does not exist', async () => {
    const { id } = await upload();
    const other = await createClient({ plan: 'pro' });
    for (const one of [id, 'file_0000000000000000', 'file_x']) {
      await readError(read(one, other), 404, 'not_found');
      await readError(other.request('DELETE', `/v1/files/${one}`), 404, 'not_found');
    }
    for (const target of [id, 'file_0000000000000000', 'file_x', 'https://example.com/']) {
      const response = await other.request('POST', '/v1/qr', { type: 'file', dynamic: true, target });
      const error = await readError(response);
      expect(error.errors).toEqual([
        { field: 'target', code: 'invalid_file', message: expect.stringContaining('no such file') },
      ]);
    }
  });

  it('are deleted with their bytes, unless a code opens them', async () => {
    const { id } = await upload();
    const code = await create(client, { type: 'file', dynamic: true, target: id });
    expect(await (await read(id)).json()).toMatchObject({ in_use: true });
    const error = await readError(client.request('DELETE', `/v1/files/${id}`), 409, 'file_in_use');
    expect(error.message).toContain('1 of your codes opens');
    expect(await env.FILES.head(id)).not.toBeNull();
    await client.request('DELETE', `/v1/qr/${code.id}`);
    expect(await client.json('DELETE', `/v1/files/${id}`)).toEqual({ id, deleted: true });
    await readError(read(id), 404, 'not_found');
    expect(await env.FILES.head(id)).toBeNull();
  });

  it('are gone at once although R2 fails, and the sweep deletes their bytes', async () => {
    const { id } = await upload();
    const FILES = withFault(env.FILES, { delete: () => Promise.reject(new Error('R2 is down')) });
    expect((await client.request('DELETE', `/v1/files/${id}`, undefined, { env: { FILES } })).status).toBe(
      200,
    );
    await readError(read(id), 404, 'not_found');
    expect((await stored()).rows).toContain(id);
  });
});

describe('a code that opens a file', () => {
  it('is dynamic, and only dynamic', async () => {
    const { id, url } = await upload();
    const response = await client.request('POST', '/v1/qr', { type: 'file', target: id });
    const error = await readError(response);
    expect(error.errors?.[0]).toMatchObject({ field: 'dynamic', code: 'invalid_value' });
    const code = await create(client, { type: 'file', dynamic: true, target: id });
    expect(code).toMatchObject({ type: 'file', target: id, dynamic: true });
    const row = await env.DB.prepare('SELECT redirect_to FROM qr_codes WHERE code_id = ?')
      .bind(code.id.slice(3))
      .first('redirect_to');
    expect(row).toBe(url);
  });

  it('opens another file after a change, and the first one again after it is undone', async () => {
    const [first, second] = [await upload(), await upload()];
    const code = await create(client, { type: 'file', dynamic: true, target: first.id });
    const change = async (target: string) => client.request('PATCH', `/v1/qr/${code.id}`, { target });
    expect(await (await change(second.id)).json()).toMatchObject({ target: second.id });
    expect(await (await read(first.id)).json()).toMatchObject({ in_use: false });
    await readError(change('file_0000000000000000'));
    expect(await (await change(first.id)).json()).toMatchObject({ target: first.id });
  });

  it('never opens a file that was deleted at the same time', async () => {
    const { id } = await upload();
    const made = await Promise.all([
      client.request('POST', '/v1/qr', { type: 'file', dynamic: true, target: id }),
      client.request('DELETE', `/v1/files/${id}`),
    ]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(
      made[0].status === 200 ? [200, 409] : [200, 400].toSorted(),
    );
  });

  it('is made in bulk and by upsert', async () => {
    const { id } = await upload();
    const codes = [
      { type: 'file', dynamic: true, target: id },
      { type: 'file', dynamic: true, target: 'file_1' },
    ];
    const { data } = await client.json<{ data: { error?: unknown }[] }>('POST', '/v1/qr/bulk', { codes });
    expect(data.map(({ error }) => error === undefined)).toEqual([true, false]);
    const put = () =>
      client.request('PUT', '/v1/qr/ext:menu-file', { type: 'file', dynamic: true, target: id });
    expect((await put()).headers.get('Upsert')).toBe('created');
    expect((await put()).headers.get('Upsert')).toBe('unchanged');
  });
});

describe('an upload that comes in pieces', () => {
  const LARGE = makePdf('Wine list', 20 * MIB);

  const stream = (body: ReadableStream, length: number, bindings: Partial<ApiEnv> = {}) => {
    const headers = {
      Authorization: `Bearer ${client.apiKey}`,
      'Content-Type': 'application/pdf',
      'Content-Length': String(length),
    };
    const request = new Request('https://api.example.com/v1/files', { method: 'POST', headers, body });
    return sendTo(createApp(), request, bindings);
  };

  it('is never in memory as a whole: it is read only as far as R2 takes it', async () => {
    let sent = 0;
    let taken = 0;
    let ahead = 0;
    const put = async (_key: string, body: ReadableStream<Uint8Array>) => {
      for await (const piece of body) {
        taken += piece.length;
        ahead = Math.max(ahead, sent - taken);
        // Whoever could run ahead does so now.
        for (let i = 0; i < 20; i++) await Promise.resolve();
      }
      return {};
    };
    const body = inPieces(LARGE).pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          sent += piece.length;
          controller.enqueue(piece);
        },
      }),
    );
    const response = await stream(body, LARGE.length, { FILES: withFault(env.FILES, { put }) });
    expect(response.status).toBe(200);
    expect(taken).toBe(LARGE.length);
    expect(ahead).toBeLessThan(MIB);
  });

  it('leaves nothing if it breaks off at 99 %', async () => {
    await leavesNothing(async () => {
      const body = inPieces(LARGE, Math.floor(LARGE.length * 0.99));
      const error = await readError(stream(body, LARGE.length), 400, 'malformed_json');
      expect(error.message).toBe('The body ended early.');
    });
  });

  it('is stored as it came', async () => {
    const file = makePdf('Wine list', 300_000);
    const { id } = await (await stream(inPieces(file), file.length)).json<File>();
    expect(new Uint8Array(await (await env.FILES.get(id))!.arrayBuffer())).toEqual(file);
  });
});
