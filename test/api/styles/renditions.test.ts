import { env } from 'cloudflare:workers';
import jsQR from 'jsqr';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawSvgSymbol } from '#symbol/draw-symbol.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { hexColor } from '#harness/symbols/colors.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { readPixels } from '#harness/symbols/read-png.ts';
import { withFault } from '#harness/worker/faults.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';

const TARGET = 'https://example.com/menu';
const LOOK = {
  style: { modules: 'dot', eyes: { shape: 'leaf', color: '#080c20' }, gradient: null, background: 'solid' },
  color: { dark: '#204080', light: '#fffff0' },
  size: 300,
  margin: 3,
} as const;
const DAY_MS = 86_400_000;

interface RenditionResource extends Record<string, unknown> {
  readonly id: string;
  readonly image_url: string;
  readonly svg_url: string;
}

let client: ApiClient;
beforeAll(async () => {
  client = await createClient({ plan: 'business' });
});

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await client.request(method, path, body);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json<T>();
}

const post = (id: string, body: unknown) => client.request('POST', `/v1/qr/${id}/renditions`, body);
const add = (id: string, body: unknown) => send<RenditionResource>('POST', `/v1/qr/${id}/renditions`, body);
const list = async (id: string) =>
  (await send<{ data: RenditionResource[] }>('GET', `/v1/qr/${id}/renditions`)).data;
const read = (id: string) => send<Record<string, unknown>>('GET', `/v1/qr/${id}`);
const keyOf = (url: string) => url.slice(url.indexOf('/qr/') + 1);

async function bytesAt(key: string): Promise<string | null> {
  const object = await env.IMAGES.get(key);
  return object && new TextDecoder('latin1').decode(await object.arrayBuffer());
}

async function ownImages(id: string) {
  const code = id.slice(3);
  return [await bytesAt(`qr/${code}.png`), await bytesAt(`qr/${code}.svg`)];
}

/** The keys of all images of a code. */
async function keysOf(id: string): Promise<string[]> {
  const { objects } = await env.IMAGES.list({ prefix: `qr/${id.slice(3)}` });
  return objects.map(({ key }) => key);
}

