import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDigitOf } from '#core/gs1/check-digits.ts';
import { aimAtTop, hasDmtx, readWithDmtx, readWithZXing } from '#harness/gs1/readers.ts';
import { type SmallServer, startServer } from '#harness/node/small-server.ts';
import { startWholeService, type WholeService } from '#harness/node/whole-service.ts';
import { createPrintFolder, hasPrintTools } from '#harness/programs/print-tools.ts';

/** A brand's hundred products on a host of its own: from a spreadsheet to the pack, the phone, the till, and the recall of a batch. */

const HOST = 'id-brand.localhost';
const GTINS = Array.from({ length: 100 }, (_, i) => {
  const digits = `0950600${String(i).padStart(6, '0')}`;
  return digits + checkDigitOf(digits);
});
const [gtin = '', other = ''] = GTINS;
const PACK = { '01': gtin, '10': 'LOT7', '17': '271231' };
const page = (name: string) => `https://brand.example/${name}`;
const isDmtxThere = hasDmtx();

interface Details {
  id: string;
  short_url: string;
  links: { type: string; href: string; languages: string[] }[] | null;
}
interface Event {
  type: string;
  data: { object: Details; changed?: string[] };
}

let service: WholeService;
let send: WholeService['send'];
let receiver: SmallServer;
const events: Event[] = [];
beforeAll(async () => {
  service = await startWholeService();
  ({ send } = service);
  receiver = await startServer((_, body, response) => {
    events.push(JSON.parse(body.toString()) as Event);
    response.writeHead(204).end();
  });
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

const follow = (path: string, headers: Record<string, string> = {}) => service.visit(HOST, path, headers);
/** Where a link of a type leads; it passes the query of the scan on. */
const follows = async (path: string, type: string, headers: Record<string, string> = {}) =>
  (await follow(`${path}?linkType=gs1:${type}`, headers)).location?.replace(/\?.*/, '');
const GERMAN = { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.5' };

async function importSheet(): Promise<object> {
  const head = 'gs1.01,domain,title,target,link:gs1:pip,link:gs1:pip:de,link:gs1:recallStatus,link:gs1:dpp';
  const rows = GTINS.map((one) =>
    [
      one,
      HOST,
      `Oil ${one}`,
      page(one),
      page(`en/${one}`),
      page(`de/${one}`),
      page('recalls'),
      page(`dpp/${one}`),
    ].join(),
  );
  const query = 'dry_run=false&on_conflict=update';
  const { id } = await send<{ id: string }>(
    'POST',
    `/v1/imports?${query}`,
    [head, ...rows].join('\n'),
    'text/csv',
  );
  const read = () => send<{ status: string; counts: object }>('GET', `/v1/imports/${id}`);
  await expect.poll(read, { timeout: 120_000 }).toMatchObject({ status: 'done' });
  return (await read()).counts;
}

const make = (gs1: Record<string, string>, fields: object = {}) =>
  send<Details>('POST', '/v1/qr', {
    ...{ type: 'gs1', dynamic: true, domain: HOST, target: page('batch'), gs1 },
    ...fields,
  });

async function readPrint(id: string, carrier: 'qr' | 'datamatrix') {
  const response = await fetch(
    `${service.api}/v1/qr/${id}/print?module_mm=0.396&carrier=${carrier}&hri=true`,
    {
      headers: { Authorization: `Bearer ${service.apiKey}` },
    },
  );
  expect(response.status, await response.clone().text()).toBe(200);
  const name = `${carrier}.pdf`;
  const folder = await createPrintFolder(new Map([[name, new Uint8Array(await response.arrayBuffer())]]));
  try {
    const [pack] = await folder.render([name], 400);
    const zxing = await readWithZXing(aimAtTop(pack!));
    if (carrier === 'qr') expect(await folder.readRendered()).toEqual([zxing?.text]);
    else if (isDmtxThere) expect(await readWithDmtx(pack!)).toEqual(zxing);
    return zxing;
  } finally {
    await folder.remove();
  }
}

it('takes a domain, and a hundred products of a sheet, which changes nothing the second time', async () => {
  const { id } = await send<{ id: string }>('POST', '/v1/domains', { host: HOST });
  expect(await send('POST', `/v1/domains/${id}/verify`)).toMatchObject({ state: 'active' });
  expect(await importSheet()).toMatchObject({ created: 100, failed: 0 });
  expect(await importSheet()).toMatchObject({ unchanged: 100, failed: 0 });
  const { links } = await send<Details>('GET', `/v1/qr/ext:gs1:${HOST}:01:${gtin}`);
  expect(links?.map(({ type, languages }) => [type, languages])).toEqual([
    ['gs1:pip', []],
    ['gs1:pip', ['de']],
    ['gs1:recallStatus', []],
    ['gs1:dpp', []],
  ]);
});

describe.runIf(hasPrintTools())('the pack of a batch', () => {
  let symbol = '';

  it('has a QR code for phones and a Data Matrix for tills, of one code', async () => {
    const { id, short_url } = await make(PACK);
    expect(await readPrint(id, 'qr')).toEqual({ text: short_url, identifier: ']Q1' });
    const { text = '', identifier } = (await readPrint(id, 'datamatrix')) ?? {};
    expect(identifier).toBe(']d2');
    // As a till reads it: elements of a known length, then one that goes on to the end.
    expect(/^01(\d{14})17(\d{6})10(\w+)$/.exec(text)?.slice(1)).toEqual([gtin, '271231', 'LOT7']);
    symbol = short_url.replace(/^.*?(?=\/01\/)/, '');
  });

  it('leads a phone to the default link, or in its language to the link that it asks for', async () => {
    expect(await follow(symbol, GERMAN)).toMatchObject({
      status: 307,
      location: `${page('batch')}?17=271231`,
    });
    const path = symbol.replace(/\?.*/, '');
    expect(await follows(path, 'pip', GERMAN)).toBe(page(`de/${gtin}`));
    expect(await follows(path, 'dpp')).toBe(page(`dpp/${gtin}`));
    expect(await follows(`/01/${other}/21/1`, 'pip', { 'Accept-Language': 'fr' })).toBe(page(`en/${other}`));
  });

  it('tells a machine the links of its serial, its batch and its product', async () => {
    const { body } = await follow(`/01/${gtin}/10/LOT7/21/S1`, { Accept: 'application/linkset+json' });
    const { linkset } = JSON.parse(body) as { linkset: Record<string, unknown>[] };
    const root = `http://${HOST}:${service.port}/01/${gtin}`;
    expect(linkset.map(({ anchor }) => anchor)).toEqual([`${root}/10/LOT7`, root]);
    expect(linkset[1]).toMatchObject({
      itemDescription: `(01) ${gtin}`,
      'https://ref.gs1.org/voc/pip': [{}, { hreflang: ['de'] }],
    });
  });
});

it('recalls a batch, whose serials say so as no other’s do, and tells a program', async () => {
  const url = receiver.url.replace('127.0.0.1', 'localhost');
  await send('POST', '/v1/webhooks', { url, events: ['qr.created', 'qr.updated'] });
  const { id } = await make({ '01': gtin, '10': 'LOT8' });
  const links = [{ type: 'gs1:recallStatus', href: page('recall-of-lot8') }];
  await send('PUT', `/v1/qr/${id}/links`, { links });
  await expect
    .poll(() => events.map(({ type }) => type).sort(), { timeout: 60_000 })
    .toEqual(['qr.created', 'qr.updated']);
  expect(events.find(({ type }) => type === 'qr.updated')?.data).toMatchObject({
    object: { id, links },
    changed: ['links'],
  });

  const serial = `/01/${gtin}/10/LOT8/21/S1`;
  const linkset = async () => (await follow(`${serial}?linkType=linkset`)).body;
  await expect.poll(linkset, { timeout: 60_000 }).toContain('recall-of-lot8');
  expect(await follows(serial, 'recallStatus')).toBe(page('recall-of-lot8'));
  expect(await follows(`/01/${gtin}/10/LOT9/21/S1`, 'recallStatus')).toBe(page('recalls'));

  const count = async (code: string) => {
    const stats = await send<{ by_link_type: object[] }>('GET', `/v1/qr/${code}/stats?include=link_type`);
    return stats.by_link_type;
  };
  const scansOf = (...types: string[]) =>
    expect.arrayContaining(types.map((type) => ({ link_type: `gs1:${type}`, scans: 1 })));
  await expect
    .poll(() => count(id), { timeout: 20_000 })
    .toEqual([{ link_type: 'gs1:recallStatus', scans: 1 }]);
  const ofProduct = await count(`ext:gs1:${HOST}:01:${gtin}`);
  expect(ofProduct).toEqual(scansOf('recallStatus', ...(hasPrintTools() ? ['pip', 'dpp'] : [])));
});

it('keeps the prints of a wrong GTIN alive beside those of the right one', async () => {
  const [, , right = '', wrong = ''] = GTINS;
  const path = `01/${wrong}`;
  await send('DELETE', `/v1/qr/ext:gs1:${HOST}:01:${wrong}`);
  await send('POST', `/v1/qr/ext:gs1:${HOST}:01:${right}/names`, { host: HOST, path });
  await expect.poll(() => follow(`/${path}`), { timeout: 60_000 }).toMatchObject({ location: page(right) });
  expect(await follow(`/${path}/10/LOT1/21/S1`)).toMatchObject({ location: page(right) });
});
