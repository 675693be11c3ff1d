import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { CODE_ID_BYTES } from '#core/codes/code-id.ts';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';
import { randomBytes } from '#harness/data/random.ts';
import { draw } from '#harness/symbols/draw.ts';
import { hexColor } from '#harness/symbols/colors.ts';
import { PLAIN } from '#harness/symbols/styles.ts';

const TARGET = 'https://example.com/menu';
const DOTS = {
  modules: 'dot',
  eyes: { shape: 'leaf', color: '#080c20' },
  gradient: null,
  background: 'solid',
  frame: null,
} as const;

let client: ApiClient;
beforeAll(async () => {
  client = await createClient({ plan: 'business' });
});

async function read(id: string): Promise<Record<string, unknown>> {
  return client.json('GET', `/v1/qr/${id}`);
}

async function stored(code: CodeResource, extension: string): Promise<Uint8Array> {
  const object = await env.IMAGES.get(`qr/${code.id.slice(3)}.${extension}`);
  return new Uint8Array(await object!.arrayBuffer());
}

describe('a style', () => {
  it('is kept with the code, drawn in both images, and told with the test that it passed', async () => {
    const color = { dark: '#204080', light: '#ffffff' };
    const code = await create(client, { target: TARGET, size: 512, margin: 3, color, style: DOTS });
    expect(await read(code.id)).toMatchObject({
      style: DOTS,
      // Version 2 is 25 modules wide, and 31 with its quiet zone.
      symbol_version: 2,
      scan_check: { passed: true, reader: 'jsQR', module_px: 4, min_width_mm: 10.3 },
    });
    const { svg, png } = await draw(TARGET, {
      size: 512,
      margin: 3,
      title: 'QR code: url',
      color: { dark: hexColor('#204080'), light: hexColor('#ffffff') },
      look: { ...PLAIN, ...DOTS, eyes: { shape: 'leaf', color: hexColor('#080c20') } },
    });
    expect(new TextDecoder().decode(await stored(code, 'svg'))).toBe(svg);
    expect(await stored(code, 'png')).toEqual(png);
  });

  it('has defaults for all of its parts', async () => {
    const code = await create(client, { target: TARGET, style: { modules: 'rounded' } });
    expect(await read(code.id)).toMatchObject({
      style: {
        modules: 'rounded',
        eyes: { shape: 'square', color: null },
        gradient: null,
        background: 'solid',
        logo: null,
      },
    });
  });

  it('that equals the default look is none: the same bytes, and null', async () => {
    const plain = await create(client, { target: TARGET });
    const code = await create(client, { target: TARGET, style: { eyes: {} } });
    expect(await read(code.id)).toMatchObject({ style: null, scan_check: null });
    for (const extension of ['png', 'svg'])
      expect(await stored(code, extension)).toEqual(await stored(plain, extension));
  });

  it('is in lists, in exports, in images of other sizes, and in a bulk of codes', async () => {
    const codes = [
      { target: TARGET, style: DOTS },
      { target: TARGET, style: { modules: 'star' } },
    ];
    const bulk = await client.request('POST', '/v1/qr/bulk', { codes });
    const { data } = await bulk.json<{ data: { status: string; code?: CodeResource; error?: unknown }[] }>();
    const text = JSON.stringify(data);
    expect(text).toContain('style.modules');
    const id = /qr_[0-9a-z]{8}/.exec(text)![0];
    expect(await read(id)).toMatchObject({ style: DOTS });
    const list = await client.request('GET', '/v1/qr?limit=100');
    const listed = await list.json<{ data: { id: string; style: unknown }[] }>();
    expect(listed.data.find((one) => one.id === id)).toMatchObject({ style: DOTS });
    const svg = await client.request('GET', `/v1/qr/${id}/image?format=svg&size=300`);
    expect(await svg.text()).toContain('#080c20');
    const png = await client.request('GET', `/v1/qr/${id}/image?format=png&size=300&dpi=300`);
    const bytes = new Uint8Array(await png.arrayBuffer());
    // 4 bits per sample, indexed.
    expect([...bytes.subarray(16, 26)]).toEqual([0, 0, 1, 44, 0, 0, 1, 44, 4, 3]);
    expect(new TextDecoder('latin1').decode(bytes)).toContain('pHYs');
  });

  it('is in print files with all of its parts, and in one ink with its shapes', async () => {
    const drawn = async (style: object | null, color = 'design') => {
      const code = await create(client, { target: TARGET, size: 512, style });
      const query = `format=eps&width_mm=20&color=${color}`;
      const eps = await (await client.request('GET', `/v1/qr/${code.id}/print?${query}`)).text();
      return {
        curves: eps.match(/curveto/g)?.length ?? 0,
        hasGradient: eps.includes('/ShadingType'),
        colors: new Set(eps.match(/^[\d. ]+ set(?:rgbcolor|cmykcolor|gray)$/gm)).size,
      };
    };
    const round = { modules: 'rounded', eyes: { shape: 'leaf' } };
    expect((await drawn(round)).curves).toBeGreaterThan(100);
    expect((await drawn(null)).curves).toBe(0);
    const gradient = { from: '#000000', to: '#300030' };
    const all = { ...round, eyes: DOTS.eyes, frame: { kind: 'border', color: '#200020' }, gradient };
    // The colours of eyes, frame and paper.
    expect(await drawn(all)).toMatchObject({ hasGradient: true, colors: 3 });
    const inBlack = await drawn(all, 'k');
    expect(inBlack).toMatchObject({ hasGradient: false, colors: 1 });
    expect(inBlack.curves).toBeGreaterThan(200);
  });

  it('never changes: an upsert that names another one is refused, and one that names the same writes nothing', async () => {
    const path = '/v1/qr/ext:styled-1';
    const body = { target: TARGET, dynamic: true, style: DOTS };
    const upsert = async (style?: unknown) =>
      client.request('PUT', path, style === undefined ? { target: TARGET } : { ...body, style });
    expect((await upsert(DOTS)).headers.get('Upsert')).toBe('created');
    expect((await upsert(DOTS)).headers.get('Upsert')).toBe('unchanged');
    expect((await upsert()).headers.get('Upsert')).toBe('unchanged');
    for (const [style, field] of [
      [null, 'style.modules'],
      [{ ...DOTS, modules: 'gapped' }, 'style.modules'],
      [{ ...DOTS, eyes: { shape: 'leaf' } }, 'style.eyes.color'],
      [{ ...DOTS, eyes: { ...DOTS.eyes, shape: 'square' } }, 'style.eyes.shape'],
      [{ ...DOTS, background: 'transparent' }, 'style.background'],
      [{ ...DOTS, gradient: { from: '#000000', to: '#300030' } }, 'style.gradient'],
    ] as const) {
      const { errors } = await readError(upsert(style), 409, 'immutable_field');
      expect(errors?.map((error) => error.field)).toContain(field);
    }
  });

  it('is refused if the reader cannot read the test picture, and stores nothing', async () => {
    const stranger = await createClient({ plan: 'business' });
    // Each of its colours passes alone.
    const style = {
      modules: 'dot',
      eyes: { color: '#03273b' },
      gradient: { type: 'radial', angle: 198, from: '#4a79a4', to: '#9c616b' },
    };
    const imagesBefore = (await env.IMAGES.list({ prefix: 'qr/' })).objects.length;
    const body = { target: TARGET, size: 512, color: { light: '#faf4fb' }, style };
    const { errors } = await readError(stranger.request('POST', '/v1/qr', body), 400, 'unscannable');
    expect(errors).toMatchObject([{ field: 'style.gradient', code: 'unscannable' }]);
    const list = await stranger.request('GET', '/v1/qr');
    expect(await list.json()).toMatchObject({ data: [] });
    expect((await env.IMAGES.list({ prefix: 'qr/' })).objects).toHaveLength(imagesBefore);
    // In a single colour, the same shapes can be read.
    const plainer = { ...body, style: { modules: 'dot' } };
    expect((await stranger.request('POST', '/v1/qr', plainer)).status).toBe(200);
  });

  it('is drawn with another id if the reader misses the symbol of the first', async () => {
    // The darkest of the light eyes: the reader misses one symbol in a few hundred, and this id makes one of them.
    const style = { eyes: { color: '#1c385e' } };
    const missed = Uint8Array.of(/* qj022g3s */ 0xbc, 0x80, 0x21, 0x40, 0x79);
    const draws = [missed, missed, missed, randomBytes(CODE_ID_BYTES)];
    const drawer = await createClient({
      plan: 'business',
      appOptions: { randomBytes: () => draws.shift()! },
    });
    const refused = await drawer.request('POST', '/v1/qr', { target: TARGET, dynamic: true, style });
    await readError(refused, 400, 'unscannable');
    const created = await drawer.request('POST', '/v1/qr', { target: TARGET, dynamic: true, style });
    expect(created.status).toBe(200);
    expect(draws).toEqual([]);
  });

  it('is refused on the Free plan of Workers, whose CPU does not draw it', async () => {
    const response = await client.request(
      'POST',
      '/v1/qr',
      { target: TARGET, style: DOTS },
      {
        env: { WORKERS_PLAN: 'free' },
      },
    );
    const { errors } = await readError(response);
    expect(errors).toMatchObject([{ field: 'style', code: 'not_available' }]);
    expect(errors?.[0]?.message).toContain('the Free plan of Cloudflare Workers');
  });
});
