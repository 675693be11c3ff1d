import { beforeEach, expect, it } from 'vitest';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { readPage, toPage } from '#harness/worker/page.ts';

const TYPED = ' brand.example/x?y=1 ';
const READ = 'https://brand.example/x?y=1';

let api: ApiClient;
let browser: SignedInClient;
let id: string;
beforeEach(async () => {
  api = await createClient();
  browser = await signIn({ accountId: api.accountId });
  ({ id } = await create(api, { target: 'https://example.com/', dynamic: true }));
});

const read = async (path = `/v1/qr/${id}`) =>
  (await api.request('GET', path)).json<Record<string, unknown>>();

/** Sends a form of the page “What happens on a scan”. */
async function control(form: string, fields: Record<string, string>): Promise<void> {
  const html = await (await browser.get(`/codes/${id}/control`)).text();
  const revision = toPage(html).valueOf('revision') ?? '';
  const sent = await browser.post(`/codes/${id}/control/${form}`, { revision, tz: 'UTC', ...fields });
  expect(sent.status, await sent.clone().text()).toBe(303);
}

/** Every field of the dashboard that takes an address, and what the interface then returns. */
const FIELDS: Readonly<Record<string, () => Promise<unknown>>> = {
  'the target of a new code': async () => {
    const form = (await readPage(await browser.get('/codes/new'))).fieldsOf('[action="/codes"]');
    const made = await browser.post('/codes', { ...form, url: TYPED });
    return (await read(`/v1/qr/${made.headers.get('Location')?.split('/').at(-1)}`))['target'];
  },
  'another target': async () => {
    await browser.post(`/codes/${id}`, { target: TYPED, was_target: 'https://example.com/' });
    return (await read())['target'];
  },
  'a variant': async () => {
    const variant = (i: number, target: string) => ({
      [`variants[${i}].name`]: `V${i}`,
      [`variants[${i}].target`]: target,
      [`variants[${i}].weight`]: '50',
    });
    await control('variants', { ...variant(0, TYPED), ...variant(1, 'https://example.com/b') });
    return (await read())['variants'];
  },
  'a rule': async () => {
    await control('rules', { 'rule.target': TYPED, with_country: 'on', 'rule.when.country_DE': 'on' });
    return (await read())['rules'];
  },
  'the address after the end': async () => {
    await control('limits', { fallback_url: TYPED });
    return (await read())['fallback_url'];
  },
  'the columns of an import': async () => {
    const form = new FormData();
    const text = `url,fallback url,external id\n${TYPED},${TYPED},row-1\n`;
    const fields = { text, 'column:url': 'target', 'column:fallback url': 'fallback_url' };
    for (const [name, value] of Object.entries({ ...fields, 'column:external id': 'external_id' }))
      form.set(name, value);
    const path = (await browser.post('/codes/import', form)).headers.get('Location') ?? '';
    await browser.get(path);
    await browser.post(`${path}/start`);
    await browser.get(path);
    const { target, fallback_url: fallback } = await read('/v1/qr/ext:row-1');
    return target === fallback ? target : [target, fallback];
  },
};

it.each(Object.entries(FIELDS))('an address without its scheme is one on https in %s', async (_, send) => {
  const stored = await send();
  const [first] = Array.isArray(stored)
    ? (stored as { target: string }[]).map(({ target }) => target)
    : [stored];
  expect(first).toBe(READ);
});

it('whose host is only a number or a word is refused, with what is right', async () => {
  const html = await (await browser.get(`/codes/${id}/control`)).text();
  const revision = toPage(html).valueOf('revision') ?? '';
  for (const fallback_url of ['12.50', 'menu']) {
    const refused = await browser.post(`/codes/${id}/control/limits`, { revision, tz: 'UTC', fallback_url });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('must begin with http:// or https://');
  }
});
