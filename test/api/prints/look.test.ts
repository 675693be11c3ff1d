import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { discPng } from '#harness/symbols/pictures.ts';
import { readInWorker } from '#harness/symbols/read-in-worker.ts';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readPage } from '#harness/worker/page.ts';
import { estimateCreationMs, toRequests } from '#service/images/drawing-time.ts';

let client: ApiClient;
let browser: SignedInClient;
let code: CodeResource;
let blue: string;
let branded: string;

async function createTemplate(fields: object): Promise<string> {
  return (await client.json<{ id: string }>('POST', '/v1/templates', { name: 'Look', ...fields })).id;
}

beforeAll(async () => {
  client = await createClient();
  browser = await signIn({ accountId: client.accountId });
  code = await create(client, { dynamic: true, error_correction: 'L', size: 300, margin: 4 });
  blue = await createTemplate({ color: { dark: '#14213d' }, margin: 6 });
  const { id: image } = await client.json<{ id: string }>('POST', '/v1/images', discPng(90), {
    headers: { 'Content-Type': 'image/png' },
  });
  branded = await createTemplate({ name: 'Brand', style: { modules: 'dot', logo: { image } } });
});

const ask = (path: string, id = code.id) => client.request('GET', `/v1/qr/${id}/${path}`);
const readBytes = async (path: string, id = code.id) => {
  const response = await ask(path, id);
  expect(response.status, path).toBe(200);
  return response.arrayBuffer();
};
const listStored = async () => (await env.IMAGES.list()).objects.map(({ key, etag }) => `${key} ${etag}`);

describe('a file in the look of a template', () => {
  it('holds what the code holds, and nothing is stored', async () => {
    const before = await listStored();
    const printed = await readInWorker(await readBytes('image?format=png'));
    expect(printed.toLowerCase()).toBe(code.short_url);
    for (const template of [blue, branded]) {
      const png = await readBytes(`image?format=png&template=${template}`);
      expect(await readInWorker(png)).toBe(printed);
      expect(new Uint8Array(png)).not.toEqual(new Uint8Array(await readBytes('image?format=png')));
      expect(await readBytes(`image?format=png&template=${template}`)).toEqual(png);
    }
    const svg = new TextDecoder().decode(await readBytes(`image?format=svg&template=${blue}`));
    expect(svg).toContain('#14213d');
    expect(await listStored()).toEqual(before);
    expect(await client.json('GET', `/v1/qr/${code.id}`)).toMatchObject({
      color: { dark: '#000000' },
      style: null,
      margin: 4,
    });
  });

  it('is also a print file and its check, in the template’s colours and margin', async () => {
    const svg = await ask(`print?format=svg&width_mm=40&template=${blue}`);
    expect(await svg.text()).toContain('#14213d');
    const check = await ask(`print-check?width_mm=40&template=${branded}`);
    expect(await check.json()).toMatchObject({ quiet_zone_modules: 4, inks: [] });
    const plain = await (await ask('print-check?width_mm=40')).json<{ modules: number }>();
    const dressed = await (
      await ask(`print-check?width_mm=40&template=${branded}`)
    ).json<{ modules: number }>();
    // A logo needs more correction than level L has room for.
    expect(dressed.modules).toBeGreaterThan(plain.modules);
  });

  it.each(['image?', 'print?width_mm=40&', 'print-check?width_mm=40&'])(
    'is refused at %s if there is no such template',
    async (path) => {
      const other = await createClient();
      const { id } = await other.json<{ id: string }>('POST', '/v1/templates', { name: 'Theirs' });
      for (const template of [id, 'tpl_none', '%00']) {
        const { errors } = await readError(ask(`${path}template=${template}`));
        expect(errors?.map(({ field }) => field)).toEqual(['template']);
      }
    },
  );

  it('counts as the creation of such a code', async () => {
    const long = await create(client, { target: `https://example.com/${'a'.repeat(300)}`, size: 2_048 });
    const style = { modules: 'dot', logo: {} } as never;
    const drawn = {
      target: long.target,
      isDynamic: false,
      errorCorrection: 'M',
      style,
      size: 2_048,
    } as const;
    let taken = 0;
    const limit = () => Promise.resolve({ success: ++taken > 0 });
    const path = `/v1/qr/${long.id}/image?format=svg&template=${branded}`;
    const response = await client.request('GET', path, undefined, {
      env: { RATE_LIMIT_BUSINESS: { limit } },
    });
    expect(response.status).toBe(200);
    expect(toRequests(estimateCreationMs(drawn))).toBeGreaterThan(1);
    expect(taken).toBe(toRequests(estimateCreationMs(drawn)));
  });

  it('can be chosen for a download, and for no sheet', async () => {
    const path = `/codes/${code.id}/download`;
    const page = readPage(await browser.get(path));
    expect((await page).attributes('select[name=design] option', 'value')).toEqual(['', branded, blue]);
    const shown = await browser.get(`${path}/check?kind=svg&width_mm=40&design=${blue}`);
    expect(await shown.text()).toContain('#14213d');
    const file = await browser.get(`${path}/file?kind=png&size=300&design=${branded}`);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(
      new Uint8Array(await readBytes(`image?format=png&size=300&template=${branded}`)),
    );
    const refused = await browser.get(`${path}/file?kind=png&size=300&design=tpl_none`);
    expect([refused.status, (await readPage(refused)).errorOf('design')]).toEqual([422, expect.any(String)]);
  });
});
