import { randomHex } from '../data/random.ts';
import { expect } from 'vitest';
import { formatActivityCursor } from '#core/accounts/activity.ts';
import type { FileId } from '#core/files/file-id.ts';
import { formatFileCursor } from '#core/files/stored-file.ts';
import { makePdf } from '../data/files.ts';
import { discPng } from '../symbols/pictures.ts';
import { formatTimeCursor } from '#core/lists/time-cursor.ts';
import { formatBoundCursor } from '#core/lists/cursor.ts';
import type { ListPosition } from '#core/lists/position.ts';
import {
  createBrowser,
  createLinkPath,
  type DashboardClient,
  ORIGIN,
  type RequestOptions,
  seedPerson,
  signIn,
  type SignedInClient,
} from './dashboard-client.ts';
import { openMailbox } from './mailbox.ts';
import { toPage } from './page.ts';
import { createAuthenticator, type SoftwareAuthenticator } from './access/software-authenticator.ts';

type Bindings = NonNullable<RequestOptions['env']>;
type Visit = (
  method: 'get' | 'post',
  path: string,
  fields?: Record<string, string> | FormData,
  status?: number,
) => Promise<Response>;

/** Does everything that a person can do in the dashboard, once, with some bindings. */
export async function visitDashboard(bindings: Bindings): Promise<void> {
  const owner = await signIn();
  const visit = createVisit(owner, bindings);
  await workWithCodes(visit);
  await workWithImports(visit);
  await workWithKeys(visit);
  await workWithPeople(visit, owner.accountId);
  await workWithPasskeys(owner, visit, bindings);
  await workWithViews(visit);
  await workWithDomains(visit);
  await workWithWebhooks(visit);
  await visit('get', '/settings/workspace');
  await visit('get', '/settings/log');
  await visit(
    'get',
    `/settings/log?cursor=${formatActivityCursor({ happenedAtMs: 9e12, id: 'act_0123456789abcdef' })}`,
  );
  const requestsCursor = formatTimeCursor({ timeMs: 9e12, id: '7' });
  for (const query of ['', '&key=key_a&failed=true', `&cursor=${requestsCursor}`])
    await visit('get', `/settings/log?of=requests${query}`);
  await visit('post', '/settings/sessions/x/end');
  await visit('post', '/settings/sessions/end-others');
  await visit('post', '/sign-out', { sure: 'on' });
  await comeIn(owner.personId, bindings);
}

function createVisit(browser: DashboardClient, bindings: Bindings): Visit {
  return async (method, path, fields, status = method === 'get' ? 200 : 303) => {
    const options = { env: bindings };
    const response = await (method === 'get'
      ? browser.get(path, options)
      : browser.post(path, fields, options));
    expect(response.status, `${method} ${path}`).toBe(status);
    return response;
  };
}

async function workWithViews(visit: Visit): Promise<void> {
  const query = 'kind=dynamic';
  await visit('post', '/views', { page: 'codes', name: 'Dynamic', query });
  const page = await (await visit('get', `/codes?${query}`)).text();
  const rename = toPage(page).find('form[action^="/views/"][action$="/rename"]')?.attribute('action') ?? '';
  const path = rename.replace('/rename', '');
  await visit('post', `${path}/rename`, { name: 'Dynamic codes' });
  await visit('post', `${path}/delete`);
}

async function workWithDomains(visit: Visit): Promise<void> {
  await visit('get', '/settings/domains');
  const added = await visit('post', '/settings/domains', { host: `go.${randomHex()}.example` });
  const path = added.headers.get('Location') ?? '';
  await visit('get', path);
  await visit('post', path, { root_url: 'https://example.com/' });
  await visit('post', `${path}/check`);
  await visit('post', `${path}/default`, { default: '' });
  await visit('get', '/codes?domain=go.brand.example');
  await visit('post', `${path}/delete`);
}

async function workWithWebhooks(visit: Visit): Promise<void> {
  const fields = { url: `https://${randomHex()}.example/hook`, 'events_qr.created': 'on' };
  await visit('get', '/settings/webhooks');
  const added = await visit('post', '/settings/webhooks', {
    ...fields,
    id: `wh_${randomHex().slice(0, 16)}`,
    format: 'slack',
  });
  const path = added.headers.get('Location') ?? '';
  await visit('get', path);
  await visit('get', `${path}?state=failed&before=evt_${'f'.repeat(28)}`);
  await visit('post', path, { ...fields, description: 'Shop' });
  await visit('post', `${path}/pause`, { paused: 'on' });
  await visit('post', `${path}/test`, {}, 200);
  await visit('post', `${path}/rotate`, {}, 200);
  await visit('post', `${path}/replay`, { event: `evt_${'0'.repeat(28)}` });
  await visit('post', `${path}/replay`, { since: '2026-11-01T00:00' });
  await visit('post', `${path}/delete`);
}

