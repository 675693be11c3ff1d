import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import worker from '#api/index.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { publicPrefixOfRun } from '#service/images/sweep-images.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';

const TARGET = 'https://example.com/';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

let client: ApiClient;
beforeEach(async () => {
  client = await createClient({ plan: 'business' });
});

async function upload(file: Uint8Array | string = discPng(90), by = client): Promise<string> {
  const headers = { 'Content-Type': typeof file === 'string' ? 'image/svg+xml' : 'image/png' };
  return (await by.json<{ id: string }>('POST', '/v1/images', file, { headers })).id;
}

const codeWith = async (image: string) =>
  (await create(client, { target: TARGET, dynamic: true, preview: { image } })).id;
const patch = (id: string, body: object) => client.request('PATCH', `/v1/qr/${id}`, body);
const previewOf = async (id: string) =>
  (await client.json<{ preview: unknown }>('GET', `/v1/qr/${id}`)).preview;
const isPublic = async (image: string) => (await env.IMAGES.head(`preview/${image}.png`)) !== null;

/** Runs the cron at the first time from `fromMs` on at which it checks this image. */
async function sweep(image: string, fromMs: number): Promise<void> {
  let time = fromMs;
  while (!image.startsWith(publicPrefixOfRun(time))) time += 600_000;
  const ctx = createExecutionContext();
  const run = { scheduledTime: new Date(time), cron: '*/10 * * * *' };
  await worker.scheduled(createScheduledController(run), env, ctx);
  await waitOnExecutionContext(ctx);
}

