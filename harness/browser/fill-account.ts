import { makePdf } from '../data/files.ts';
import { discPng } from '../symbols/pictures.ts';
import { queryPlace } from '../node/query-place.ts';
import type { Place } from '#scripts/support/place.ts';

/**
 * The ids of a filled account's content: a code with scans, one with many settings for its scans, a static code, and a passkey of the owner that
 * no device has.
 */
export interface FilledAccount {
  readonly busyCode: string;
  readonly controlledCode: string;
  readonly staticCode: string;
  readonly passkey: string;
  readonly template: string;
  /** A domain that works, and one that waits for long records. */
  readonly domain: string;
  readonly waitingDomain: string;
  /** A webhook that was switched off, with deliveries. */
  readonly webhook: string;
  /** A file that no code opens. */
  readonly unusedFile: string;
}

interface Account {
  readonly apiUrl: string;
  readonly apiKey: string;
}

const USER_AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
];

/** Codes of a typical small company. */
const CODES = [
  {
    type: 'wifi',
    target: 'WIFI:T:WPA;S:Blue Fig guests;P:figs-and-honey;;',
    title: 'Guest Wi-Fi',
    tags: ['guests', 'indoors'],
    metadata: { room: 'Bar and terrace', 'changed by': 'Ada' },
  },
  {
    target: 'https://bluefig.example/jobs?source=window',
    title: 'Shop window: we are hiring',
    dynamic: true,
    tags: ['hiring'],
    archived: true,
  },
  { type: 'email', target: 'mailto:hello@bluefig.example?subject=Catering', title: 'Catering requests' },
  { target: 'https://bluefig.example/reviews', dynamic: true, color: { dark: '#123f6b', light: '#ffffff' } },
  {
    target: 'https://bluefig.example/festival',
    title: 'Festival flyer',
    dynamic: true,
    tags: ['summer 2027', 'flyers', 'festival', 'print shop'],
    external_id: 'flyer-2037',
    metadata: { printer: 'Example Print Ltd', copies: '12000' },
    ends_at: '2037-09-30T22:00:00Z',
    max_scans: 5_000,
    fallback_url: 'https://bluefig.example/see-you-next-year',
    rules: [
      {
        name: 'Box office hours',
        target: 'https://bluefig.example/festival/box-office?from=flyer',
        when: {
          device: ['mobile'],
          country: ['DE', 'AT'],
          weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
          hours: ['09:00', '18:00'],
          timezone: 'Europe/Berlin',
        },
      },
      { name: 'French', target: 'https://bluefig.example/fr/festival', when: { language: ['fr'] } },
      { name: 'App', target: 'https://apps.apple.com/app/id1234567890', when: { os: ['iOS'] } },
    ],
    variants: [
      { name: 'Line-up', target: 'https://bluefig.example/festival/line-up', weight: 70 },
      { name: 'Tickets', target: 'https://bluefig.example/festival/tickets', weight: 30 },
    ],
    utm: { source: 'flyer', medium: 'print', campaign: 'festival-2037' },
    preview: {
      title: 'Blue Fig Festival',
      description: 'Three days of music, figs and honey on the terrace.',
    },
  },
  {
    target: 'https://bluefig.example/menu',
    title: 'Menu, all tables',
    dynamic: true,
    color: { dark: '#14532d', light: '#fefce8' },
    tags: ['guests', 'print shop'],
  },
];

