import { env } from 'cloudflare:workers';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { randomCodeId, randomHex } from '#harness/data/random.ts';
import { seedCode, seedDomain } from '#harness/data/seed.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { CODE_ADDRESSES, PAGE_ADDRESSES } from '#storage/abuse/address-columns.ts';

/** Every address to which visitors can be led, or which a page shows them, passes one door. */

declare global {
  /** Vite writes the imports. */
  interface ImportMeta {
    glob(pattern: string, options: { readonly eager: true }): Readonly<Record<string, object>>;
  }
}

const BLOCKED = 'https://www.blocked.example/login';

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});
beforeEach(async () => {
  await env.DB.prepare("INSERT OR IGNORE INTO blocked_hosts VALUES ('blocked.example', 0)").run();
});

const seedPages = async (pages: object) => {
  const host = `go.${randomHex()}.example`;
  const id = await seedDomain(env.DB, { accountId: client.accountId, host, ...pages });
  return { id, host };
};
interface Pages {
  readonly root_url: string | null;
  readonly not_found_url: string | null;
  readonly expired_url: string | null;
}
const pagesOf = async (id: string) => client.json<Pages>('GET', `/v1/domains/${id}`);

/** Columns that may look as if they belonged to the list, and why they do not. */
const OTHERS: Readonly<Record<string, string>> = {
  'api_requests.fields': 'names of fields',
  'import_slices.results': 'read by the account alone',
  'imports.absent': 'ids',
  'imports.failure': 'read by the account alone',
  'imports.ignored_columns': 'read by the account alone',
  'imports.parts': 'ids of parts',
  'link_names.path': 'a path of a host that is an account’s',
  'qr_codes.added_paths': 'the same paths',
  'saved_views.page': 'a name of a page',
  'api_requests.path': 'read by the account alone',
  'deliveries.failures': 'responses of a receiver, read by the account alone',
  'domains.app_links': 'names of apps; it stops with the account',
  'domains.host': 'of the account itself',
  'domains.problem': 'written by the service',
  'domains.records': 'written by the service',
  'domains.registration': 'written by a registry',
  'domains.warned_of': 'words of the service',
  'events.body': 'read by the account alone',
  'events.facts': 'read by the account alone',
  'files.content_type': 'a type of content, not a content',
  'host_owners.host': 'of an account',
  'idempotent_responses.body': 'read by the account alone',
  'link_names.host': 'of an account',
  'qr_code_edits.changes': 'read by the account alone; a restored address passes the door again',
  'qr_codes.gs1': 'identifiers of a thing',
  'qr_codes.host': 'of an account',
  'qr_codes.metadata': 'read by the account alone',
  'qr_codes.origin': 'times and numbers',
  'qr_codes.style': 'colours, shapes and a few words in a frame',
  'scans.link_type': 'a type of the GS1 vocabulary, written by the resolver',
  'shares.password': 'a hash',
  'target_failures.url': 'a copy, read by the account alone',
  'templates.style': 'colours, shapes and a few words in a frame',
  'templates.utm': 'parameters behind an address',
  'webhooks.events': 'names of events',
  'webhooks.previous_secrets': 'secrets',
  'webhooks.url': 'no visitor goes there: service/events/endpoint-rules.ts',
  'accounts.brand': 'a name, which is screened when it is written; a colour and an id',
  'accounts.default_host': 'of the account itself',
  'blocked_hosts.host': 'the list itself',
  'abuse_reports.host': 'of an account',
};

