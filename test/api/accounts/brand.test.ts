import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import worker from '#api/index.ts';
import { contrastOf, DARK_PAGE, LIGHT_PAGE } from '#core/accounts/account-brand.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { publicPrefixOfRun } from '#service/images/sweep-images.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { type ApiClient, createClient, readError } from '#harness/worker/api-client.ts';

const NOTHING = { name: null, color: null, shown_colors: null, logo: null };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

let client: ApiClient;
beforeEach(async () => {
  client = await createClient();
});

async function upload(file: Uint8Array | string = discPng(90), by = client): Promise<string> {
  const headers = { 'Content-Type': typeof file === 'string' ? 'image/svg+xml' : 'image/png' };
  return (await by.json<{ id: string }>('POST', '/v1/images', file, { headers })).id;
}

const change = (brand: object | null) => client.request('PATCH', '/v1/account', { brand });
const brandOf = async (response: Response) => (await response.json<{ brand: object }>()).brand;
const read = async () => brandOf(await client.request('GET', '/v1/account'));

describe('/v1/account', () => {
  it('describes the account, which shows nothing of itself at first', async () => {
    expect(await client.json('GET', '/v1/account')).toEqual({
      id: client.accountId,
      name: 'Test',
      plan: 'business',
      brand: NOTHING,
    });
  });

  it('changes what is sent, and keeps the rest', async () => {
    const logo = await upload();
    expect(await brandOf(await change({ name: ' Bella Fig ', logo }))).toEqual({
      ...NOTHING,
      name: 'Bella Fig',
      logo,
    });
    await change({ color: '#7A1F3D', logo: null });
    expect(await read()).toEqual({
      name: 'Bella Fig',
      color: '#7A1F3D',
      shown_colors: { button_text: '#ffffff', light: '#7a1f3d', dark: '#ab7285' },
      logo: null,
    });
    await change({});
    expect(await read()).toMatchObject({ name: 'Bella Fig' });
    await change(null);
    expect(await read()).toEqual(NOTHING);
  });

  it('changes its name, and the log says what was changed', async () => {
    const renamed = await client.request('PATCH', '/v1/account', { name: ' Blue Fig ' });
    expect(await renamed.json()).toMatchObject({ name: 'Blue Fig', brand: NOTHING });
    await client.request('PATCH', '/v1/account', { name: 'Bella Fig', brand: { color: '#7a1f3d' } });
    await change({ name: 'Bella' });
    await change({});
    const { data } = await (
      await client.request('GET', '/v1/audit?action=account.changed')
    ).json<{ data: { note: string; actor: { id: string } }[] }>();
    expect(data.map(({ note }) => note)).toEqual(['brand', 'name brand', 'name']);
    expect(data[0]?.actor.id).toBe(client.keyId);
    const refused = await client.request('PATCH', '/v1/account', { name: '' });
    expect((await readError(refused, 400, 'invalid_request')).message).toContain('"name" must have 1 to 100');
  });

  it.each(['#ffd400', '#001f5b', '#ffffff', '#000000', '#808080', '#00ff00', '#0000ff', '#e4002b'])(
    'shows the colour %s so that it is read on light and dark pages, and on buttons',
    async (color) => {
      const { shown_colors: shown } = (await brandOf(await change({ color }))) as {
        shown_colors: Record<'button_text' | 'light' | 'dark', HexColor>;
      };
      expect(contrastOf(shown.light, LIGHT_PAGE)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shown.dark, DARK_PAGE)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(shown.button_text, color as HexColor)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('takes no colour, name or logo that it cannot show', async () => {
    const others = await upload(discPng(40), await createClient());
    const refused = [
      [{ color: 'red' }, 'brand.color'],
      [{ name: '' }, 'brand.name'],
      [{ name: 'x'.repeat(51) }, 'brand.name'],
      [{ logo: others }, 'brand.logo'],
      [{ logo: await upload(SVG) }, 'brand.logo'],
    ] as const;
    for (const [brand, field] of refused) {
      const response = await change(brand);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ field }] });
    }
    expect(await read()).toEqual(NOTHING);
  });

  it('screens the name like all that strangers see', async () => {
    await env.DB.prepare("INSERT INTO blocked_hosts VALUES ('phish.example', 0)").run();
    const { errors } = await readError(change({ name: 'Win at www.phish.example' }), 400, 'unsafe_target');
    expect(errors).toMatchObject([{ field: 'brand.name' }]);
    expect(await read()).toEqual(NOTHING);
  });

  it('is changed by no key that may only read', async () => {
    client = await createClient({ scope: 'read' });
    await readError(change({ name: 'Bella Fig' }), 403, 'insufficient_scope');
    expect(await read()).toEqual(NOTHING);
  });
});

describe('the logo of a brand', () => {
  const isPublic = async (image: string) => (await env.IMAGES.head(`preview/${image}.png`)) !== null;
  const sweep = async (image: string) => {
    let time = Date.now() + DAY_MS;
    while (!image.startsWith(publicPrefixOfRun(time))) time += 600_000;
    const ctx = createExecutionContext();
    const run = { scheduledTime: new Date(time), cron: '*/10 * * * *' };
    await worker.scheduled(createScheduledController(run), env, ctx);
    await waitOnExecutionContext(ctx);
  };

  it('is public while the brand has it, and is not deleted', async () => {
    const logo = await upload();
    expect(await isPublic(logo)).toBe(false);
    await change({ logo });
    expect(await isPublic(logo)).toBe(true);
    await sweep(logo);
    expect(await isPublic(logo)).toBe(true);
    const { message } = await readError(client.request('DELETE', `/v1/images/${logo}`), 409, 'image_in_use');
    expect(message).toBe('Your brand uses this image. You can delete it once nothing uses it.');
    await change({ logo: null });
    await sweep(logo);
    expect(await isPublic(logo)).toBe(false);
    expect((await client.request('DELETE', `/v1/images/${logo}`)).status).toBe(200);
  });
});