/** Fills an account with codes, edits and scans through the interface. What would need time or a person goes directly into D1. */
export async function fillAccount(account: Account, database: Place): Promise<FilledAccount> {
  const unusedFile = await addFiles(account);
  const codes = [];
  for (const body of CODES) codes.push(await call(account, 'POST', '/v1/qr', body));
  const [controlled, busy] = codes.slice(-2);
  const [fixed] = codes;
  if (!controlled || !busy || !fixed) throw new Error('no code was created');
  await call(account, 'PATCH', `/v1/qr/${controlled.id}`, { title: 'Festival flyer 2037', max_scans: 8_000 });
  await call(account, 'PATCH', `/v1/qr/${controlled.id}`, { password: 'summer', forward_query: true });
  await call(account, 'PATCH', `/v1/qr/${controlled.id}`, { password: null, paused: true });
  await call(account, 'PATCH', `/v1/qr/${controlled.id}`, { paused: false });
  await call(account, 'PATCH', `/v1/qr/${busy.id}`, { target: 'https://bluefig.example/menu/winter' });
  for (let i = 0; i < 24; i++) {
    const headers = {
      'User-Agent': USER_AGENTS[i % 7 > 3 ? 0 : i % 4] ?? '',
      'CF-Connecting-IP': `192.0.2.${i % 9}`,
    };
    await fetch(busy.short_url, { redirect: 'manual', headers });
  }
  const codeId = busy.id.slice('qr_'.length);
  const passkey = `passkey-of-${codeId}`;
  await queryPlace(database, toPastScans(codeId), toPasskey(passkey, codeId), toWaitingDomain(codeId));
  const template = await addLooks(account);
  // Several accounts of one service are filled, and no two codes share a name.
  for (const path of [`menu-${codeId}`, `winter-menu-of-the-blue-fig-${codeId}`])
    await call(account, 'POST', `/v1/qr/${busy.id}/names`, { path });
  const webhook = await addWebhooks(account, database, codeId);
  const domain = await call(account, 'POST', '/v1/domains', { host: 'go.bluefig.localhost' });
  await addRefusals(account);
  return {
    busyCode: busy.id,
    controlledCode: controlled.id,
    staticCode: fixed.id,
    passkey,
    template,
    domain: domain.id,
    waitingDomain: `domain-of-${codeId}`,
    webhook,
    unusedFile,
  };
}