describe('the list of columns with addresses', () => {
  it('has each column that may hold some, or a reason why that one does not', () => {
    const modules = import.meta.glob('../../../src/storage/*/*-tables.ts', { eager: true });
    const tables = Object.values(modules)
      .flatMap((module) => Object.values(module))
      .filter((one) => is(one, SQLiteTable));
    expect(tables.length).toBeGreaterThan(30);
    const suspects = tables.flatMap((table) => {
      const { name, columns } = getTableConfig(table);
      return columns
        .filter(
          (column) =>
            column.dataType === 'json' ||
            (column.getSQLType() === 'text' &&
              /url|uri|target|address|link|redirect|location|host|content|control|body|page|path|html|site/.test(
                column.name,
              )),
        )
        .map((column) => `${name}.${column.name}`);
    });
    const listed = [...Object.values(CODE_ADDRESSES), ...Object.values(PAGE_ADDRESSES)].map(
      (column) => `${getTableConfig(column.table).name}.${column.name}`,
    );
    expect(suspects.filter((one) => listed.includes(one)).toSorted()).toEqual(listed.toSorted());
    expect(suspects.filter((one) => !listed.includes(one)).toSorted()).toEqual(
      Object.keys(OTHERS).toSorted(),
    );
  });

  it('is what the sweep of blocked hosts goes through: codes are disabled', async () => {
    const plain = { type: 'text', target: 'Nothing', redirectTo: null };
    const control = { isPaused: false, fallbackUrl: BLOCKED };
    const preview = { preview: { title: null, description: `Win at ${BLOCKED}!` } };
    const card = 'BEGIN:VCARD\nVERSION:3.0\nN:A\nFN:A\nURL:www.blocked.exa\n mple\nEND:VCARD';
    const planted: Record<keyof typeof CODE_ADDRESSES, object[]> = {
      target: [
        { ...plain, target: `See ${BLOCKED}, it is free` },
        { ...plain, type: 'vcard', target: card },
      ],
      redirectTo: [{ redirectTo: BLOCKED }],
      control: [{ control }, { control: preview }],
      content: [{ ...plain, type: 'vcard', content: { url: 'blocked.example' } }],
    };
    const seeded = Object.values(planted).flat();
    const codeIds: CodeId[] = [];
    for (const code of seeded)
      codeIds.push(await seedCode(env.DB, { accountId: client.accountId, codeId: randomCodeId(), ...code }));
    await runScheduled(Date.now());
    for (const [i, codeId] of codeIds.entries()) {
      const code = await client.json('GET', `/v1/qr/${toPublicId(codeId)}`);
      expect(code, JSON.stringify(seeded[i])).toMatchObject({ status: 'disabled' });
    }
  });

  it('is what the sweep of blocked hosts goes through: pages of domains are removed, and the account is told', async () => {
    const pages = { rootUrl: BLOCKED, notFoundUrl: 'https://brand.example/lost', expiredUrl: BLOCKED };
    const { id, host } = await seedPages(pages);
    const untouched = await seedPages({ rootUrl: 'https://notblocked.example/' });
    const { lines } = await runScheduled(Date.now());
    expect(lines.find(({ event }) => event === 'blocked_hosts_swept')).toMatchObject({ pagesRemoved: 1 });
    expect(await pagesOf(id)).toMatchObject({
      root_url: null,
      not_found_url: 'https://brand.example/lost',
      expired_url: null,
    });
    expect(await pagesOf(untouched.id)).toMatchObject({ root_url: 'https://notblocked.example/' });
    expect(JSON.parse((await env.LINKS.get(`domain/${host}`)) ?? '')).toMatchObject({ rootUrl: null });
    const log = env.DB.prepare(
      "SELECT actor_id, note FROM activities WHERE subject_id = ? AND action = 'domain.page_removed'",
    );
    expect(await log.bind(id).first()).toEqual({ actor_id: null, note: host });
  });
});

describe('a page of a domain', () => {
  it.each([
    [BLOCKED, 'unsafe_target', 'unsafe_target'],
    ['http://printer.lan/', 'unsafe_target', 'unsafe_target'],
    ['', 'invalid_request', 'required'],
    ['brand.example', 'invalid_request', 'invalid_url'],
    ['https://ada:secret@brand.example/', 'invalid_request', 'credentials_in_url'],
    ['https://go.example.com/x', 'invalid_request', 'short_link_loop'],
    ['https://second.example.com/x', 'invalid_request', 'short_link_loop'],
  ])('has the form of a target, and is screened: %j', async (url, code, reason) => {
    const { id } = await seedPages({});
    for (const field of ['root_url', 'not_found_url', 'expired_url']) {
      const response = await client.request(
        'PATCH',
        `/v1/domains/${id}`,
        { [field]: url },
        {
          env: { SHORT_HOSTS: 'go.example.com second.example.com' },
        },
      );
      const { errors } = await readError(response, 400, code);
      expect(errors).toMatchObject([{ field, code: reason }]);
    }
    expect(await pagesOf(id)).toMatchObject({ root_url: null, not_found_url: null, expired_url: null });
  });

  it('is stored as it is sent to visitors, in printable ASCII', async () => {
    const { id } = await seedPages({});
    const body = { root_url: 'https://example.com/ü' };
    expect((await client.request('PATCH', `/v1/domains/${id}`, body)).status).toBe(200);
    expect(await pagesOf(id)).toMatchObject({ root_url: 'https://example.com/%C3%BC' });
  });

  it('does not lead in a circle, to itself or to another domain of its account', async () => {
    const [own, other] = [await seedPages({}), await seedPages({})];
    const pending = await seedPages({ isVerified: false, state: 'pending_dns' });
    for (const [{ id }, host] of [
      [own, own.host],
      [own, other.host],
      [pending, pending.host],
    ] as const) {
      const body = { not_found_url: `https://${host.toUpperCase()}./again` };
      const { errors } = await readError(client.request('PATCH', `/v1/domains/${id}`, body));
      expect(errors).toMatchObject([{ field: 'not_found_url', code: 'short_link_loop' }]);
    }
    const foreign = await createClient();
    const host = `go.${randomHex()}.example`;
    await seedDomain(env.DB, { accountId: foreign.accountId, host });
    const body = { root_url: `https://${host}/` };
    expect((await client.request('PATCH', `/v1/domains/${own.id}`, body)).status).toBe(200);
  });
});

