import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { streamParts } from '#core/bytes/byte-stream.ts';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';

let client: ApiClient;
let menu: CodeResource;
let fixed: CodeResource;
beforeAll(async () => {
  client = await createClient();
  menu = await create(client, {
    dynamic: true,
    external_id: 'sku-1',
    title: 'Lunch, "today"',
    tags: ['summer'],
    color: { dark: '#14213d' },
  });
  fixed = await create(client, { title: '=Ελλάδα' });
});

const PNG = { format: 'png' };
const PDF = { format: 'pdf', width_mm: 25 };

function send(body: unknown, query = '', env: Partial<ApiEnv> = {}): Promise<Response> {
  return client.request('POST', `/v1/exports/files${query}`, body, { env });
}

async function unpack(response: Response): Promise<Record<string, Uint8Array>> {
  expect(response.status, await response.clone().text()).toBe(200);
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

async function refusal(body: unknown, query = '', code = 'invalid_request') {
  const { errors = [] } = await readError(send(body, query), 400, code);
  return errors.map(({ field, message }) => [field, message]);
}

describe('POST /v1/exports/files', () => {
  it('is an archive of the files of codes, by ids of both kinds, with a table of them', async () => {
    const response = await send({ ids: ['ext:sku-1', fixed.id, menu.id], files: [PNG, PDF] });
    expect(response.headers.get('Content-Type')).toBe('application/zip');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="qr-codes.zip"');
    const files = await unpack(response);
    expect(Object.keys(files)).toEqual([
      'index.csv',
      'sku-1-Lunch, -today.png',
      'sku-1-Lunch, -today.pdf',
      'Ελλάδα.png',
      'Ελλάδα.pdf',
    ]);
    expect(textOf(files['index.csv'])).toBe(
      [
        'id,external_id,title,short_url,target,png,pdf',
        `${menu.id},sku-1,"Lunch, ""today""",${menu.short_url},${menu.target},"sku-1-Lunch, -today.png","sku-1-Lunch, -today.pdf"`,
        `${fixed.id},,'=Ελλάδα,,${fixed.target},Ελλάδα.png,Ελλάδα.pdf`,
        '',
      ].join('\r\n'),
    );
  });

  it('names the files of an import by what people know, not by what the import made of the targets', async () => {
    const owner = await createClient();
    const rows = [
      'target,title,external_id',
      'https://example.com/1,Flyer 1,',
      'https://example.com/1,Flyer 2,',
    ];
    const sent = [...rows, 'https://example.com/3,Flyer 3,sku-3', 'https://example.com/4,,'].join('\n');
    const csv = { headers: { 'Content-Type': 'text/csv' } };
    const started = await owner.request('POST', '/v1/imports?dry_run=false', sent, csv);
    const job = `/v1/imports/${(await started.json<{ id: string }>()).id}`;
    const isDone = async () => (await owner.json<{ status: string }>('GET', job)).status === 'done';
    while (!(await isDone())) continue;
    const codes = await owner.json<{ data: { id: string; title: string | null; external_id: string }[] }>(
      'GET',
      '/v1/qr?limit=100',
    );
    const untitled = codes.data.find(({ title }) => title === null);
    expect(untitled?.external_id).toMatch(/^row:[0-9a-f]{24}$/);
    const files = await unpack(await owner.request('POST', '/v1/exports/files', { files: [PNG] }));
    expect(Object.keys(files).sort()).toEqual(
      ['Flyer 1.png', 'Flyer 2.png', 'index.csv', `${untitled?.id}.png`, 'sku-3-Flyer 3.png'].sort(),
    );
    // The table tells each code's own id.
    expect(textOf(files['index.csv'])).toContain(`,${untitled?.external_id},`);
  });

  it('contains the same bytes as the single files of each code', async () => {
    const forms = [
      ['image', { format: 'png', size: 300, margin: 6, dpi: 150 }],
      ['image', { format: 'svg' }],
      ['print', { format: 'pdf', width_mm: 25, standard: 'x-1a', paper: 'white', bleed_mm: 3, marks: true }],
      ['print', { format: 'eps', module_mm: 0.5, color: 'spot:Gold', alternate: '0,40,100,40' }],
      ['print', { format: 'svg', width_mm: 25, caption: 'external_id', growth_mm: 0.05 }],
    ] as const;
    const response = await send({
      ids: [menu.id],
      files: forms.map(([, form]) => form),
      name: '{format}/{number}',
    });
    const files = Object.entries(await unpack(response)).slice(1);
    expect(files.map(([name]) => name)).toEqual([
      'png/1.png',
      'svg/1.svg',
      'pdf/1.pdf',
      'eps/1.eps',
      'svg/1-2.svg',
    ]);
    for (const [i, [kind, form]] of forms.entries()) {
      const query = new URLSearchParams(Object.entries(form).map(([name, value]) => [name, String(value)]));
      const alone = await client.request('GET', `/v1/qr/${menu.id}/${kind}?${query.toString()}`);
      expect(alone.status).toBe(200);
      expect(files[i]?.[1], kind).toEqual(new Uint8Array(await alone.arrayBuffer()));
    }
  });

  it('has the same bytes for the same request', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await send({ files: [PDF] })).arrayBuffer()),
    );
    expect(second).toEqual(first);
  });

  it('contains the codes that match the filters of the list, if no ids are named', async () => {
    expect(Object.keys(await unpack(await send({ files: [PNG] })))).toHaveLength(3);
    const filtered = await unpack(await send({ files: [PNG], name: '{id}' }, '?tag=summer'));
    expect(Object.keys(filtered)).toEqual(['index.csv', `${menu.id}.png`]);
    await readError(send({ files: [PNG] }, '?q=nobody'), 404, 'not_found');
    expect(await refusal({ files: [PNG], ids: [menu.id] }, '?q=Lunch')).toEqual([
      ['q', '"q" in the query and "ids" in the body exclude each other: name the codes, or filter the list.'],
    ]);
  });

  it("names each id that is no code of the account, another account's among them", async () => {
    const stranger = await createClient();
    const foreign = await create(stranger, {});
    const response = await send({ ids: [menu.id, foreign.id, 'nonsense'], files: [PNG] });
    const { errors = [] } = await readError(response, 404, 'not_found');
    expect(errors.map(({ field }) => field)).toEqual(['ids[1]', 'ids[2]']);
  });

  it('prints codes without a caption if they have none, and refuses a caption that cannot be drawn', async () => {
    const form = { ...PDF, caption: 'external_id' };
    expect(Object.keys(await unpack(await send({ ids: [menu.id, fixed.id], files: [form] })))).toHaveLength(
      3,
    );
    const tea = await create(client, { title: '茶' });
    const [[field, message] = []] = await refusal({
      ids: [tea.id],
      files: [PNG, { ...PDF, caption: 'title' }],
    });
    expect(field).toBe('files[1].caption');
    expect(message).toContain(`"files[1].caption" for ${tea.id}: This text contains "茶" (U+8336)`);
  });

  it.each([
    [{ files: [] }, 'files', '"files" must be at least 1.'],
    [{}, 'files', '"files" is required.'],
    [{ files: Array.from({ length: 6 }, () => PNG) }, 'files', '"files" must hold at most 5.'],
    [
      { files: [{ format: 'webp' }] },
      'files[0].format',
      '"files[0].format" must be one of "png", "svg", "pdf", "eps".',
    ],
    [
      { files: [PNG, { format: 'png', width_mm: 20 }] },
      'files[1].width_mm',
      '"files[1].width_mm" is for files in millimetres: "format" "pdf" or "eps", or "svg" with "width_mm".',
    ],
    [
      { files: [{ ...PDF, size: 300 }] },
      'files[0].size',
      '"files[0].size" is for images: a file of pdf in millimetres has no pixels.',
    ],
    [
      { files: [{ format: 'svg', dpi: 300 }] },
      'files[0].dpi',
      '"files[0].dpi" is for "format": "png" only: an SVG has no pixels.',
    ],
    [
      { files: [{ format: 'pdf', width_mm: 20.123 }] },
      'files[0].width_mm',
      '"files[0].width_mm" must have at most 2 decimals.',
    ],
    [
      { files: [PNG], name: '../{title}' },
      'name',
      '"name" must not have folders without a name, "." or "..": it lies within the archive.',
    ],
    [{ files: [PNG], names: 'x' }, 'names', '"names" is not a known field. Did you mean "name"?'],
  ])('refuses %j', async (body, field, message) => {
    expect(await refusal(body)).toEqual([[field, message]]);
  });

  it('names, before it begins, each form that does not suit a code', async () => {
    const [[field, message = ''] = []] = await refusal({ ids: [menu.id], files: [PNG, { format: 'pdf' }] });
    expect(field).toBe('files[1].width_mm');
    expect(message).toMatch(new RegExp(`^"files\\[1\\].width_mm" for ${menu.id} or "module_mm" is required`));
    expect(await refusal({ ids: [menu.id], files: [{ format: 'png', size: 80 }] })).toEqual([
      ['files[0].size', expect.stringContaining('99 is the smallest size that works')],
    ]);
    const light = { ...PDF, color: 'cmyk:100,0,0,0' };
    expect((await refusal({ ids: [menu.id], files: [light] }, '', 'low_contrast'))[0]?.[0]).toBe(
      'files[0].color',
    );
  });

  it('refuses more codes than an archive may contain, with the limit', async () => {
    const ids = Array.from({ length: 1001 }, () => menu.id);
    expect(await refusal({ ids, files: [PNG] })).toEqual([
      ['ids', '"ids" may name at most 1000 codes, not 1001. Send them in several requests.'],
    ]);
    expect(Object.keys(await unpack(await send({ ids: ids.slice(1), files: [PNG] })))).toHaveLength(2);
    const free = { WORKERS_PLAN: 'free' };
    const refused = await send({ ids: [menu.id, fixed.id, menu.id], files: [PNG, PDF] }, '', free);
    const { message } = await readError(refused);
    expect(message).toMatch(/^"ids" may name at most 2 codes, not 3: this service runs on the Free plan/);
    expect((await send({ ids: [menu.id, fixed.id], files: [PNG, PDF] }, '', free)).status).toBe(200);
  });

  it('refuses styled pictures that would take longer than a request may, with the number of codes that fit', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 10; i++) {
      const { id } = await create(client, {
        target: 'https://example.com/',
        size: 256,
        style: { modules: 'dot', gradient: { from: '#000000', to: '#300030' } },
      });
      ids.push(id);
    }
    const large = [4092, 4093, 4094, 4095, 4096].map((size) => ({ format: 'png', size }));
    const [[field, message] = []] = await refusal({ ids, files: large });
    expect(field).toBe('ids');
    expect(message).toMatch(/may name at most 8 codes, not 10: drawing the styled pictures/);
    const plain = Array.from({ length: 6 }, () => menu.id);
    expect((await send({ ids: plain, files: [PNG] })).status).toBe(200);
  });

  it('counts what it takes to draw against the plan', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 2; i++)
      ids.push((await create(client, { target: 'https://example.com/', style: { modules: 'dot' } })).id);
    let left = 2;
    const RATE_LIMIT_BUSINESS = { limit: () => Promise.resolve({ success: left-- > 0 }) };
    const download = (size: number) =>
      send({ ids, files: [{ format: 'png', size }] }, '', { RATE_LIMIT_BUSINESS });
    expect((await download(300)).status).toBe(200);
    expect(left).toBe(1);
    const refused = await download(4096);
    await readError(refused, 429, 'rate_limited');
    expect(refused.headers.get('Retry-After')).toBe('60');
  });

  it('is recorded as an export', async () => {
    await (await send({ ids: [menu.id], files: [PNG] })).arrayBuffer();
    const { data } = await (
      await client.request('GET', '/v1/audit')
    ).json<{ data: { action: string; detail?: string; note?: string }[] }>();
    expect(JSON.stringify(data)).toContain('"zip"');
    expect(data.map(({ action }) => action)).toContain('codes.exported');
  });
});

describe('the stream of an archive', () => {
  function count(failsAt = Number.POSITIVE_INFINITY) {
    const seen = { made: 0, isEnded: false, reported: [] as string[] };
    async function* make() {
      try {
        for (;;) {
          if (++seen.made >= failsAt) throw new Error('no more');
          yield new Uint8Array(10);
        }
      } finally {
        seen.isEnded = true;
      }
    }
    return { seen, stream: streamParts(make(), (event) => seen.reported.push(event)) };
  }

  it('makes no part that nobody reads, and none after the caller has left', async () => {
    const { seen, stream } = count();
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    expect(seen.made).toBeLessThanOrEqual(3);
    const { made } = seen;
    await reader.cancel();
    expect(seen).toEqual({ made, isEnded: true, reported: [] });
  });

  it('ends in an error if a part cannot be made, and logs it', async () => {
    const { seen, stream } = count(3);
    await expect(new Response(stream).arrayBuffer()).rejects.toThrow('no more');
    expect(seen.reported).toEqual(['export_broken_off']);
  });
});
