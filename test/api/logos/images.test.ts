import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { discPng, jpeg, orientedJpeg, makePng, paintPng } from '#harness/symbols/pictures.ts';
import { readPixels } from '#harness/symbols/read-png.ts';
import { type ApiClient, createClient, readError } from '#harness/worker/api-client.ts';

let client: ApiClient;
beforeAll(async () => {
  client = await createClient({ plan: 'business' });
});

interface Image {
  readonly id: string;
  readonly bytes: number;
}

const post = (file: Uint8Array, type = 'image/png', by = client) =>
  by.request('POST', '/v1/images', file, { headers: { 'Content-Type': type } });

async function upload(file: Uint8Array, by = client): Promise<Image> {
  const response = await post(file, 'image/png', by);
  expect(response.status).toBe(200);
  return response.json();
}

async function readFile(id: string): Promise<Uint8Array> {
  const response = await client.request('GET', `/v1/images/${id}/file`);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('image/png');
  return new Uint8Array(await response.arrayBuffer());
}

async function pixelsOf(file: Uint8Array) {
  const { rgba, width } = readPixels(await readFile((await upload(file)).id));
  const at = (x: number, y: number) => [...rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
  return { width, at };
}

async function usedBytes(by: ApiClient): Promise<number> {
  const usage: { quotas: { stored_bytes: { used: number } } } = await by.json('GET', '/v1/usage');
  return usage.quotas.stored_bytes.used;
}

const text = (words: string) => new TextEncoder().encode(words);

describe('POST /v1/images', () => {
  it('stores a PNG and a JPEG, and describes the sent and the stored image', async () => {
    const file = discPng(300);
    const image = await upload(file);
    expect(image).toEqual({
      id: expect.stringMatching(/^img_[0-9a-f]{16}$/),
      name: 'file.png',
      width: 300,
      height: 300,
      sha256: Buffer.from(await crypto.subtle.digest('SHA-256', file)).toString('hex'),
      bytes: (await readFile(image.id)).length,
      in_use: false,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(readPixels(await readFile(image.id)).width).toBe(256);
    expect(await (await post(jpeg('exif'), 'image/jpeg')).json()).toMatchObject({ width: 48, height: 24 });
    expect(await client.json('GET', `/v1/images/${image.id}`)).toEqual(image);
  });

  it('keeps the name that the file was sent with', async () => {
    const send = (disposition: string) =>
      client.request('POST', '/v1/images', discPng(301), {
        headers: { 'Content-Type': 'image/png', 'Content-Disposition': disposition },
      });
    await readError(send('attachment; filename*=UTF-9'));
    const named = await send(`attachment; filename*=UTF-8''B%C3%A4r%20%2F..%2Fred.PNG`);
    expect(await named.json()).toMatchObject({ name: 'red.png' });
  });

  it('trusts the bytes, not the header, and stores a file once', async () => {
    const file = discPng(40);
    const image = await upload(file);
    expect(await (await post(file, 'image/jpeg')).json()).toEqual(image);
    const other = await createClient({ plan: 'pro' });
    expect((await upload(file, other)).id).not.toBe(image.id);
    const twice = discPng(41);
    const [a, b] = await Promise.all([upload(twice), upload(twice)]);
    expect(a.id).toBe(b.id);
  });

  it('stores only pixels: no metadata, and nothing after the end', async () => {
    const polyglot = makePng({
      width: 20,
      height: 20,
      chunks: [
        ['tEXt', text('Comment\0SECRET')],
        ['eXIf', text('SECRET')],
      ],
      tail: text('<script>SECRET</script>PK'),
    });
    const html = new Uint8Array([...jpeg('exif'), ...text('<html>SECRET')]);
    for (const file of [polyglot, html]) {
      const kept = new TextDecoder('latin1').decode(await readFile((await upload(file)).id));
      expect(kept).not.toMatch(/SECRET|GPS|Kitchen|script|tEXt|eXIf/);
    }
  });

  it('keeps the pixels of a small picture unchanged, in the middle of a square', async () => {
    const { width, at } = await pixelsOf(paintPng(6, 4, (x, y) => [10 * x, 20 * y, 7, x === 5 ? 128 : 255]));
    expect(width).toBe(6);
    expect(at(0, 0)).toEqual([0, 0, 0, 0]);
    expect(at(2, 2)).toEqual([20, 20, 7, 255]);
    expect(at(4, 4)).toEqual([40, 60, 7, 255]);
    // Half transparent: resvg multiplies by alpha and back, which changes a value by at most 1.
    const half = at(5, 3);
    for (const [i, value] of [50, 40, 7, 128].entries())
      expect(Math.abs((half[i] ?? 0) - value)).toBeLessThan(2);
    expect(at(3, 5)).toEqual([0, 0, 0, 0]);
  });

  it('makes large pictures small, each pixel the mean of those that it covers', async () => {
    const stripes = await pixelsOf(paintPng(1024, 512, (x) => (x % 4 < 2 ? [255, 255, 255] : [0, 0, 100])));
    expect(stripes.width).toBe(256);
    expect(stripes.at(100, 63)).toEqual([0, 0, 0, 0]);
    for (const x of [0, 100, 255]) {
      const pixel = stripes.at(x, 100);
      for (const [i, value] of [127.5, 127.5, 177.5, 255].entries())
        expect(Math.abs((pixel[i] ?? 0) - value)).toBeLessThan(1.5);
    }
    const huge = await pixelsOf(makePng({ width: 2048, height: 2048 }));
    expect(huge.at(128, 128)).toEqual([255, 255, 255, 255]);
  });

  it('keeps a picture of many colours in fewer pixels, so that an SVG with it stays small', async () => {
    let state = 1;
    const noise = () => (state = (state * 48271) % 2147483647) % 256;
    const image = await upload(paintPng(300, 300, () => [noise(), noise(), noise()]));
    expect(image.bytes).toBeLessThanOrEqual(48 * 1024);
    expect(readPixels(await readFile(image.id)).width).toBeGreaterThanOrEqual(96);
  });

  it.each<[string, number, number, number[], number[][]]>([
    ['grey with 1 bit', 0, 1, [0, 0b1010_0000], [[255, 255, 255, 255]]],
    [
      'grey with 16 bits and alpha',
      4,
      16,
      [0, 200, 9, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0],
      [[200, 200, 200, 255]],
    ],
    [
      'RGB',
      2,
      8,
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      [
        [1, 2, 3, 255],
        [4, 5, 6, 255],
      ],
    ],
    [
      'indexed with 2 bits',
      3,
      2,
      [0, 0b00_01_10_00],
      [
        [9, 8, 7, 255],
        [30, 20, 10, 255],
      ],
    ],
  ])('reads PNGs of every kind: %s', async (_, colorType, depth, row, expected) => {
    const palette = Uint8Array.of(9, 8, 7, 30, 20, 10, 0, 0, 0);
    const { at } = await pixelsOf(
      makePng({
        ...{ width: 3, height: 1, depth, colorType },
        scanlines: Uint8Array.from(row),
        chunks: colorType === 3 ? [['PLTE', palette]] : [],
      }),
    );
    for (const [x, pixel] of expected.entries()) expect(at(x, 1)).toEqual(pixel);
  });

  it('reads interlaced PNGs', async () => {
    // 2 × 2: the first pass has one pixel, the sixth one, and the seventh two.
    const scanlines = Uint8Array.of(0, 1, 1, 1, 0, 2, 2, 2, 0, 3, 3, 3, 4, 4, 4);
    const { at } = await pixelsOf(makePng({ width: 2, height: 2, colorType: 2, interlace: 1, scanlines }));
    expect([at(0, 0)[0], at(1, 0)[0], at(0, 1)[0], at(1, 1)[0]]).toEqual([1, 2, 3, 4]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('turns a photo upright: EXIF orientation %i', async (orientation) => {
    const file = orientedJpeg(orientation);
    const [width, height] = orientation > 4 ? [24, 48] : [48, 24];
    expect(await upload(file)).toMatchObject({ width, height });
    const { at } = await pixelsOf(file);
    const seen = (x: number, y: number) => {
      // The position of the file's pixel (x, y) in the upright picture, by the table in EXIF 2.32.
      const [right, bottom] = [47 - x, 23 - y];
      const places = [
        [x, y],
        [right, y],
        [right, bottom],
        [x, bottom],
        [y, x],
        [bottom, x],
        [bottom, right],
        [y, right],
      ];
      const [left = 0, top = 0] = places[orientation - 1] ?? [];
      const [red = 0, green = 0, blue = 0] = at(left + (48 - width) / 2, top + (48 - height) / 2);
      if (red > 150) return green > 150 ? 'white' : 'red';
      return blue > 150 ? 'blue' : 'other';
    };
    expect([seen(3, 3), seen(4, 18), seen(15, 3), seen(40, 12)]).toEqual(['blue', 'red', 'red', 'white']);
  });

  it('reads progressive and grey JPEGs', async () => {
    const { at } = await pixelsOf(jpeg('progressive'));
    const [red = 0, green = 0] = at(15, 30);
    expect(red).toBeGreaterThan(150);
    expect(green).toBeLessThan(60);
    const grey = await pixelsOf(jpeg('grey'));
    expect(new Set(grey.at(15, 30).slice(0, 3)).size).toBe(1);
  });
});

describe('a file that is not an image', () => {
  const png = makePng({ width: 30, height: 30 });
  const cut = (bytes: Uint8Array, share: number) => bytes.slice(0, Math.floor(bytes.length * share));
  const withByte = (bytes: Uint8Array, at: number, byte: number) =>
    bytes.map((one, i) => (i === at ? byte : one));
  const sof = jpeg('exif').findIndex((byte, i, all) => byte === 0xff && all[i + 1] === 0xc0);
  const small = { width: 9, height: 9 };

  it.each<[string, Uint8Array, string, RegExp]>([
    ['1 × 100,000 pixels', makePng({ width: 1, height: 100_000 }), 'too_large', /1 × 100000/],
    ['2,049 pixels wide', makePng({ width: 2049, height: 1 }), 'too_large', /2049 × 1/],
    ['another width than its checksum says', withByte(makePng(small), 16, 0xee), 'damaged', /checksum/],
    ['a bomb', makePng({ ...small, scanlines: new Uint8Array(40_000_000) }), 'damaged', /more than its size/],
    [
      'one byte too many',
      makePng({ ...small, scanlines: new Uint8Array(9 * 37 + 1) }),
      'damaged',
      /more than/,
    ],
    ['one byte too few', makePng({ ...small, scanlines: new Uint8Array(9 * 37 - 1) }), 'damaged', /early/],
    ['cut', cut(png, 0.6), 'damaged', /early/],
    ['without its end', png.slice(0, -12), 'damaged', /early/],
    ['with a wrong checksum', withByte(png, png.length - 20, 77), 'damaged', /checksum/],
    ['animated', makePng({ ...small, chunks: [['acTL', new Uint8Array(8)]] }), 'animated', /animated/],
    ['with a part that no PNG has', makePng({ ...small, chunks: [['EVIL', png]] }), 'damaged', /EVIL/],
    ['without a palette', makePng({ ...small, colorType: 3 }), 'damaged', /palette/],
    ['of no size', makePng({ width: 0, height: 9 }), 'damaged', /header/],
    ['of 7 bits', makePng({ ...small, depth: 7 }), 'damaged', /header/],
    ['transparent', paintPng(9, 9, () => [0, 0, 0, 0]), 'empty', /nothing/],
    ['a CMYK JPEG', jpeg('cmyk'), 'unsupported', /CMYK/],
    ['a cut JPEG', cut(jpeg('exif'), 0.9), 'damaged', /early/],
    ['a JPEG without its end', jpeg('exif').slice(0, -2), 'damaged', /early/],
    ['a JPEG cut in its header', cut(jpeg('exif'), 0.3), 'damaged', /early/],
    ['a JPEG of 3,096 pixels', withByte(jpeg('exif'), sof + 5, 12), 'too_large', /3096/],
    ['a JPEG of no height', withByte(withByte(jpeg('exif'), sof + 5, 0), sof + 6, 0), 'damaged', /size/],
    ['a lossless JPEG', withByte(jpeg('exif'), sof + 1, 0xc3), 'unsupported', /browsers/],
    ['a JPEG of 12 bits', withByte(jpeg('exif'), sof + 4, 12), 'unsupported', /8 bits/],
    [
      'a JPEG with nonsense in it',
      new Uint8Array([...jpeg('exif').slice(0, 20), ...png]),
      'damaged',
      /wrong place/,
    ],
    ['the first bytes of a JPEG alone', Uint8Array.of(0xff, 0xd8, 0xff), 'damaged', /early/],
    ['the first bytes of a PNG alone', png.slice(0, 8), 'damaged', /early/],
  ])('is refused by name: %s', async (_, file, code, message) => {
    const error = await readError(post(file));
    expect(error.errors).toEqual([{ field: 'body', code, message: expect.stringMatching(message) }]);
  });

  it('may be a JPEG with so many scans that decoding takes long', async () => {
    const file = jpeg('progressive');
    const sos = file.findIndex((byte, i) => byte === 0xff && file[i + 1] === 0xda);
    const scan = file.slice(sos, file.indexOf(0xff, sos + 2));
    const scans = Array.from({ length: 40 }, () => [...scan]).flat();
    const many = new Uint8Array([...file.slice(0, -2), ...scans, 0xff, 0xd9]);
    const error = await readError(post(many));
    expect(error.errors).toMatchObject([{ code: 'unsupported' }]);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['a GIF', text('GIF89a'), /a GIF/],
    ['a WebP', text('RIFF\0\0\0\0WEBPVP8 '), /a WebP/],
    ['text in UTF-16', new Uint8Array([0xff, 0xfe, 0x3c, 0]), /UTF-16/],
    ['HTML', text('<!doctype html><script>alert(1)</script>'), /HTML/],
    ['nothing', new Uint8Array(0), /empty/],
    ['text', text('hello'), /neither/],
    ['a ZIP', text('PK\u0003\u0004'), /neither/],
  ])('is not taken under the name of one: %s', async (_, file, message) => {
    const error = await readError(post(file), 415, 'unsupported_media_type');
    expect(error.message).toMatch(message);
  });

  it('is not taken under another name, compressed, or with parameters', async () => {
    for (const type of ['image/webp', 'image/gif', 'application/octet-stream', 'text/html'])
      await readError(post(png, type), 415, 'unsupported_media_type');
    const headers = { 'Content-Type': 'image/png' };
    const gzip = { headers: { ...headers, 'Content-Encoding': 'gzip' } };
    await readError(client.request('POST', '/v1/images', png, gzip), 415, 'unsupported_media_type');
    await readError(client.request('POST', '/v1/images?a=b', png, { headers }));
  });

  it('is longer than 512 KiB', async () => {
    const tail = new Uint8Array(512 * 1024 - png.length);
    expect((await post(makePng({ width: 30, height: 30, tail }))).status).toBe(200);
    const longer = makePng({ width: 30, height: 30, tail: new Uint8Array(tail.length + 1) });
    await readError(post(longer), 413, 'payload_too_large');
  });

  it('leaves nothing behind', async () => {
    const own = await createClient({ plan: 'pro' });
    expect((await post(cut(png, 0.5), 'image/png', own)).status).toBe(400);
    expect((await post(text('GIF89a'), 'image/png', own)).status).toBe(415);
    expect(await own.json('GET', '/v1/images')).toMatchObject({ data: [] });
    expect(await usedBytes(own)).toBe(0);
  });
});

describe('the images of an account', () => {
  it('are listed page by page, the newest first', async () => {
    let nowMs = Date.UTC(2031, 3, 1);
    const own = await createClient({ plan: 'pro', appOptions: { nowMs: () => (nowMs += 60_000) } });
    const ids: string[] = [];
    for (let n = 1; n <= 5; n++)
      ids.unshift(
        (
          await upload(
            paintPng(n, 1, () => [n, 0, 0]),
            own,
          )
        ).id,
      );
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const response = await own.request('GET', `/v1/images?limit=2${query}`);
      const page: { data: Image[]; has_more: boolean; next_cursor: string | null } = await response.json();
      expect(page.has_more).toBe(page.next_cursor !== null);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
    const ofAnotherList = btoa('1.act_0123456789abcdef').replace(/=+$/, '');
    for (const query of ['cursor=x', 'limit=0', 'limit=101', 'name=x', `cursor=${ofAnotherList}`])
      await readError(own.request('GET', `/v1/images?${query}`));
  });

  it('are its own: to another account they do not exist', async () => {
    const { id } = await upload(discPng(50));
    const other = await createClient({ plan: 'pro' });
    for (const [method, path] of [
      ['GET', `/v1/images/${id}`],
      ['GET', `/v1/images/${id}/file`],
      ['DELETE', `/v1/images/${id}`],
      ['GET', '/v1/images/img_0123456789abcdef'],
      ['GET', '/v1/images/nonsense'],
    ] as const) {
      const error = await readError(other.request(method, path), 404, 'not_found');
      expect(error.message).toBe('There is no image with this id in your account.');
    }
    expect(await other.json('GET', '/v1/images')).toMatchObject({ data: [] });
    expect((await client.request('GET', `/v1/images/${id}`)).status).toBe(200);
  });

  it('can be deleted, and uploaded again under another id', async () => {
    const file = discPng(51);
    const { id } = await upload(file);
    const deleted = await client.request('DELETE', `/v1/images/${id}`);
    expect(await deleted.json()).toEqual({ id, deleted: true });
    await readError(client.request('GET', `/v1/images/${id}`), 404, 'not_found');
    await readError(client.request('DELETE', `/v1/images/${id}`), 404, 'not_found');
    expect((await upload(file)).id).not.toBe(id);
  });

  it('count among the stored bytes of the account', async () => {
    const own = await createClient({ plan: 'free' });
    const { id, bytes } = await upload(discPng(60), own);
    expect(await usedBytes(own)).toBe(4 * Math.ceil(bytes / 3));
    await own.request('DELETE', `/v1/images/${id}`);
    expect(await usedBytes(own)).toBe(0);
  });

  it('are at most 100, even if several arrive at once', async () => {
    const own = await createClient({ plan: 'business' });
    const one = (n: number) => paintPng(1, 1, () => [n, 0, 0]);
    await upload(one(5), own);
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 98)
       INSERT INTO logos SELECT printf('img_%016x', i), ?, i, 1, 1, 99, 0, '', '' FROM n`,
    )
      .bind(own.accountId)
      .run();
    const sent = await Promise.all([100, 101, 102].map((n) => post(one(n), 'image/png', own)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await readError(post(one(103), 'image/png', own), 409, 'limit_reached');
    // An identical image does not count as another one.
    expect((await post(one(5), 'image/png', own)).status).toBe(200);
  });

  it('need a key with full access, and a plan of Workers that draws them', async () => {
    const { id } = await upload(discPng(52));
    const reader = await createClient({ plan: 'pro', scope: 'read' });
    await readError(post(discPng(52), 'image/png', reader), 403, 'insufficient_scope');
    await readError(reader.request('DELETE', `/v1/images/${id}`), 403, 'insufficient_scope');
    expect((await reader.request('GET', '/v1/images')).status).toBe(200);
    const onFree = await client.request('POST', '/v1/images', discPng(53), {
      headers: { 'Content-Type': 'image/png' },
      env: { WORKERS_PLAN: 'free' },
    });
    const error = await readError(onFree);
    expect(error.errors).toMatchObject([{ field: 'body', code: 'not_available' }]);
  });

  it('are accepted only in the documented ways', async () => {
    for (const [method, path, allowed] of [
      ['PUT', '/v1/images', 'GET, HEAD, POST'],
      ['PATCH', '/v1/images/img_0123456789abcdef', 'GET, HEAD, DELETE'],
      ['POST', '/v1/images/img_0123456789abcdef/file', 'GET, HEAD'],
    ] as const) {
      const response = await client.request(method, path, {});
      await readError(response, 405, 'method_not_allowed');
      expect(response.headers.get('Allow')).toBe(allowed);
    }
  });
});