describe('the image of a link preview', () => {
  it('becomes public as the PNG that the account sees, with the code that shows it', async () => {
    const image = await upload();
    expect(await isPublic(image)).toBe(false);
    const id = await codeWith(image);
    expect(await previewOf(id)).toEqual({ title: null, description: null, image });
    const copy = await env.IMAGES.get(`preview/${image}.png`);
    expect(copy?.httpMetadata).toMatchObject({
      contentType: 'image/png',
      cacheControl: 'public, max-age=3600',
    });
    const file = await client.request('GET', `/v1/images/${image}/file`);
    expect(Buffer.from((await copy?.arrayBuffer()) ?? []).equals(Buffer.from(await file.arrayBuffer()))).toBe(
      true,
    );
  });

  it('is merged with the texts, and one of them is enough', async () => {
    const [image, other] = [await upload(), await upload(discPng(80))];
    const { id } = await create(client, { target: TARGET, dynamic: true });
    for (const [sent, after] of [
      [{ image }, { title: null, description: null, image }],
      [{ title: 'Menu' }, { title: 'Menu', description: null, image }],
      [{ image: other }, { title: 'Menu', description: null, image: other }],
      [{ image: null }, { title: 'Menu', description: null, image: null }],
      [
        { image, title: null },
        { title: null, description: null, image },
      ],
      [{ image: null }, null],
    ] as const) {
      expect((await patch(id, { preview: sent })).status).toBe(200);
      expect([sent, await previewOf(id)]).toEqual([sent, after]);
    }
    expect([await isPublic(image), await isPublic(other)]).toEqual([true, true]);
    const history = await client.request('GET', `/v1/qr/${id}/history`);
    const { data } = await history.json<{ data: { from: object; to: object }[] }>();
    expect(data[3]).toMatchObject({ from: { preview: { image } }, to: { preview: { image: other } } });
  });

  it('is refused where it is no PNG of the account, in every way to write a code', async () => {
    const stranger = await createClient({ plan: 'business' });
    const { id } = await create(client, { target: TARGET, dynamic: true });
    const cases: [image: unknown, code: string, message: RegExp][] = [
      ['img_0123456789abcdef', 'not_found', /There is no such image in your account/],
      [await upload(discPng(70), stranger), 'not_found', /There is no such image in your account/],
      [await upload(SVG), 'unsupported', /must be an image that was uploaded as a PNG or JPEG/],
      ['../qr/x', 'invalid_value', /must be the id of an image/],
      [7, 'invalid_type', /./],
    ];
    for (const [image, code, message] of cases) {
      const preview = { preview: { image } };
      const expected = [{ field: 'preview.image', code, message: expect.stringMatching(message) }];
      const body = { target: TARGET, dynamic: true, ...preview };
      for (const response of [
        await client.request('POST', '/v1/qr', body),
        await client.request('PUT', '/v1/qr/ext:new', body),
        await patch(id, preview),
      ])
        expect((await readError(response)).errors).toEqual(expected);
      const bulk = await client.request('PATCH', '/v1/qr/bulk', { ids: [id], set: preview });
      if (bulk.status === 400) await readError(bulk);
      else
        expect(await bulk.json()).toMatchObject({
          data: [{ status: 400, error: { errors: [{ field: 'preview.image', code }] } }],
        });
      if (typeof image === 'string') expect(await isPublic(image)).toBe(false);
    }
    expect(await previewOf(id)).toBeNull();
  });

  it('cannot be deleted while a code shows it; its copy goes with it', async () => {
    const image = await upload();
    const id = await codeWith(image);
    const remove = () => client.request('DELETE', `/v1/images/${image}`);
    expect((await readError(remove(), 409, 'image_in_use')).message).toContain('1 of your codes uses this');
    expect(await client.json('GET', `/v1/images/${image}`)).toMatchObject({ in_use: true });
    // The same code twice is one.
    await create(client, { target: TARGET, dynamic: true, style: { logo: { image } }, preview: { image } });
    expect((await readError(remove(), 409, 'image_in_use')).message).toContain('2 of your codes use this');
    const { data } = await client.json<{ data: { id: string }[] }>('GET', '/v1/qr');
    for (const code of data) await client.request('DELETE', `/v1/qr/${code.id}`);
    expect(data.map((code) => code.id)).toContain(id);
    expect((await remove()).status).toBe(200);
    expect(await isPublic(image)).toBe(false);
  });

  it('is not found by an edit that a deletion overtook', async () => {
    const image = await upload();
    const { id } = await create(client, { target: TARGET, dynamic: true });
    let isDeleted = false;
    // The copy is stored between the check and the row.
    const IMAGES = withFault(env.IMAGES, {
      put: async (...put: Parameters<R2Bucket['put']>) => {
        if (!isDeleted) await client.request('DELETE', `/v1/images/${image}`);
        isDeleted = true;
        return env.IMAGES.put(...put);
      },
    });
    const response = await client.request(
      'PATCH',
      `/v1/qr/${id}`,
      { preview: { image } },
      { env: { IMAGES } },
    );
    expect((await readError(response)).errors).toMatchObject([{ field: 'preview.image', code: 'not_found' }]);
    expect(await previewOf(id)).toBeNull();
  });

  it('is not shown by a code while its copy cannot be stored', async () => {
    const image = await upload();
    const { id } = await create(client, { target: TARGET, dynamic: true });
    const put = (key: string, ...rest: [never]) =>
      key.startsWith('preview/') ? Promise.reject(new Error('down')) : env.IMAGES.put(key, ...rest);
    const options = { env: { IMAGES: withFault(env.IMAGES, { put }) } };
    const body = { target: TARGET, dynamic: true, preview: { image } };
    await readError(client.request('POST', '/v1/qr', body, options), 503, 'unavailable');
    await readError(
      client.request('PATCH', `/v1/qr/${id}`, { preview: { image } }, options),
      503,
      'unavailable',
    );
    expect(await previewOf(id)).toBeNull();
  });
});

describe('the sweep', () => {
  it('deletes a copy once no code shows it, an hour after it was stored, and stores one that is missing', async () => {
    const image = await upload();
    const [first, second] = [await codeWith(image), await codeWith(image)];
    await patch(first, { preview: null });
    await sweep(image, Date.now() + DAY_MS);
    expect(await isPublic(image)).toBe(true);
    await env.IMAGES.delete(`preview/${image}.png`);
    await sweep(image, Date.now() + DAY_MS);
    expect(await isPublic(image)).toBe(true);
    await client.request('DELETE', `/v1/qr/${second}`);
    await sweep(image, Date.now() + DAY_MS);
    expect(await isPublic(image)).toBe(false);
    const svg = await upload(SVG);
    await env.IMAGES.put('preview/img_.png', 'no copy of an image');
    await sweep(svg, Date.now() + DAY_MS);
    expect(await isPublic(svg)).toBe(false);
  });

  it('leaves a copy whose code may still come', async () => {
    const image = await upload();
    await env.IMAGES.put(`preview/${image}.png`, 'copy');
    let time = Date.now();
    while (!image.startsWith(publicPrefixOfRun(time))) time -= 600_000;
    await sweep(image, time);
    expect(await isPublic(image)).toBe(true);
  });

  it('comes round to every image within two days', () => {
    const prefixes = new Set(Array.from({ length: 256 }, (_, run) => publicPrefixOfRun(run * 600_000)));
    expect(prefixes.size).toBe(256);
  });
});
