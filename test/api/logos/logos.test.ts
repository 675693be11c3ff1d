import { env } from 'cloudflare:workers';
import jsQR from 'jsqr';
import { beforeAll, describe, expect, it } from 'vitest';
import { discPng, makePng, paintPng } from '#harness/symbols/pictures.ts';
import { readPixels } from '#harness/symbols/read-png.ts';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';
import { renderPixels } from '#symbol/picture/render-pixels.ts';

const TARGET = 'https://example.com/menu';

let client: ApiClient;
let image: string;
beforeAll(async () => {
  client = await createClient({ plan: 'business' });
  image = await upload(discPng(200));
});

async function upload(file: Uint8Array, by = client): Promise<string> {
  const { id } = await by.json<{ id: string }>('POST', '/v1/images', file, {
    headers: { 'Content-Type': 'image/png' },
  });
  return id;
}

async function read(id: string): Promise<Record<string, unknown>> {
  return client.json('GET', `/v1/qr/${id}`);
}

async function stored(code: CodeResource, extension: string): Promise<Uint8Array> {
  const object = await env.IMAGES.get(`qr/${code.id.slice(3)}.${extension}`);
  return new Uint8Array(await object!.arrayBuffer());
}

const post = (body: object, by = client) => by.request('POST', '/v1/qr', { target: TARGET, ...body });
const logo = (more: object = {}) => ({ style: { logo: { image, ...more } } });

/** What a reader reads from a PNG. */
function scan(png: Uint8Array): string | undefined {
  const { rgba, width, height } = readPixels(png);
  return jsQR(rgba, width, height, { inversionAttempts: 'dontInvert' })?.data;
}