describe('a code', () => {
  it('does not lead in a circle, over a domain of its account or another host of the service', async () => {
    const { host } = await seedPages({});
    const { id } = await create(client, { dynamic: true });
    const bindings = { env: { SHORT_HOSTS: 'go.example.com second.example.com' } };
    for (const target of [`https://${host}/again`, 'https://second.example.com/again']) {
      const rule = { rules: [{ target, when: { device: ['mobile'] } }] };
      for (const [method, path, body, field] of [
        ['POST', '/v1/qr', { target }, 'target'],
        ['PATCH', `/v1/qr/${id}`, { target }, 'target'],
        ['PATCH', `/v1/qr/${id}`, { fallback_url: target }, 'fallback_url'],
        ['PATCH', `/v1/qr/${id}`, rule, 'rules[0].target'],
        ['PUT', '/v1/qr/ext:circle', { target, dynamic: true }, 'target'],
      ] as const) {
        const response = await client.request(method, path, body, bindings);
        const { errors } = await readError(response);
        expect(errors, `${method} ${field}`).toMatchObject([{ field, code: 'short_link_loop' }]);
      }
    }
    // A card shows the address, and nobody is led on.
    expect((await client.request('POST', '/v1/qr', cardWith(`https://${host}/me`))).status).toBe(200);
  });

  const cardWith = (url: string) => ({
    type: 'vcard',
    dynamic: true,
    content: { first_name: 'Ada', last_name: 'L', url },
  });
  const event = `BEGIN:VEVENT\r\nSUMMARY:Sale\r\nDTSTART:20261201T100000Z\r\nURL:https://blocked.exa\r\n mple/x\r\nEND:VEVENT`;
  it.each<[string, object, string?]>([
    ['a contact', cardWith('www.blocked.example')],
    [
      'a contact, written as a card',
      { type: 'vcard', target: `BEGIN:VCARD\nVERSION:3.0\nN:A\nFN:A\nNOTE:${BLOCKED}\nEND:VCARD` },
    ],
    ['an event', { type: 'event', target: event }],
    ['a text', { type: 'text', target: `(${BLOCKED})` }],
    ['a message', { type: 'sms', target: `smsto:+49301234567:${BLOCKED}` }],
    [
      'a preview',
      { target: 'https://example.com/', dynamic: true, preview: { title: 'blocked', description: BLOCKED } },
      'preview',
    ],
  ])('does not show a blocked host, in %s', async (_, body, field = 'target') => {
    const { errors } = await readError(client.request('POST', '/v1/qr', body), 400, 'unsafe_target');
    expect(errors).toMatchObject([{ field, code: 'unsafe_target' }]);
  });

  it('does not show a blocked host after an edit, by its text or its fields', async () => {
    const { id } = await create(client, { target: undefined, ...cardWith('https://brand.example/') });
    for (const content of [
      { first_name: 'Ada', last_name: 'L', url: 'https://blocked.example/' },
      cardWith('blocked.example').content,
    ]) {
      const response = await client.request('PATCH', `/v1/qr/${id}`, { content });
      await readError(response, 400, 'unsafe_target');
    }
  });
});
