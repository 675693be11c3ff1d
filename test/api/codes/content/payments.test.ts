import { env } from 'cloudflare:workers';
import jsQR from 'jsqr';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPixels } from '#harness/symbols/read-png.ts';
import { type ApiClient, createClient, readError } from '#harness/worker/api-client.ts';

const TRANSFER = {
  name: 'Verein Linde e.V.',
  iban: 'DE02 1203 0000 0000 2020 51',
  amount: '12.30',
  text: 'Beitrag für Müller',
};
const TRANSFER_TEXT =
  'BCD\n002\n1\nSCT\n\nVerein Linde e.V.\nDE02120300000000202051\nEUR12.30\n\n\nBeitrag für Müller';
const CREDITOR = {
  name: 'Max Muster & Söhne',
  street: 'Musterstrasse',
  building: '123',
  zip: '8000',
  city: 'Seldwyla',
  country: 'CH',
};
const BILL = {
  creditor: CREDITOR,
  iban: 'CH6431961000004421557',
  amount: '50',
  reference: '000008207791225857421286694',
};

interface Code {
  id: string;
  type: string;
  target: string;
  content: Record<string, unknown>;
  error_correction: string;
}

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

async function create(body: object): Promise<Code> {
  const { id } = await client.json<Code>('POST', '/v1/qr', body);
  return client.json('GET', `/v1/qr/${id}`);
}

async function refusal(body: object): Promise<string[][]> {
  const { errors = [] } = await readError(client.request('POST', '/v1/qr', body));
  return errors.map(({ field, code, message }) => [field, code, message]);
}

async function readPicture({ id }: Code): Promise<string | undefined> {
  const png = await (await env.IMAGES.get(`qr/${id.slice(3)}.png`))!.arrayBuffer();
  const { rgba, width, height } = readPixels(new Uint8Array(png));
  return jsQR(rgba, width, height, { inversionAttempts: 'dontInvert' })?.data;
}

describe('a payment', () => {
  it('is made of its fields, and its picture holds them at level M', async () => {
    const code = await create({ type: 'epc', content: TRANSFER });
    expect(code).toMatchObject({
      target: TRANSFER_TEXT,
      content: { ...TRANSFER, iban: 'DE02120300000000202051' },
      error_correction: 'M',
    });
    expect(await readPicture(code)).toBe(TRANSFER_TEXT);
  });

  it('of Switzerland has its cross, and is read nevertheless', async () => {
    const code = await create({ type: 'swiss_bill', content: BILL });
    expect(code.content).toEqual({ ...BILL, amount: '50', currency: 'CHF' });
    expect(code.error_correction).toBe('M');
    expect(await readPicture(code)).toBe(code.target);
    const svg = await (await env.IMAGES.get(`qr/${code.id.slice(3)}.svg`))!.text();
    expect(svg.match(/<path/g)).toHaveLength(7);
  });

  it('says which digits would be right', async () => {
    expect(await refusal({ type: 'epc', content: { ...TRANSFER, iban: 'DE03120300000000202051' } })).toEqual([
      ['content.iban', 'check_digits', expect.stringContaining('DE02120300000000202051')],
    ]);
    expect(await refusal({ type: 'epc', target: TRANSFER_TEXT.replace('DE02', 'DE03') })).toEqual([
      ['target', expect.any(String), expect.stringContaining('DE02120300000000202051')],
    ]);
  });

  it.each([
    [{ dynamic: true }, 'type'],
    [{ style: { modules: 'dot' } }, 'style'],
    [{ color: { dark: '#14213d' } }, 'color'],
    [{ error_correction: 'H' }, 'error_correction'],
    [{ margin: 2 }, 'margin'],
  ])('refuses %j, because the standard says how it looks', async (fields, field) => {
    const refused = await refusal({ type: 'swiss_bill', content: BILL, ...fields });
    expect(refused.map(([name]) => name)).toEqual([field]);
  });

  it('wears no other look', async () => {
    const { id } = await create({ type: 'epc', content: TRANSFER });
    const template = await client.request('POST', '/v1/templates', {
      name: 'Blue',
      color: { dark: '#14213d' },
    });
    const { id: look } = await template.json<{ id: string }>();
    const response = await client.request('GET', `/v1/qr/${id}/image?template=${look}`);
    expect((await readError(response)).errors?.[0]?.field).toBe('template');
  });
});

describe('the print of a Swiss bill', () => {
  const widthOf = (svg: string) => /width="([\d.]+)mm"/.exec(svg)?.[1];

  it('is 46 mm wide without its quiet zone of at least 5 mm', async () => {
    const { id } = await create({ type: 'swiss_bill', content: BILL });
    const response = await client.request('GET', `/v1/qr/${id}/print?format=svg`);
    expect(response.status).toBe(200);
    const modules = Number(
      /viewBox="0 0 (\d+)/.exec(await (await env.IMAGES.get(`qr/${id.slice(3)}.svg`))!.text())?.[1],
    );
    expect(modules).toBeGreaterThan(0);
    expect(Number(widthOf(await response.text()))).toBeGreaterThanOrEqual(56);

    const refused = await client.request('GET', `/v1/qr/${id}/print?format=svg&width_mm=30`);
    const { errors = [] } = await readError(refused);
    expect(errors).toMatchObject([
      { field: 'width_mm', code: 'conflict', message: expect.stringContaining('always 46 mm wide') },
    ]);
    // The width that it names is accepted.
    const width = /and ([\d.]+) mm with it/.exec(errors[0]!.message)?.[1];
    expect((await client.request('GET', `/v1/qr/${id}/print?format=svg&width_mm=${width}`)).status).toBe(200);
  });

  it('keeps its 5 mm whatever margin is asked for, and is on no sheet', async () => {
    const { id } = await create({ type: 'swiss_bill', content: BILL });
    const print = async (query: string) => {
      const response = await client.request('GET', `/v1/qr/${id}/print?format=svg${query}`);
      expect(response.status).toBe(200);
      return response.text();
    };
    expect(await print('&margin=4')).toBe(await print(''));
    expect(Number(widthOf(await print('&margin=12')))).toBeGreaterThan(Number(widthOf(await print(''))));
    for (const template of ['L7163', 'table_tent']) {
      const response = await client.request('POST', '/v1/sheets', { ids: [id], template });
      const { errors = [] } = await readError(response);
      expect(errors).toMatchObject([
        { field: 'template', code: 'conflict', message: expect.stringContaining('46 × 46 mm') },
      ]);
    }
  });
});