async function workWithCodes(visit: Visit): Promise<void> {
  await visit('get', '/overview');
  await visit('get', '/analytics');
  await visit('get', '/analytics?tag=a&filter=country:DE&compare=previous_period&tz=Asia/Tokyo');
  await visit('get', '/analytics/scans.csv?by=city');
  await visit('get', '/overview?tag=a&compare=previous_year');
  await visit('get', '/codes');
  await visit('get', '/codes/leave');
  await visit('get', '/codes/leave/scans.csv');
  const list = 'q=menu&type=url&kind=dynamic';
  const cursor = formatBoundCursor(9e15 as ListPosition, list);
  for (const query of ['q=menu', 'type=url', 'kind=static', `${list}&cursor=${cursor}`])
    await visit('get', `/codes?${query}`);
  await visit('get', '/codes/export.csv?q=menu');
  await visit('get', '/codes/export.ndjson');
  const page = await (await visit('get', '/codes/new')).text();
  const content = { type: 'url', url: 'https://example.com/', dynamic: 'on' };
  const style = { 'color.dark': '#000000', 'color.light': '#ffffff', size: '1024', margin: '4' };
  const choices = { error_correction: 'M', format: 'png' };
  const form = { ...readHiddenFields(page, '/codes'), ...content, ...style, ...choices };
  await visit('post', '/codes/preview', form, 200);
  const created = await visit('post', '/codes', form);
  const [path = ''] = (created.headers.get('Location') ?? '').split('?');
  for (const part of [
    '',
    '/scans',
    '/scans.csv',
    '/image.svg',
    '/download',
    '/download/check?kind=pdf',
    '/download/file?kind=png',
    '/download/file?kind=pdf',
    '/download/file?kind=labels&copies=1',
    '/download/file?kind=card_a6',
    '?before=99999',
    '/duplicate',
  ])
    await visit('get', path + part);
  await visit('post', path, {
    was_target: 'https://example.com/',
    title: 'x',
    target: 'https://example.com/2',
  });
  await visit('post', `${path}/filing`, { tags: 'a, b', was_tags: '' });
  await visit('get', '/codes?tag=a&tag=b');
  await visit('post', `${path}/archive`, { archived: 'on' });
  await visit('get', '/codes?archived=true');
  for (const part of ['', '?after=a']) await visit('get', `/codes/tags${part}`);
  await visit('post', '/codes/tags/rename', { name: 'a', new_name: 'c' });
  await visit('post', '/codes/tags/delete', { name: 'c' });
  const id = path.split('/')[2] ?? '';
  await visit('post', '/codes/selection', { action: 'unarchive', [id]: 'on' });
  await visit('post', '/codes/undo', { undo: `archived=false&codes=${id.slice('qr_'.length)}` });
  await visit('post', '/codes/selection', { action: 'download', [id]: 'on' }, 200);
  await visit('post', '/codes/selection/files', { [id]: 'on', svg: 'on', name: '{id}.{format}' }, 200);
  await visit('post', '/codes/selection/sheets', { [id]: 'on', kind: 'card_a6' }, 200);
  await visit('post', '/codes/selection', { action: 'pause', all: 'on' });
  await visit('post', '/codes/selection/run', { action: 'resume', all: 'on', count: '1' });
  await visit('post', `${path}/delete`, { confirmation: path.slice(-8) });
  await workWithLooks(visit, form);
  await workWithFiles(visit);
}

/** Uploads a file, lets a code open it, and deletes both. */
async function workWithFiles(visit: Visit): Promise<void> {
  const form = new FormData();
  form.set('file_upload', new File([makePdf('Menu')], 'menu.pdf'));
  await visit('post', '/codes/library/files', form);
  const id = /file_[0-9a-f]{16}/.exec(await (await visit('get', '/codes/library')).text())?.[0] ?? '';
  await visit('get', `/codes/library?after=${formatFileCursor({ timeMs: 9e12, id: id as FileId })}`);
  await visit('get', `/codes/new?type=file&file=${id}`);
  await visit('post', `/codes/library/files/${id}/delete`);
}

/** Uploads an image, saves a look with it as a template, and deletes both. */
async function workWithLooks(visit: Visit, form: Record<string, string>): Promise<void> {
  const file = new FormData();
  for (const [name, value] of Object.entries(form)) file.set(name, value);
  file.set('logo_file', new File([discPng(90)], 'logo.png'));
  const uploaded = await (await visit('post', '/codes/new/logo', file, 200)).text();
  const logo = /img_[0-9a-f]{16}/.exec(uploaded)?.[0] ?? '';
  await visit(
    'post',
    '/codes/new',
    { ...form, 'style.logo.image': logo, template_name: 'a', save_template: '1' },
    200,
  );
  const template = /tpl_[0-9a-f]{16}/.exec(await (await visit('get', '/codes/templates')).text())?.[0];
  const path = `/codes/templates/${template}`;
  for (const page of [path, `${path}/picture.svg`, `/codes/new?template=${template}`])
    await visit('get', page);
  await visit('get', `/codes/pictures/${logo}`);
  await visit('post', path, { name: 'b', is_default: 'on' });
  await visit('post', `/codes/library/images/${logo}/delete`, {}, 409);
  await visit('post', `${path}/delete`);
  await visit('post', `/codes/library/images/${logo}/delete`);
}

