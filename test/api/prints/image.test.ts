import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';
import { readPng } from '#harness/symbols/read-png.ts';

let client: ApiClient;
let code: CodeResource;
beforeAll(async () => {
  client = await createClient();
  const color = { dark: '#14213d', light: '#fef9ef' };
  code = await create(client, { dynamic: true, external_id: 'menu-1', size: 300, margin: 3, color });
});

function image(query: string, headers: Record<string, string> = {}): Promise<Response> {
  return client.request('GET', `/v1/qr/${code.id}/image?${query}`, undefined, { headers });
}

async function readBytes(query: string): Promise<Uint8Array> {
  const response = await image(query);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

function stored(extension: string): Promise<ArrayBuffer> {
  return env.IMAGES.get(`qr/${code.id.slice(3)}.${extension}`).then((object) => object!.arrayBuffer());
}

/** The modules of a PNG of any size, without its quiet zone, one line of text per row. */
function readModules(png: Uint8Array): string[] {
  const { width, indexes } = readPng(png);
  const start = indexes.indexOf(1);
  const [first, top] = [start % width, Math.floor(start / width)];
  // The upper left finder pattern is seven modules wide.
  const end = indexes.subarray(start).indexOf(0);
  const scale = end / 7;
  const side = (width - 2 * first) / scale;
  return Array.from({ length: Math.round(side) }, (_, row) =>
    Array.from(
      { length: Math.round(side) },
      (_column, column) => indexes[(top + row * scale) * width + first + column * scale],
    ).join(''),
  );
}

describe('GET /v1/qr/{id}/image', () => {
  it('is the stored image by default', async () => {
    expect(await readBytes('')).toEqual(new Uint8Array(await stored('png')));
    expect(await readBytes('format=svg')).toEqual(new Uint8Array(await stored('svg')));
    const response = await image('format=svg');
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${code.id}.svg"`);
  });

  it('has the same modules and colours in every size and margin', async () => {
    const modules = readModules(new Uint8Array(await stored('png')));
    expect(modules).toHaveLength(25);
    for (const query of ['size=93&margin=3', 'size=400&margin=2', 'size=777&margin=16', 'size=1000']) {
      const png = await readBytes(query);
      const { width, palette } = readPng(png);
      expect(width).toBe(Number(/size=(\d+)/.exec(query)![1]));
      expect(palette).toEqual(['#fef9ef', '#14213d']);
      expect(readModules(png)).toEqual(modules);
    }
    const largest = await readBytes('size=4096');
    expect(new DataView(largest.buffer).getUint32(16)).toBe(4096);
    expect(new TextDecoder().decode(await readBytes('format=svg&size=4000&margin=2'))).toContain(
      'width="4000" height="4000" viewBox="0 0 29 29"',
    );
  });

  it('states the pixels per inch on request', async () => {
    const readDensity = (png: Uint8Array) => {
      const at = new TextDecoder('latin1').decode(png).indexOf('pHYs');
      if (at === -1) return null;
      const view = new DataView(png.buffer, at + 4);
      return [view.getUint32(0), view.getUint32(4), view.getUint8(8)];
    };
    expect(readDensity(await readBytes('size=600'))).toBeNull();
    // 300 pixels per 25.4 mm.
    expect(readDensity(await readBytes('size=600&dpi=300'))).toEqual([11_811, 11_811, 1]);
    expect(readModules(await readBytes('size=600&dpi=300'))).toEqual(
      readModules(await readBytes('size=600')),
    );
  });

  it('has a tag of its bytes, keeps it when the code is edited, and stores nothing', async () => {
    const { objects: before } = await env.IMAGES.list();
    const first = await image('size=500');
    const tag = first.headers.get('ETag')!;
    await client.request('PATCH', `/v1/qr/${code.id}`, {
      title: 'Winter',
      target: 'https://example.com/winter',
    });
    const known = await image('size=500', { 'If-None-Match': tag });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const other = await client.request('GET', '/v1/qr/ext:menu-1/image?size=501', undefined, {
      headers: { 'If-None-Match': tag },
    });
    expect(other.status).toBe(200);
    expect((await env.IMAGES.list()).objects).toHaveLength(before.length);
  });

  it.each([
    [
      'size=92',
      'size',
      '"size": The picture is 31 modules wide, and each needs at least 3 pixels to be scanned: 92 pixels are too few, 93 is the smallest size that works.',
    ],
    ['size=4097', 'size', '"size" must be at most 4096.'],
    ['size=10.5', 'size', '"size" must be a whole number.'],
    ['margin=1', 'margin', '"margin" must be at least 2.'],
    ['format=webp', 'format', '"format" must be one of "png", "svg".'],
    ['dpi=0', 'dpi', '"dpi" must be at least 30.'],
    [
      'format=svg&dpi=300',
      'dpi',
      '"dpi" is for "format=png" only: an SVG has no pixels. For millimetres, use "print" instead of "image".',
    ],
    [
      'width_mm=20',
      'width_mm',
      '"width_mm" is not a parameter of this request. There are "format", "size", "margin", "dpi", "template", "carrier", "hri".',
    ],
  ])('refuses "%s"', async (query, field, message) => {
    const { errors = [] } = await readError(image(query));
    expect(errors.map((error) => [error.field, error.message])).toEqual([[field, message]]);
  });

  it('is only for the codes of the account', async () => {
    const stranger = await createClient();
    await readError(stranger.request('GET', `/v1/qr/${code.id}/image`), 404, 'not_found');
    await readError(client.request('DELETE', `/v1/qr/${code.id}/image`), 405, 'method_not_allowed');
  });
});