/** Requests whose failure the log shows. */
async function addRefusals(account: Account): Promise<void> {
  const headers = { Authorization: `Bearer ${account.apiKey}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ target: 'bluefig', size: 1, colour: 'red', metadata: { 'print run': [] } });
  await fetch(`${account.apiUrl}/v1/qr`, { method: 'POST', headers, body });
  await fetch(`${account.apiUrl}/v1/qr/ext:winter-menu-of-the-blue-fig-in-all-languages/history`, {
    headers,
  });
}

/** A file that a code opens, one that it opened before, and one that no code ever opened, whose id it returns. */
async function addFiles(account: Account): Promise<string> {
  const upload = (name: string, file: object, type = 'application/pdf') =>
    call(account, 'POST', '/v1/files', file, {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
    });
  const replaced = await upload(
    'Wine list of the Blue Fig with allergens and additives, winter 2026, print version 12.pdf',
    makePdf('Riesling 7 EUR', 1_400_000),
  );
  const used = await upload('Wine list.pdf', makePdf('Riesling 8 EUR', 900_000));
  const body = { type: 'file', target: replaced.id, title: 'Wine list, all tables', dynamic: true };
  const code = await call(account, 'POST', '/v1/qr', body);
  await call(account, 'PATCH', `/v1/qr/${code.id}`, { target: used.id });
  return (await upload('Terrace.png', discPng(300), 'image/png')).id;
}

/** Creates two templates, one of them with an image, and an unused image. */
async function addLooks(account: Account): Promise<string> {
  const images = [];
  for (const side of [160, 240])
    images.push(await call(account, 'POST', '/v1/images', discPng(side), { 'Content-Type': 'image/png' }));
  const style = { modules: 'dot', eyes: { shape: 'rounded' }, logo: { image: images[0]?.id } };
  const look = { style, color: { dark: '#14532d' } };
  await call(account, 'POST', '/v1/templates', { name: 'Print shop', ...look });
  const gradient = { from: '#0b3d91', to: '#5b0a4a', angle: 45 };
  const frame = { kind: 'label_bottom', text: 'Scan for the menu' };
  return (await call(account, 'POST', '/v1/templates', { name: 'Tables', style: { gradient, frame } })).id;
}

/** Scans of the last month from eleven countries, more at weekends, in the form of the scan log. */
function toPastScans(codeId: string): string {
  return `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
    INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key, country, account_id)
    SELECT '${codeId}', unixepoch('now', '-' || day || ' days') * 1000,
      CASE WHEN i % 9 < 6 THEN 'mobile' WHEN i % 9 < 8 THEN 'desktop' ELSE 'tablet' END,
      'visitor ' || (i % 211), CASE WHEN i % 10 < 6 THEN 'DE' WHEN i % 10 < 8 THEN 'AT'
        ELSE substr('CHFRITESPTGBUSBRJP', 1 + 2 * (i % 9), 2) END,
      (SELECT account_id FROM qr_codes WHERE code_id = '${codeId}')
    FROM (SELECT i, 1 + (i * i + i / 3) % 29 AS day FROM n)
    WHERE strftime('%w', 'now', '-' || day || ' days') IN ('0', '5', '6') OR i % 3 = 0`;
}

/** Creates a passkey for the owner of the code's account. */
function toPasskey(id: string, codeId: string): string {
  return `INSERT INTO passkeys (id, person_id, name, public_key, counter, transports, created_at_ms)
    SELECT '${id}', p.id, 'Phone', '', 0, '', p.created_at_ms
    FROM people p JOIN qr_codes c ON c.account_id = p.account_id WHERE c.code_id = '${codeId}'`;
}

/** Creates a domain for the code's account, with records as a check leaves them. */
function toWaitingDomain(codeId: string): string {
  const host = 'printed-codes-of-the-blue-fig.restaurants-and-terraces.bluefig.example';
  const routing = { type: 'CNAME', name: host, value: 'links.qr-codes.example' };
  const records = [
    { purpose: 'routing', ...routing, found: false },
    {
      ...{ purpose: 'certificate', type: 'TXT', name: `_acme-challenge.${host}`, found: true },
      value: 'x7Yk2pQz0Vd3mT5uJ8wR1sB6nH4cL9aEgFiKoMqXyZ-_0aBcDeFgHiJkLm',
    },
    {
      purpose: 'ownership',
      type: 'TXT',
      name: `_qr-domain.${host}`,
      value: `qr-domain=${'0f'.repeat(16)}`,
      found: null,
    },
  ];
  const problem = { code: 'record_missing', values: routing };
  return `INSERT INTO domains (id, account_id, host, state, proof, records, problem, created_at_ms, checked_at_ms, revision)
    SELECT 'domain-of-${codeId}', account_id, '${host}', 'pending_dns', '', '${JSON.stringify(records)}', '${JSON.stringify(problem)}',
      created_at_ms, created_at_ms, 1 FROM qr_codes WHERE code_id = '${codeId}'`;
}

/** A webhook that works, and one that failed until it was switched off. */
async function addWebhooks(account: Account, database: Place, codeId: string): Promise<string> {
  const events = ['qr.created', 'qr.target_broken', 'qr.milestone'];
  const hook = { url: 'https://hooks.bluefig.example/services/kitchen-and-terrace/new-codes', events };
  await call(account, 'POST', '/v1/webhooks', { ...hook, format: 'slack', description: 'Kitchen channel' });
  const till = { url: 'https://till.bluefig.example/hooks/qr', events, description: 'Till' };
  const { id } = await call(account, 'POST', '/v1/webhooks', till);
  const body = JSON.stringify({
    ...{ type: 'qr.created', timestamp: '2026-11-21T12:00:00.000Z' },
    data: {
      object: { id: `qr_${codeId}`, target: 'https://bluefig.example/menu', title: 'Menu, all tables' },
    },
  });
  const states = ['delivered', 'failed', 'pending', 'skipped'];
  for (const [i, state] of states.entries()) {
    const eventId = `evt_${codeId.padEnd(27, '0')}${i}`;
    const attempt = state === 'skipped' ? '0, created_at_ms, NULL, NULL, NULL, NULL' : toAttempt(state);
    await queryPlace(
      database,
      `INSERT INTO events (id, account_id, type, subject_id, happened_at_ms, body)
        SELECT '${eventId}', account_id, '${events[i % 3]}', id, created_at_ms, '${body}' FROM webhooks WHERE id = '${id}'`,
      `INSERT INTO deliveries (webhook_id, event_id, account_id, state, attempts, due_at_ms, attempted_at_ms, status, duration_ms, response)
        SELECT id, '${eventId}', account_id, '${state}', ${attempt} FROM webhooks WHERE id = '${id}'`,
    );
  }
  await queryPlace(
    database,
    `UPDATE webhooks SET disabled_for = 'failing', disabled_at_ms = created_at_ms WHERE id = '${id}'`,
  );
  return id;
}

function toAttempt(state: string): string {
  return state === 'delivered'
    ? `1, created_at_ms, created_at_ms, 204, 86, ''`
    : `13, created_at_ms, created_at_ms, 500, 1204, '{"error":"till_closed","status":"https://till.bluefig.example/status/1"}'`;
}

async function call(
  account: Account,
  method: string,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' },
) {
  const response = await fetch(account.apiUrl + path, {
    method,
    headers: { Authorization: `Bearer ${account.apiKey}`, ...headers },
    body: body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  const code: { id: string; short_url: string } = await response.json();
  return code;
}