describe('a rendition', () => {
  it('shows the content of the code in another look, in two separate images', async () => {
    for (const dynamic of [false, true]) {
      const { id, short_url: shortUrl } = await create(client, { target: TARGET, dynamic });
      const own = await ownImages(id);
      if (dynamic) await send('PATCH', `/v1/qr/${id}`, { target: 'https://example.com/winter' });
      const rendition = await add(id, LOOK);
      expect(rendition).toMatchObject({ ...LOOK, scan_check: { passed: true, reader: 'jsQR' } });
      expect(rendition.id).toMatch(/^rnd_[0-9a-f]{32}$/);
      const name = `qr/${id.slice(3)}/${rendition.id.slice(4)}`;
      expect([rendition.image_url, rendition.svg_url].map(keyOf)).toEqual([`${name}.png`, `${name}.svg`]);
      const code = await read(id);
      expect(code['renditions']).toEqual([rendition]);
      const content = dynamic ? shortUrl.replace(/\/\/.*/, (rest) => rest.toUpperCase()) : TARGET;
      const drawn = await drawSvgSymbol(content, {
        size: LOOK.size,
        margin: LOOK.margin,
        errorCorrection: code['error_correction'] as 'M',
        title: dynamic ? `QR code: ${shortUrl}` : 'QR code: url',
        color: { dark: hexColor('#204080'), light: hexColor('#fffff0') },
        look: { ...LOOK.style, eyes: { shape: 'leaf', color: hexColor('#080c20') }, logo: null, frame: null },
      });
      expect(drawn.ok && drawn.value.svg).toBe(await bytesAt(`${name}.svg`));
      expect((await env.IMAGES.get(`${name}.png`))?.httpMetadata).toEqual({
        contentType: 'image/png',
        cacheControl: 'public, max-age=3600',
      });
      expect(await ownImages(id)).toEqual(own);
    }
  });

  it('takes omitted fields from the code, or from the template that it names', async () => {
    const { id } = await create(client, { target: TARGET, ...LOOK });
    expect(await add(id, {})).toMatchObject(LOOK);
    expect(await add(id, { style: { eyes: { color: null } }, size: 200 })).toMatchObject({
      ...LOOK,
      style: { ...LOOK.style, eyes: { shape: 'leaf', color: null } },
      size: 200,
    });
    expect(await add(id, { style: null })).toMatchObject({ ...LOOK, style: null, scan_check: null });
    const { id: template } = await send<{ id: string }>('POST', '/v1/templates', {
      name: 'a',
      style: { modules: 'classy' },
      color: { dark: '#302010' },
      margin: 5,
      error_correction: 'H',
    });
    expect(await add(id, { style: { template }, color: { light: '#ffffff' } })).toMatchObject({
      style: { modules: 'classy', eyes: { shape: 'square', color: null } },
      color: { dark: '#302010', light: '#ffffff' },
      margin: 5,
      size: LOOK.size,
    });
    expect(await list(id)).toHaveLength(4);
  });

  it('is the existing one if the same look is requested again, even at once', async () => {
    const { id } = await create(client, { target: TARGET });
    const responses = await Promise.all([0, 1, 2].map(() => post(id, LOOK)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const ids = await Promise.all(responses.map(async (one) => (await one.json<RenditionResource>()).id));
    expect(new Set(ids).size).toBe(1);
    expect(await add(id, { ...LOOK, color: { dark: '#204080', light: '#FFFFF0' } })).toMatchObject({
      id: ids[0],
    });
    expect(await list(id)).toHaveLength(1);
    // Another code has its own rendition, and every change to the look makes another one.
    const other = await create(client, { target: TARGET });
    const seen = new Set([...ids, (await add(other.id, { ...LOOK, size: 301 })).id]);
    for (const part of [{ size: 400 }, { margin: 4 }, { color: { light: '#ffffff' } }, { style: null }])
      seen.add((await add(id, { ...LOOK, ...part })).id);
    expect(seen.size).toBe(6);
    expect((await list(id)).map((one) => one['size'])).toEqual([300, 400, 300, 300, 300]);
  });

  it('moves the ETag of its code, and no revision', async () => {
    const { id } = await create(client, { target: TARGET, dynamic: true });
    const get = (tag: string) =>
      client.request('GET', `/v1/qr/${id}`, undefined, { headers: { 'If-None-Match': tag } });
    const before = (await get('""')).headers.get('ETag') ?? '';
    expect((await get(before)).status).toBe(304);
    const rendition = await add(id, { size: 200 });
    const after = await get(before);
    expect(after.status).toBe(200);
    expect(await after.json()).toMatchObject({ renditions: [rendition] });
    const edit = await client.request(
      'PATCH',
      `/v1/qr/${id}`,
      { title: 'x' },
      { headers: { 'If-Match': before } },
    );
    expect(edit.status).toBe(200);
    expect(await edit.json()).toMatchObject({ renditions: [rendition] });
    await send('PATCH', `/v1/qr/${id}`, { external_id: 'van' });
    const put = await client.request('PUT', '/v1/qr/ext:van', { target: TARGET, dynamic: true, title: 'y' });
    expect(await put.json()).toMatchObject({ renditions: [rendition] });
    expect((await get(put.headers.get('ETag') ?? '')).status).toBe(304);
  });

  it('is deleted with its images; the code and the others stay', async () => {
    const { id } = await create(client, { target: TARGET });
    const own = await ownImages(id);
    const [first, second] = [await add(id, { size: 200 }), await add(id, { size: 201 })];
    const path = `/v1/qr/${id}/renditions/${first.id}`;
    expect(await send('DELETE', path)).toEqual({ id: first.id, deleted: true });
    await readError(await client.request('DELETE', path), 404, 'not_found');
    expect(await list(id)).toEqual([second]);
    expect(await bytesAt(keyOf(first.image_url))).toBeNull();
    expect(await bytesAt(keyOf(second.image_url))).not.toBeNull();
    expect(await ownImages(id)).toEqual(own);
    const { data } = await send<{ data: object[] }>('GET', '/v1/audit?limit=1');
    expect(data).toMatchObject([{ action: 'rendition.deleted', subject: { id }, note: first.id }]);
    // It can be created again.
    expect((await add(id, { size: 200 })).id).toBe(first.id);
    expect(await bytesAt(keyOf(first.image_url))).not.toBeNull();
  });

  it('goes with its code', async () => {
    const { id } = await create(client, { target: TARGET });
    await add(id, { size: 200 });
    expect(await keysOf(id)).toHaveLength(4);
    await send('DELETE', `/v1/qr/${id}`);
    expect(await keysOf(id)).toEqual([]);
    const left = await env.DB.prepare('SELECT count(*) AS n FROM renditions WHERE code_id = ?1')
      .bind(id.slice(3))
      .first<{ n: number }>();
    expect(left?.n).toBe(0);
    await readError(await post(id, {}), 404, 'not_found');
  });

  it('is one of at most 20, even if the last two arrive at once', async () => {
    const { id } = await create(client, { target: TARGET });
    for (let size = 200; size < 219; size++) await add(id, { size });
    const responses = await Promise.all([300, 301].map((size) => post(id, { size })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await list(id)).toHaveLength(20);
    const { message } = await readError(await post(id, { size: 302 }), 409, 'limit_reached');
    expect(message).toBe('A code has at most 20 renditions. Delete one that you no longer need.');
    // An existing rendition is still returned.
    expect((await post(id, { size: 200 })).status).toBe(200);
  });

  it.each([
    [{ format: 'svg' }, 'format', 'unknown_field', 'invalid_request'],
    [{ error_correction: 'H' }, 'error_correction', 'unknown_field', 'invalid_request'],
    [{ size: 100 }, 'size', 'too_small', 'invalid_request'],
    [{ size: 128, margin: 16 }, 'size', 'too_small', 'invalid_request'],
    [{ margin: 1 }, 'margin', 'too_small', 'invalid_request'],
    [{ size: null }, 'size', 'invalid_type', 'invalid_request'],
    [{ color: { dark: '#999999' } }, 'color', 'low_contrast', 'low_contrast'],
    [{ style: { eyes: { color: '#8888ff' } } }, 'style.eyes.color', 'low_contrast', 'low_contrast'],
    [{ style: { template: 'default' } }, 'style.template', 'not_found', 'invalid_request'],
    [
      {
        color: { light: '#faf4fb' },
        style: {
          modules: 'dot',
          eyes: { color: '#03273b' },
          gradient: { type: 'radial', angle: 198, from: '#4a79a4', to: '#9c616b' },
        },
      },
      'style.gradient',
      'unscannable',
      'unscannable',
    ],
  ] as const)('is refused by the rules of a create: %j', async (body, field, code, error) => {
    const { id } = await create(client, { target: TARGET });
    const { errors } = await readError(await post(id, body), 400, error);
    expect(errors?.[0]).toMatchObject({ field, code });
    expect(await list(id)).toEqual([]);
    expect(await keysOf(id)).toHaveLength(2);
  });

  it('of a body that is no object is refused; of another account, or of no code, does not exist', async () => {
    const { id } = await create(client, { target: TARGET });
    for (const body of [[], null]) await readError(await post(id, body), 400, 'invalid_request');
    const rendition = await add(id, { size: 200 });
    const stranger = await createClient();
    const path = `/v1/qr/${id}/renditions`;
    await readError(await stranger.request('POST', path, {}), 404, 'not_found');
    await readError(await stranger.request('GET', path), 404, 'not_found');
    await readError(await stranger.request('DELETE', `${path}/${rendition.id}`), 404, 'not_found');
    for (const wrong of ['rnd_0', `rnd_${'0'.repeat(32)}`, id])
      await readError(await client.request('DELETE', `${path}/${wrong}`), 404, 'not_found');
    await readError(await post('qr_00000000', {}), 404, 'not_found');
    expect(await list(id)).toEqual([rendition]);
  });

  it('in a style is refused on the Free plan of Workers', async () => {
    const { id } = await create(client, { target: TARGET });
    const options = { env: { WORKERS_PLAN: 'free' } };
    const path = `/v1/qr/${id}/renditions`;
    const { errors } = await readError(
      await client.request('POST', path, LOOK, options),
      400,
      'invalid_request',
    );
    expect(errors).toMatchObject([{ field: 'style', code: 'not_available' }]);
    expect((await client.request('POST', path, { size: 200 }, options)).status).toBe(200);
  });

  it('is not half-made if R2 fails, and is made by the next request', async () => {
    const { id } = await create(client, { target: TARGET });
    const IMAGES = withFault(env.IMAGES, { put: () => Promise.reject(new Error('R2 is down')) });
    const path = `/v1/qr/${id}/renditions`;
    const failed = await client.request('POST', path, { size: 200 }, { env: { IMAGES } });
    await readError(failed, 503, 'unavailable');
    expect(await list(id)).toEqual([]);
    expect((await post(id, { size: 200 })).status).toBe(200);
  });

  it('whose images R2 does not delete is gone, its name is not given again until they are, and the cron deletes them', async () => {
    const { id } = await create(client, { target: TARGET });
    const rendition = await add(id, { size: 200 });
    const IMAGES = withFault(env.IMAGES, { delete: () => Promise.reject(new Error('R2 is down')) });
    const path = `/v1/qr/${id}/renditions/${rendition.id}`;
    expect((await client.request('DELETE', path, undefined, { env: { IMAGES } })).status).toBe(200);
    expect(await list(id)).toEqual([]);
    await readError(await post(id, { size: 200 }), 503, 'unavailable');
    await runScheduled(Date.now());
    expect(await keysOf(id)).toHaveLength(2);
    expect((await post(id, { size: 200 })).status).toBe(200);
  });
});

describe('a rendition with a logo', () => {
  const upload = async (file: Uint8Array, by = client) => {
    const headers = { 'Content-Type': 'image/png' };
    const response = await by.request('POST', '/v1/images', file, { headers });
    return (await response.json<{ id: string }>()).id;
  };

  it('shows it in both images, reports its cost, and leaves the images of the code unchanged', async () => {
    const image = await upload(discPng(200));
    const { id } = await create(client, { target: TARGET });
    const own = await ownImages(id);
    const rendition = await add(id, { style: { logo: { image } }, size: 512 });
    expect(rendition).toMatchObject({
      style: { logo: { image, size: 'auto' } },
      symbol_version: 4,
      error_correction: 'Q',
      scan_check: { passed: true },
      logo_check: { level: 'Q', version: 4, modules: 7, share: 0.212, damage: 0.462 },
    });
    expect(await list(id)).toEqual([rendition]);
    expect(await bytesAt(keyOf(rendition.svg_url))).toContain('href="data:image/png;base64,');
    const object = await env.IMAGES.get(keyOf(rendition.image_url));
    const { rgba, width, height } = readPixels(new Uint8Array(await object!.arrayBuffer()));
    expect(jsQR(rgba, width, height)?.data).toBe(TARGET);
    expect([...rgba.subarray(4 * (256 * 512 + 256), 4 * (256 * 512 + 256) + 3)]).toEqual([200, 0, 32]);
    expect(await ownImages(id)).toEqual(own);
  });

  it('has the logo of its code unless it names another, and can have one that its code lacks', async () => {
    const image = await upload(discPng(200));
    const code = await create(client, { target: TARGET, style: { logo: { image } }, size: 512 });
    const same = await add(code.id, { color: { dark: '#102030' } });
    expect(same).toMatchObject({ style: { logo: { image } }, logo_check: { damage: 0.462 } });
    const without = await add(code.id, { style: { logo: null } });
    expect(without).toMatchObject({ style: null, logo_check: null, scan_check: null });
    // Never below the code's own level.
    expect(without['error_correction']).toBe('H');
    const [plain] = await ownImages(code.id);
    expect(await bytesAt(keyOf(without.image_url))).not.toBe(plain);
  });

  it('keeps its image: it can be deleted once the rendition or the code is', async () => {
    const image = await upload(discPng(90));
    const makeUse = async () => {
      const { id } = await create(client, { target: TARGET });
      return [id, (await add(id, { style: { logo: { image } } })).id] as const;
    };
    const [[first, firstLook], [second]] = [await makeUse(), await makeUse()];
    const path = `/v1/images/${image}`;
    const { message } = await readError(await client.request('DELETE', path), 409, 'image_in_use');
    expect(message).toMatch(/^2 of your renditions use this image/);
    expect(await send('GET', path)).toMatchObject({ in_use: true });
    await send('DELETE', `/v1/qr/${first}/renditions/${firstLook}`);
    await readError(await client.request('DELETE', path), 409, 'image_in_use');
    await send('DELETE', `/v1/qr/${second}`);
    expect(await send('GET', path)).toMatchObject({ in_use: false });
    await send('DELETE', path);
    const { errors } = await readError(
      await post(first, { style: { logo: { image } } }),
      400,
      'invalid_request',
    );
    expect(errors).toMatchObject([{ field: 'style.logo.image', code: 'not_found' }]);
    expect(await keysOf(first)).toHaveLength(2);
  });

  it('whose image is deleted while it is drawn is not made', async () => {
    const { id } = await create(client, { target: TARGET });
    const image = await upload(discPng(91));
    let deletions: Promise<unknown> | undefined;
    const put = async (...sent: Parameters<R2Bucket['put']>) => {
      await (deletions ??= send('DELETE', `/v1/images/${image}`));
      return env.IMAGES.put(...sent);
    };
    const IMAGES = withFault(env.IMAGES, { put: put as R2Bucket['put'] });
    const body = { style: { logo: { image } } };
    const made = await client.request('POST', `/v1/qr/${id}/renditions`, body, { env: { IMAGES } });
    const { errors } = await readError(made, 400, 'invalid_request');
    expect(errors).toMatchObject([{ field: 'style.logo.image', code: 'not_found' }]);
    expect(await list(id)).toEqual([]);
  });

  it('of another account, or a template of another account, is as one that does not exist', async () => {
    const stranger = await createClient({ plan: 'pro' });
    const image = await upload(discPng(200), stranger);
    const named = await stranger.request('POST', '/v1/templates', { name: 'a', style: { logo: { image } } });
    const { id: template } = await named.json<{ id: string }>();
    const { id } = await create(client, { target: TARGET });
    for (const [style, field] of [
      [{ logo: { image } }, 'style.logo.image'],
      [{ template }, 'style.template'],
    ] as const) {
      const { errors } = await readError(await post(id, { style }), 400, 'invalid_request');
      expect(errors).toMatchObject([{ field, code: 'not_found' }]);
    }
    expect(await list(id)).toEqual([]);
  });
});

describe('the upkeep of images', () => {
  /** Runs the sweep that checks the images of a code. */
  async function sweep(id: string, afterMs: number) {
    const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
    const [first, second] = [...id.slice(3, 5)].map((character) => alphabet.indexOf(character));
    const runs = Math.floor((Date.now() + afterMs) / 600_000 / 1024 + 1) * 1024;
    await runScheduled((runs + (first ?? 0) * 32 + (second ?? 0)) * 600_000);
  }

  it('keeps the images of renditions, and deletes those without a row after 30 days', async () => {
    const { id } = await create(client, { target: TARGET });
    await add(id, { size: 200 });
    const orphan = `qr/${id.slice(3)}/${'0'.repeat(32)}.png`;
    await env.IMAGES.put(orphan, 'x');
    await sweep(id, 0);
    expect(await keysOf(id)).toHaveLength(5);
    await sweep(id, 40 * DAY_MS);
    expect(await keysOf(id)).toHaveLength(4);
    expect(await keysOf(id)).not.toContain(orphan);
  });

  it('draws the images again that a restore lacks, as they were', async () => {
    const headers = { 'Content-Type': 'image/png' };
    const uploaded = await client.request('POST', '/v1/images', discPng(200), { headers });
    const { id: image } = await uploaded.json<{ id: string }>();
    const look = { ...LOOK, style: { ...LOOK.style, logo: { image } }, size: 512 };
    const { id } = await create(client, { target: TARGET, dynamic: true, ...look });
    const rendition = await add(id, { style: { modules: 'classy' }, color: { light: '#ffffff' }, size: 400 });
    await add(id, { style: null });
    await add(id, { style: { logo: { size: 0.12 } } });
    const keys = await keysOf(id);
    const before = await Promise.all(keys.map(bytesAt));
    for (const lost of [[keyOf(rendition.svg_url)], keys]) {
      await env.IMAGES.delete(lost);
      await env.LINKS.put('images/redrawn-up-to', 'start');
      await runScheduled(Date.now());
      expect(await Promise.all(keys.map(bytesAt))).toEqual(before);
    }
  });
});