describe('a logo', () => {
  it('is in both images of a code, static and dynamic, and GET reports its cost', async () => {
    for (const dynamic of [false, true]) {
      const code = await create(client, { target: TARGET, dynamic, size: 512, ...logo() });
      expect(Object.keys(code)).toHaveLength(9);
      const text = dynamic ? code.short_url : TARGET;
      const details = await read(code.id);
      expect(details).toMatchObject({
        style: { modules: 'square', logo: { image, size: 'auto' } },
        symbol_version: 4,
        error_correction: 'Q',
        scan_check: { passed: true },
        logo_check: { level: 'Q', version: 4, modules: 7, share: 0.212, damage: 0.462 },
      });
      const png = await stored(code, 'png');
      // The symbol of a dynamic code contains its short link in upper case, which takes less room.
      expect(scan(png)).toBe(dynamic ? text.toUpperCase().replace('HTTPS', 'https') : text);
      const { rgba } = readPixels(png);
      expect([...rgba.subarray(4 * (256 * 512 + 256), 4 * (256 * 512 + 256) + 3)]).toEqual([200, 0, 32]);
      const svg = new TextDecoder().decode(await stored(code, 'svg'));
      expect(svg.match(/href="[^"]{0,22}/g)).toEqual(['href="data:image/png;base64,']);
      expect(Buffer.compare(Buffer.from(await renderPixels(svg, 512)), Buffer.from(rgba))).toBe(0);
    }
  });

  it('has the requested size, to the nearest odd number of modules', async () => {
    const code = await create(client, { target: TARGET, ...logo({ size: 0.12 }) });
    expect(await read(code.id)).toMatchObject({
      style: { logo: { image, size: 0.12 } },
      logo_check: { level: 'H', version: 3, modules: 3, share: 0.103, damage: 0.182 },
    });
  });

  it('of a size that would cost scans is refused with the largest one, which then works', async () => {
    const error = await readError(post({ target: 'https://a.co', ...logo({ size: 0.32 }) }));
    expect(error.errors).toMatchObject([{ field: 'style.logo.size', code: 'too_big' }]);
    const [, largest] = /the largest size is (\d\.\d+)/.exec(error.message) ?? [];
    expect(largest).toBe('0.24');
    const allowed = { target: 'https://a.co', ...logo({ size: Number(largest) }) };
    expect((await post(allowed)).status).toBe(200);
    // 90 bytes need version 8 at Q, which has an alignment pattern in the middle.
    const long = { target: `https://example.com/${'a'.repeat(70)}`, ...logo() };
    const none = await readError(post(long));
    expect(none.errors).toMatchObject([{ field: 'style.logo', code: 'too_big' }]);
    expect((await post({ ...long, dynamic: true })).status).toBe(200);
  });

  it.each([
    [{ size: 0.05 }, 'style.logo.size', 'too_small'],
    [{ size: 0.33 }, 'style.logo.size', 'too_big'],
    [{ size: 'large' }, 'style.logo.size', 'invalid_value'],
    [{ size: null }, 'style.logo.size', 'invalid_value'],
    [{ image: 'img_1' }, 'style.logo.image', 'invalid_value'],
    [{ image: 'https://example.com/logo.png' }, 'style.logo.image', 'invalid_value'],
    [{ image: undefined }, 'style.logo.image', 'required'],
    [{ image: 'img_0123456789abcdef' }, 'style.logo.image', 'not_found'],
    [{ fit: { modules: 31, damage: 0 } }, 'style.logo.fit', 'unknown_field'],
  ])('is refused with the field that is wrong: %j', async (more, field, code) => {
    const { errors } = await readError(post(logo(more)));
    expect(errors).toMatchObject([{ field, code }]);
  });

  it('of another account is as one that does not exist', async () => {
    const other = await createClient({ plan: 'pro' });
    const { errors } = await readError(post(logo(), other));
    expect(errors).toMatchObject([{ field: 'style.logo.image', code: 'not_found' }]);
    const template = await other.request('POST', '/v1/templates', { name: 'a', ...logo() });
    await readError(template);
  });

  it('keeps its image: it can be deleted once no code and no template has it', async () => {
    const own = await upload(discPng(90));
    const style = { logo: { image: own } };
    const codes = [
      await create(client, { target: TARGET, style }),
      await create(client, { target: TARGET, style }),
    ];
    const template: { id: string } = await client.json('POST', '/v1/templates', { name: 'with logo', style });
    expect(template).toMatchObject({ style: { logo: { image: own, size: 'auto' } } });
    expect(await client.json('GET', `/v1/images/${own}`)).toMatchObject({ in_use: true });
    const refused = await readError(client.request('DELETE', `/v1/images/${own}`), 409, 'image_in_use');
    expect(refused.message).toMatch(/^2 of your codes and 1 of your templates use/);
    for (const { id } of codes) await client.request('DELETE', `/v1/qr/${id}`);
    await readError(client.request('DELETE', `/v1/images/${own}`), 409, 'image_in_use');
    await client.request('DELETE', `/v1/templates/${template.id}`);
    expect(await client.json('GET', `/v1/images/${own}`)).toMatchObject({ in_use: false });
    expect((await client.request('DELETE', `/v1/images/${own}`)).status).toBe(200);
    await readError(post({ style }));
  });

  it('that is deleted while a code is made leaves either the image or a clear error', async () => {
    const own = await upload(discPng(91));
    const [made, deleted] = await Promise.all([
      post({ style: { logo: { image: own } } }),
      client.request('DELETE', `/v1/images/${own}`),
    ]);
    const isThere = (await client.request('GET', `/v1/images/${own}`)).status === 200;
    expect([made.status, deleted.status, isThere]).toEqual(
      made.status === 200 ? [200, 409, true] : [400, 200, false],
    );
  });

  it('comes with a template, and is left out by a code that says so', async () => {
    const { id } = (await client.json('POST', '/v1/templates', {
      name: 'brand',
      ...logo({ size: 0.15 }),
    })) as { id: string };
    const code = await create(client, { target: TARGET, style: { template: id } });
    expect(await read(code.id)).toMatchObject({ style: { logo: { image, size: 0.15 } } });
    const without = await create(client, { target: TARGET, style: { template: id, logo: null } });
    expect(await read(without.id)).toMatchObject({ style: null, logo_check: null });
  });

  it('is drawn again in any size, and print files have it too', async () => {
    const code = await create(client, { target: TARGET, size: 512, ...logo() });
    const drawn = await client.request('GET', `/v1/qr/${code.id}/image?size=512&format=svg`);
    expect(await drawn.text()).toBe(new TextDecoder().decode(await stored(code, 'svg')));
    const large = await client.request('GET', `/v1/qr/${code.id}/image?size=900&format=png`);
    const png = new Uint8Array(await large.arrayBuffer());
    expect(scan(png)).toBe(TARGET);
    const print = await client.request('GET', `/v1/qr/${code.id}/print?format=svg&width_mm=66&margin=4`);
    expect(await print.clone().text()).toContain('<image ');
    const drawing = await renderPixels(await print.text(), 410);
    // The paper is white.
    const pixels = Uint8ClampedArray.from(drawing, (value, i) =>
      drawing[i - (i % 4) + 3] === 0 ? 255 : value,
    );
    expect(jsQR(pixels, 410, 410)).toMatchObject({ data: TARGET, version: 4 });
  });

  it('is made by bulk, upsert and import, and counts as a different print', async () => {
    const bulk = await client.request('POST', '/v1/qr/bulk', {
      codes: [
        { target: TARGET, ...logo() },
        { target: TARGET, ...logo({ image: 'img_0123456789abcdef' }) },
        { target: TARGET },
      ],
    });
    expect(await bulk.json()).toMatchObject({
      data: [{ status: 200 }, { status: 400 }, { status: 200 }],
    });
    const body = { target: TARGET, dynamic: true, ...logo() };
    expect((await client.request('PUT', '/v1/qr/ext:logo-1', body)).headers.get('Upsert')).toBe('created');
    expect((await client.request('PUT', '/v1/qr/ext:logo-1', body)).headers.get('Upsert')).toBe('unchanged');
    const other = await client.request('PUT', '/v1/qr/ext:logo-1', { ...body, ...logo({ size: 0.2 }) });
    const { errors } = await readError(other, 409, 'immutable_field');
    expect(errors).toMatchObject([{ field: 'style.logo' }]);
  });

  it('is there in bright colours, in transparent ones and in frames, and light ones do not harm', async () => {
    const white = await upload(makePng({ width: 40, height: 20 }));
    const noisy = await upload(paintPng(64, 64, (x, y) => ((x ^ y) & 4 ? [0, 0, 0] : [255, 255, 255])));
    for (const [id, style] of [
      [white, { background: 'transparent', modules: 'rounded' }],
      [noisy, { modules: 'dot', frame: { kind: 'label_bottom', text: 'Scan me' } }],
      [image, { modules: 'bars_h', eyes: { shape: 'leaf' } }],
    ] as const) {
      const code = await create(client, { target: TARGET, style: { ...style, logo: { image: id } } });
      expect(await read(code.id)).toMatchObject({ logo_check: { modules: 7 } });
    }
  });
});