/** Uploads rows, and imports them. */
async function workWithImports(visit: Visit): Promise<void> {
  await visit('get', '/codes/import');
  const form = new FormData();
  form.set('text', 'url,external_id\nhttps://example.com/,visited\n');
  await visit('post', '/codes/import', form, 200);
  for (const [column, meaning] of [
    ['url', 'target'],
    ['external_id', 'external_id'],
  ] as const)
    form.set(`column:${column}`, meaning);
  const started = await visit('post', '/codes/import', form);
  const path = started.headers.get('Location') ?? '';
  await visit('get', `${path}?state=created`);
  await visit('get', `${path}/report.csv`);
  await visit('post', `${path}/start`);
  await visit('get', path);
  const id = path.split('/').at(-1) ?? '';
  await visit('post', '/codes/selection', { action: 'download', import: id }, 200);
  await visit('post', `${path}/cancel`);
}

async function workWithKeys(visit: Visit): Promise<void> {
  await visit('get', '/settings/apps');
  await visit('get', '/connect', undefined, 400);
  const keys = await (await visit('get', '/settings/keys')).text();
  const hidden = readHiddenFields(keys, '/settings/keys');
  await visit('post', '/settings/keys', { ...hidden, name: 'Shop', scope: 'full', expires: '' }, 200);
  await visit('post', `/settings/keys/${hidden['id']}/revoke`);
}

/** The hidden fields of a form. */
function readHiddenFields(html: string, action: string): Record<string, string> {
  const fields = toPage(html).find(`form[action="${action}"]`)?.all('input[type="hidden"]') ?? [];
  return Object.fromEntries(
    fields.map((field) => [field.attribute('name') ?? '', field.attribute('value') ?? '']),
  );
}

async function workWithPeople(visit: Visit, accountId: string): Promise<void> {
  const { personId } = await seedPerson({ accountId });
  const people = await (await visit('get', '/settings/people')).text();
  const hidden = readHiddenFields(people, '/settings/people');
  const email = `${randomHex()}@example.com`;
  await visit('post', '/settings/people', { ...hidden, name: 'Grace', email, role: 'member' }, 200);
  await visit('post', `/settings/people/${personId}/role`, { role: 'member' });
  await visit('post', `/settings/people/${personId}/link`, {}, 200);
  await visit('post', `/settings/people/${personId}/remove`);
}

async function workWithPasskeys(owner: SignedInClient, visit: Visit, bindings: Bindings): Promise<void> {
  const security = '/settings/passkeys';
  const ask = async <T>(browser: DashboardClient, path: string, body: unknown = {}): Promise<T> => {
    const response = await browser.postJson(path, body, { env: bindings });
    expect(response.status, path).toBe(200);
    return response.json<T>();
  };
  const authenticator = createAuthenticator(ORIGIN);
  const options = await ask<Parameters<SoftwareAuthenticator['register']>[0]>(owner, `${security}/options`);
  await ask(owner, security, await authenticator.register(options));
  const browser = createBrowser();
  const challenge = await ask<{ challenge: string }>(browser, '/sign-in/passkey/options');
  await ask(browser, '/sign-in/passkey', await authenticator.signIn(challenge));

  const page = await (await visit('get', '/settings')).text();
  const path =
    toPage(page).find('form[action$="/rename"]')?.attribute('action')?.replace('/rename', '') ?? '';
  await visit('post', `${path}/rename`, { name: 'Phone' });
  await visit('post', `${path}/remove`);
}

/** Signs in by a link, by a mailed link, and by opening an account with and without mail. */
async function comeIn(personId: string, bindings: Bindings): Promise<void> {
  await createVisit(createBrowser(), bindings)('post', await createLinkPath(personId));
  const email = `${randomHex()}@example.com`;
  await seedPerson({ email });
  const mailed = { ...bindings, ...openMailbox().env };
  const open: object = { SIGNUP: 'open' };
  await createVisit(createBrowser(), mailed)('post', '/sign-in', { email });
  await createVisit(createBrowser(), bindings)('get', await createLinkPath(personId, { isSent: true }));
  for (const [signUp, address] of [
    [{ ...mailed, ...open }, `new-${email}`],
    [{ ...bindings, ...open }, ''],
  ] as const) {
    const visit = createVisit(createBrowser(), signUp);
    const hidden = readHiddenFields(await (await visit('get', '/sign-up')).text(), '/sign-up');
    await visit('post', '/sign-up', {
      ...hidden,
      account: 'a',
      name: 'b',
      email: address,
    });
  }
}
