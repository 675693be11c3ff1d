import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { draw } from '#harness/symbols/draw.ts';
import { PLAIN } from '#harness/symbols/styles.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';

const TARGET = 'https://example.com/menu';
const FRAME = { kind: 'label_bottom', text: 'Открой menu', color: null } as const;

let client: ApiClient;
beforeAll(async () => {
  client = await createClient({ plan: 'business' });
});

const post = (body: object) => client.request('POST', '/v1/qr', { target: TARGET, size: 512, ...body });

async function read(id: string): Promise<Record<string, unknown>> {
  return client.json('GET', `/v1/qr/${id}`);
}

describe('a frame', () => {
  it('is kept with the code, drawn in both images, and counted in the smallest width', async () => {
    const code = await create(client, { target: TARGET, size: 512, style: { frame: FRAME } });
    expect(await read(code.id)).toMatchObject({
      style: { ...PLAIN, frame: FRAME },
      symbol_version: 2,
      // 25 modules, and on each side 2 of quiet zone and 1 of border: 31 × 0.33 mm.
      margin: 2,
      scan_check: { passed: true, min_width_mm: 10.3 },
    });
    const { svg, png } = await draw(TARGET, {
      size: 512,
      title: 'QR code: url',
      margin: 2,
      look: { ...PLAIN, frame: FRAME },
    });
    const stored = async (extension: string) =>
      new Uint8Array(await (await env.IMAGES.get(`qr/${code.id.slice(3)}.${extension}`))!.arrayBuffer());
    expect(new TextDecoder().decode(await stored('svg'))).toBe(svg);
    expect(svg).toContain('with the text “Открой menu”');
    expect(await stored('png')).toEqual(png);
    const border = await create(client, { target: TARGET, style: { frame: { kind: 'border' } } });
    expect(await read(border.id)).toMatchObject({ margin: 2, scan_check: { min_width_mm: 10.3 } });
    // A margin that is asked for counts.
    const wide = await create(client, { target: TARGET, margin: 4, style: { frame: { kind: 'border' } } });
    expect(await read(wide.id)).toMatchObject({ margin: 4, scan_check: { min_width_mm: 11.6 } });
  });

  it('returns its text as drawn: composed, without invisible characters, on one line', async () => {
    const text = '  Cafe\u0301\u200B  menü\u00A0 ';
    const code = await create(client, { target: TARGET, style: { frame: { kind: 'label_top', text } } });
    expect(await read(code.id)).toMatchObject({ style: { frame: { text: 'Café menü', color: null } } });
    const blank = await create(client, { target: TARGET, style: { frame: { kind: 'border', text: ' ' } } });
    expect(await read(blank.id)).toMatchObject({ style: { frame: { kind: 'border', text: null } } });
  });

  it('may have 30 characters, however wide they are', async () => {
    const frame = { kind: 'label_top', text: 'Щ'.repeat(30), color: '#100a40' };
    expect((await post({ style: { frame } })).status).toBe(200);
    const { errors } = await readError(post({ style: { frame: { ...frame, text: 'i'.repeat(31) } } }));
    expect(errors).toMatchObject([
      { field: 'style.frame.text', message: '"style.frame.text" must have at most 30 characters.' },
    ]);
  });

  it('is refused with the field that is wrong', async () => {
    const { errors } = await readError(post({ style: { frame: { kind: 'label_top', text: 'Menu 🍕' } } }));
    expect(errors).toMatchObject([{ field: 'style.frame.text', code: 'invalid_value' }]);
  });

  it('is refused in a colour that is too light, with the nearest that passes', async () => {
    const frameOf = (color: string) => ({ style: { frame: { kind: 'border', color } } });
    const { errors } = await readError(post(frameOf('#1d3fb8')), 400, 'low_contrast');
    expect(errors).toMatchObject([{ field: 'style.frame.color', code: 'low_contrast' }]);
    const nearest = /passes is (#[0-9a-f]{6})/.exec(errors?.[0]?.message ?? '')?.[1] ?? '';
    expect(errors?.[0]?.message).toContain('at most 0.1');
    expect((await post(frameOf(nearest))).status).toBe(200);
    // The luma of #1a1a1a is 0.102, that of #191919 is 0.099.
    expect((await post(frameOf('#191919'))).status).toBe(200);
    await readError(post(frameOf('#1a1a1a')), 400, 'low_contrast');
  });

  it('is refused if the picture is too small for its text, even in another size of the image', async () => {
    const style = { frame: { kind: 'label_top', text: 'W'.repeat(30) } };
    const { errors } = await readError(post({ style, size: 128 }));
    expect(errors).toMatchObject([{ field: 'size', code: 'too_small' }]);
    const smallest = Number(/(\d+) is the smallest size/.exec(errors?.[0]?.message ?? '')?.[1]);
    const response = await post({ style, size: smallest });
    expect(response.status).toBe(200);
    const { id } = await response.json<{ id: string }>();
    const path = (size: number) => `/v1/qr/${id}/image?format=svg&size=${size}`;
    expect((await client.request('GET', path(smallest))).status).toBe(200);
    const refused = await readError(client.request('GET', path(smallest - 1)));
    expect(refused.errors).toMatchObject([{ field: 'size' }]);
    const files = { ids: [id], files: [{ format: 'png', size: smallest - 1 }] };
    const archive = await client.request('POST', '/v1/exports/files', files);
    await readError(archive);
    expect(
      (
        await client.request('POST', '/v1/exports/files', {
          ...files,
          files: [{ format: 'png', size: smallest }],
        })
      ).status,
    ).toBe(200);
  });

  it('keeps at least two light modules around the symbol: no margin is narrower', async () => {
    const { errors } = await readError(post({ margin: 1, style: { frame: { kind: 'border' } } }));
    expect(errors).toMatchObject([{ field: 'margin', code: 'too_small' }]);
  });

  it('is in a bulk, in an upsert that never changes it, and in imports', async () => {
    const bulk = await client.request('POST', '/v1/qr/bulk', {
      codes: [
        { target: TARGET, style: { frame: FRAME } },
        { target: TARGET, style: { frame: { kind: 'label_top', text: '☃' } } },
      ],
    });
    const text = await bulk.text();
    expect(text).toContain('"style.frame.text');
    expect(await read(/qr_[0-9a-z]{8}/.exec(text)![0])).toMatchObject({ style: { frame: FRAME } });

    const upsert = (frame: unknown) =>
      client.request('PUT', '/v1/qr/ext:framed-1', { target: TARGET, dynamic: true, style: { frame } });
    expect((await upsert(FRAME)).headers.get('Upsert')).toBe('created');
    expect((await upsert({ ...FRAME, text: ' Открой  menu' })).headers.get('Upsert')).toBe('unchanged');
    for (const other of [null, { kind: 'border' }, { ...FRAME, text: 'x' }, { ...FRAME, color: '#000000' }]) {
      const { errors } = await readError(upsert(other), 409, 'immutable_field');
      expect(errors?.map(({ field }) => field)).toEqual(['style.frame']);
      expect(errors?.[0]?.message).toContain('label_bottom');
    }

    const style = (frame: object) => `"${JSON.stringify({ frame }).replaceAll('"', '""')}"`;
    const csv = [
      'target,size,style',
      `${TARGET},512,${style(FRAME)}`,
      `${TARGET},128,${style({ kind: 'label_top', text: 'W'.repeat(30) })}`,
      `${TARGET},512,${style({ kind: 'label_top', text: 'W'.repeat(30) })}`,
    ];
    const started = await client.request('POST', '/v1/imports', `${csv.join('\n')}\n`, {
      headers: { 'Content-Type': 'text/csv' },
    });
    const { id } = await started.json<{ id: string }>();
    for (;;) {
      const job = await (await client.request('GET', `/v1/imports/${id}`)).json<{ status: string }>();
      if (job.status !== 'queued' && job.status !== 'running') break;
    }
    const rows = await client.request('GET', `/v1/imports/${id}/rows?limit=100`);
    const { data } = await rows.json<{ data: { error: { errors?: { field: string }[] } | null }[] }>();
    expect(data.map(({ error }) => error?.errors?.map(({ field }) => field) ?? null)).toEqual([
      null,
      ['size'],
      null,
    ]);
  });
});
