import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { discPng } from '#harness/symbols/pictures.ts';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';

let client: ApiClient;
let code: CodeResource;
beforeAll(async () => {
  client = await createClient();
  code = await create(client, { dynamic: true, external_id: 'menu-1', color: { dark: '#14213d' } });
});

function print(query: string, id = code.id, headers: Record<string, string> = {}): Promise<Response> {
  return client.request('GET', `/v1/qr/${id}/print?${query}`, undefined, { headers });
}

/** The bytes of a file as characters. */
async function readText(response: Response): Promise<string> {
  return new TextDecoder('latin1').decode(await response.arrayBuffer());
}

async function refusal(query: string, errorCode = 'invalid_request') {
  const { errors = [] } = await readError(print(query), 400, errorCode);
  return errors.map(({ field, code: fieldCode, message }) => [field, fieldCode, message]);
}

describe('GET /v1/qr/{id}/print', () => {
  it.each([
    ['', 'application/pdf', 'pdf', '%PDF-1.4\n'],
    ['&standard=x-1a', 'application/pdf', 'pdf', '%PDF-1.4\n'],
    ['&standard=x-4', 'application/pdf', 'pdf', '%PDF-1.6\n'],
    ['&format=eps', 'application/postscript', 'eps', '%!PS-Adobe-3.0 EPSF-3.0\n'],
    [
      '&format=svg',
      'image/svg+xml',
      'svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm"',
    ],
  ])('with "width_mm=20%s" is a file of type %s', async (query, type, extension, start) => {
    const response = await print(`width_mm=20${query}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe(type);
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="${code.id}.${extension}"`,
    );
    expect(await readText(response)).toMatch(
      new RegExp(`^${start.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`),
    );
  });

  it('draws the modules of the image that was stored with the code', async () => {
    const stored = await (await env.IMAGES.get(`qr/${code.id.slice(3)}.svg`))!.text();
    const side = Number(/viewBox="0 0 (\d+)/.exec(stored)?.[1]);
    // With modules of 1 mm, one unit of either picture is a module.
    const printed = await readText(await print('module_mm=1&format=svg&color=k'));
    expect(printed).toContain(`viewBox="0 0 ${side} ${side}"`);
    const shift = Number(/translate\((\d+) \d+\)/.exec(printed)?.[1]);
    const pathsOf = (svg: string) => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
    // The print has the finder patterns as a path of their own.
    const paths = [pathsOf(stored).at(-1) ?? '', pathsOf(printed).join('')];
    expect(shift).toBe(4);
    expect(fill(paths[1]!, side, shift)).toEqual(fill(paths[0]!, side, 0));
  });

  it('has the same bytes and the same tag each time, and is not sent again to who has it', async () => {
    const [first, second] = [await print('width_mm=20'), await print('width_mm=20', 'ext:menu-1')];
    const tag = first.headers.get('ETag')!;
    expect(second.headers.get('ETag')).toBe(tag);
    expect(await second.arrayBuffer()).toEqual(await first.arrayBuffer());
    const known = await print('width_mm=20', code.id, { 'If-None-Match': tag });
    expect([known.status, known.headers.get('ETag')]).toEqual([304, tag]);
    expect((await print('width_mm=21', code.id, { 'If-None-Match': tag })).status).toBe(200);
  });

  it('keeps its bytes when the code is edited, and does not reveal the title', async () => {
    const edited = await create(client, { dynamic: true, title: 'Before' });
    const before = await readText(await print('width_mm=20', edited.id));
    await client.request('PATCH', `/v1/qr/${edited.id}`, {
      title: 'After',
      target: 'https://example.com/new',
    });
    expect(await readText(await print('width_mm=20', edited.id))).toBe(before);
    expect(before).not.toContain('Before');
  });

  it('prints static codes of every kind of content, and stores nothing', async () => {
    const { objects: before } = await env.IMAGES.list();
    const made = await create(client, { type: 'text', target: 'Straße 12 🎄' });
    expect((await print('width_mm=20', made.id)).status).toBe(200);
    expect((await env.IMAGES.list()).objects).toHaveLength(before.length + 2);
  });

  it('needs a width, and describes the result of 20 mm', async () => {
    expect(await refusal('')).toEqual([
      [
        'width_mm',
        'required',
        '"width_mm" or "module_mm" is required: how wide the code is printed with its quiet zone (5 to 2000 mm), or one of its modules (0.1 to 50 mm). At 20 mm, a module of this code is 0.606 mm wide.',
      ],
    ]);
  });

  it('accepts one of the two widths, and describes the result of each', async () => {
    const [[field, fieldCode, message] = []] = await refusal('width_mm=2000&module_mm=0.5');
    expect([field, fieldCode]).toEqual(['module_mm', 'conflict']);
    expect(message).toBe(
      '"module_mm" and "width_mm" exclude each other: send one of them. This code is 33 modules wide with its quiet zone, so a width of 2000 mm makes modules of 60.606 mm, and modules of 0.5 mm make a width of 16.5 mm.',
    );
  });

  it.each([
    ['width_mm=4.99', 'width_mm', '"width_mm" must be at least 5.'],
    ['width_mm=2000.01', 'width_mm', '"width_mm" must be at most 2000.'],
    [
      'width_mm=20.125',
      'width_mm',
      '"width_mm" must be a number with at most 2 decimals, like "20" or "12.5".',
    ],
    ['width_mm=2e1', 'width_mm', '"width_mm" must be a number with at most 2 decimals, like "20" or "12.5".'],
    ['width_mm=NaN', 'width_mm', '"width_mm" must be a number with at most 2 decimals, like "20" or "12.5".'],
    ['width_mm=', 'width_mm', '"width_mm" must be a number with at most 2 decimals, like "20" or "12.5".'],
    [
      'module_mm=0.1',
      'module_mm',
      '"module_mm" must be from 0.152 to 60.606 for this code: it is 33 modules wide with its quiet zone, and is printed 5 to 2000 mm wide, not 3.3.',
    ],
    [
      'width_mm=20&color=blue',
      'color',
      '"color" must be "design", "cmyk", "k", "cmyk:c,m,y,k", "spot:NAME" or "rgb".',
    ],
    [
      'width_mm=20&color=cmyk:0,0,0',
      'color',
      '"color" must have four percentages from 0 to 100 with commas between them, like 0,91,76,0.',
    ],
    [
      'width_mm=20&color=cmyk:0,0,0,101',
      'color',
      '"color" must have four percentages from 0 to 100 with commas between them, like 0,91,76,0.',
    ],
    [
      'width_mm=20&color=rgb&standard=x-1a',
      'color',
      '"color": PDF/X-1a is for inks only. Choose an ink, or a plain PDF.',
    ],
    ['width_mm=20&format=eps&standard=x-1a', 'standard', '"standard": PDF/X is a kind of PDF. Choose PDF.'],
    ['width_mm=20&format=eps&standard=x-4', 'standard', '"standard": PDF/X is a kind of PDF. Choose PDF.'],
    [
      'width_mm=20&color=k&standard=x-4',
      'color',
      '"color": PDF/X-4 is in screen colours. Choose the design, or PDF/X-1a for inks.',
    ],
    [
      'width_mm=20&condition=FOGRA51',
      'condition',
      '"condition" is for "standard=x-1a" only: no other file names a printing condition.',
    ],
    [
      'width_mm=20&format=svg&color=cmyk:0,0,0,100',
      'color',
      '"color": An SVG cannot hold inks. Choose black, or choose PDF or EPS for inks.',
    ],
    [
      'width_mm=20&alternate=0,0,0,100',
      'alternate',
      '"alternate" is for a spot colour only: leave it out, or send "color=spot:NAME".',
    ],
    [
      'width_mm=20&color=spot:Gold',
      'alternate',
      '"alternate" is required with a spot colour: what screens show for it, as four percentages with commas between them, like 0,91,76,0.',
    ],
    [
      'width_mm=20&color=spot:Black&alternate=0,0,0,100',
      'color',
      '"color": An ink cannot be named “Black”: presses use this name themselves. Choose black or CMYK instead.',
    ],
    [
      'width_mm=5&growth_mm=0.1',
      'growth_mm',
      '"growth_mm" must be at most 0.037 here, a quarter of a module: a module is 0.152 mm wide.',
    ],
    [
      'width_mm=20&cmyk_values=14213d:100,80,0,40',
      'cmyk_values',
      '"cmyk_values": Only colours that are converted to CMYK take values.',
    ],
    [
      'width_mm=20&color=cmyk&cmyk_values=14213d:100,80,0,40;ffffff',
      'cmyk_values',
      '"cmyk_values": “ffffff” is not a colour with four percentages, like #0b3d91:100,75,0,20.',
    ],
    [
      'width_mm=20&color=cmyk&cmyk_values=14213d:100,80,0,40;14213D:0,0,0,100',
      'cmyk_values',
      '"cmyk_values": #14213d appears twice.',
    ],
    [
      'width_mm=20&color=cmyk&cmyk_values=000000:0,0,0,100',
      'cmyk_values',
      '"cmyk_values": The design has no #000000. Its colours are #ffffff, #14213d.',
    ],
    ['width_mm=20&format=webp', 'format', '"format" must be one of "pdf", "eps", "svg".'],
    [
      'width_mm=20&size=3',
      'size',
      '"size" is not a parameter of this request. There are "format", "template", "carrier", "hri", "width_mm", "module_mm", "margin", "color", "alternate", "cmyk_values", "paper", "growth_mm", "caption", "bleed_mm", "marks", "standard", "condition".',
    ],
    ['width_mm=20&width_mm=30', 'width_mm', '"width_mm" must be given once.'],
  ])('refuses "%s"', async (query, field, message) => {
    expect((await refusal(query)).map(([name, , text]) => [name, text])).toEqual([[field, message]]);
  });

  it.each([
    ['PANTONE (185)', '('],
    ['Grün', 'ü'],
    ['a/b', '/'],
    ['x%y', '%'],
    ['🎄', '🎄'],
    ['a\u0000b', String.raw`\u0000`],
  ])('names the character of the spot colour "%s" that no press accepts', async (name, odd) => {
    const query = `width_mm=20&alternate=0,91,76,0&color=${encodeURIComponent(`spot:${name}`)}`;
    const [[field, , message] = []] = await refusal(query);
    expect(field).toBe('color');
    expect(message).toContain(`cannot contain "${odd}".`);
  });

  it('gives the fills of an SVG logo their own inks, and mixes those without by the rule', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#e30613" d="M0 0h9v4H0z"/><path fill="#0b3d91" d="M0 5h9v4H0z"/></svg>';
    const sent = await client.request('POST', '/v1/images', new TextEncoder().encode(svg), {
      headers: { 'Content-Type': 'image/svg+xml' },
    });
    const { id: image } = await sent.json<{ id: string }>();
    const branded = await create(client, { dynamic: true, style: { logo: { image } } });
    const query = 'width_mm=20&color=cmyk&cmyk_values=e30613:0,100,95,0';
    const eps = await readText(await print(`${query}&format=eps`, branded.id));
    expect(eps).toContain('0 1 0.95 0 setcmykcolor');
    expect(eps).toMatch(/0\.924\d* 0\.579\d* 0 0\.431\d* setcmykcolor/);
    const check = await client.request('GET', `/v1/qr/${branded.id}/print-check?${query}`);
    const { warnings } = await check.json<{ warnings: { code: string }[] }>();
    expect(warnings.map((warning) => warning.code)).toContain('colors_mixed');
    expect((await print('width_mm=20&standard=x-1a', branded.id)).status).toBe(200);
  });

  it('gives the pixels of a logo the inks of their colours, so that its ground is that of the paper', async () => {
    const { id: image } = await client.json<{ id: string }>('POST', '/v1/images', discPng(60), {
      headers: { 'Content-Type': 'image/png' },
    });
    const color = { dark: '#14213d', light: '#fffff0' };
    const branded = await create(client, { dynamic: true, color, style: { logo: { image } } });
    const samplesOf = async (values: string) => {
      const eps = await readText(await print(`width_mm=20&format=eps&color=cmyk${values}`, branded.id));
      return /filter >> image\s+([0-9a-f]{8})/i.exec(eps)?.[1];
    };
    // 5.9 % of yellow by the rule.
    expect(await samplesOf('')).toBe('00000f00');
    expect(await samplesOf('&cmyk_values=fffff0:0,0,20,0')).toBe('00003300');
    expect((await print('width_mm=20&standard=x-1a', branded.id)).status).toBe(200);
  });

  it('refuses given inks that readers cannot tell from those of the light colour', async () => {
    const values = (text: string) => `width_mm=20&color=cmyk&cmyk_values=${encodeURIComponent(text)}`;
    const [[field, , message] = []] = await refusal(values('14213d:0,20,60,10'), 'low_contrast');
    expect(field).toBe('cmyk_values');
    expect(message).toContain('#14213d would be too light to scan.');
    await refusal(values('14213d:100,80,0,30;ffffff:60,40,40,60'), 'low_contrast');
    expect((await print(values('14213d:100,80,0,30'))).status).toBe(200);
  });

  it('refuses an ink that readers cannot tell from paper, and suggests one that they can', async () => {
    const [[field, , message] = []] = await refusal('width_mm=20&color=cmyk:100,0,0,0', 'low_contrast');
    expect(field).toBe('color');
    const better = /With more black, ([\d,]+) would do/.exec(message!)?.[1];
    expect((await print(`width_mm=20&color=cmyk:${better}`)).status).toBe(200);
    const [c, m, y, k] = better!.split(',').map(Number);
    await refusal(`width_mm=20&color=cmyk:${c},${m},${y},${k! - 1}`, 'low_contrast');
    const [[alternate] = []] = await refusal(
      'width_mm=20&color=spot:Gold&alternate=0,10,60,0',
      'low_contrast',
    );
    expect(alternate).toBe('alternate');
    // As an earlier rule allowed it.
    const grey = await create(client, {});
    await env.DB.prepare("UPDATE qr_codes SET color_dark = '#808080' WHERE code_id = ?")
      .bind(grey.id.slice(3))
      .run();
    await readError(print('width_mm=20&color=rgb', grey.id), 400, 'low_contrast');
    expect((await print('width_mm=20', grey.id)).status).toBe(200);
  });

  it('has a caption below: title, short URL or external id, as outlines', async () => {
    const named = await create(client, { dynamic: true, title: 'Menü Αθήνα', external_id: 'table-7' });
    const heights = new Map<string, number>();
    const texts = new Set<string>();
    for (const caption of ['none', 'title', 'short_url', 'external_id']) {
      const svg = await readText(await print(`width_mm=30&format=svg&caption=${caption}`, named.id));
      heights.set(caption, Number(/viewBox="0 0 30 ([\d.]+)"/.exec(svg)?.[1]));
      texts.add(svg);
      expect(svg).not.toContain('<text');
    }
    expect(texts.size).toBe(4);
    expect(heights.get('none')).toBe(30);
    expect(heights.get('title')).toBeGreaterThan(34);
    const pdf = await print('width_mm=30&caption=title&standard=x-1a', named.id);
    expect(await readText(pdf)).not.toContain('/Font');
    const again = await print('width_mm=30&caption=title&standard=x-1a', named.id);
    expect(again.headers.get('ETag')).toBe(pdf.headers.get('ETag'));
    expect((await print('width_mm=30&format=eps&caption=external_id', named.id)).status).toBe(200);
  });

  it('refuses a caption that the code does not have, that has no glyphs, or that does not fit', async () => {
    expect(await refusal('width_mm=20&caption=title')).toEqual([
      ['caption', 'invalid_value', '"caption": The code has no title. Give it one, or choose another text.'],
    ]);
    const fixed = await create(client, { title: 'Tea 🍵 for two' });
    const explain = async (query: string, id: string) => {
      const { errors = [] } = await readError(print(query, id));
      return errors.map(({ field, message }) => [field, message]);
    };
    expect(await explain('width_mm=20&caption=short_url', fixed.id)).toEqual([
      ['caption', '"caption": A static code has no short link.'],
    ]);
    expect(await explain('width_mm=20&caption=title', fixed.id)).toEqual([
      [
        'caption',
        '"caption": This text contains "🍵" (U+1F375), which cannot be printed. Choose another text.',
      ],
    ]);
    const long = await create(client, { dynamic: true, external_id: 'x'.repeat(60) });
    const [[field, message = ''] = []] = await explain('width_mm=20&caption=external_id', long.id);
    expect(field).toBe('caption');
    const width = Number(/at least ([\d.]+) mm wide\.$/.exec(message)?.[1]);
    expect((await print(`width_mm=${width}&caption=external_id`, long.id)).status).toBe(200);
    expect(await explain(`width_mm=${(width - 0.5).toFixed(2)}&caption=external_id`, long.id)).toHaveLength(
      1,
    );
    expect(await explain('width_mm=20&caption=titel', long.id)).toEqual([
      ['caption', '"caption" must be one of "none", "title", "short_url", "external_id".'],
    ]);
  });

  it('names everything that is wrong at once', async () => {
    const fields = await refusal('format=eps&standard=x-1a&color=spot:&condition=FOGRA39');
    expect(fields.map(([field]) => field)).toEqual(['width_mm', 'standard', 'color']);
  });

  it('is only for the codes of the account', async () => {
    const stranger = await createClient();
    const path = `/v1/qr/${code.id}/print?width_mm=20`;
    await readError(stranger.request('GET', path), 404, 'not_found');
    await readError(client.request('GET', '/v1/qr/qr_00000000/print?width_mm=20'), 404, 'not_found');
    await readError(client.request('POST', path, {}), 405, 'method_not_allowed');
  });
});

/** The modules that a path fills by the even-odd rule, tested at their centres; `shift` moves the path right and down. */
function fill(path: string, side: number, shift: number): string {
  const isFilled = new Uint8Array(side * side);
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const goDown = (to: number) => {
    for (let row = Math.min(y, to); row < Math.max(y, to); row++) {
      for (let column = x; column < side; column++) isFilled[row * side + column]! ^= 1;
    }
    y = to;
  };
  for (const [, command, first = '', second = ''] of path.matchAll(/([MmhHvVz])(-?\d+)?[ ]?(-?\d+)?/g)) {
    const [a, b] = [Number(first), Number(second)];
    if (command === 'M') [x, y] = [a + shift, b + shift];
    else if (command === 'm') [x, y] = [x + a, y + b];
    else if (command === 'h') x += a;
    else if (command === 'H') x = a + shift;
    else if (command === 'v') goDown(y + a);
    else if (command === 'V') goDown(a + shift);
    else {
      goDown(startY);
      [x, y] = [startX, startY];
    }
    if (command === 'M' || command === 'm') [startX, startY] = [x, y];
  }
  return isFilled.join('');
}
