import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { ENGLISH } from '#harness/data/english-words.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { signIn } from '#harness/worker/dashboard-client.ts';
import { withFault } from '#harness/worker/faults.ts';
import { toText } from '#harness/worker/page.ts';

const TARGET = 'https://example.com/';

/** Imports rows over the interface, in English, and reads their report at both doors: the page and the file are a German person's. */
async function run(api: ApiClient, rows: readonly object[], bindings: Partial<ApiEnv> = {}) {
  const file = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const started = await api.request('POST', '/v1/imports?dry_run=false&on_conflict=fail', file, {
    headers: { 'Content-Type': 'application/x-ndjson' },
    env: bindings,
  });
  const { id } = await started.json<{ id: string }>();
  const read = async () =>
    (await api.request('GET', `/v1/imports/${id}`, undefined, { env: bindings })).json<{
      status: string;
      failure: string | null;
    }>();
  let job = await read();
  while (job.status === 'queued' || job.status === 'running') job = await read();
  const browser = await signIn({ accountId: api.accountId });
  const german = { headers: { 'Accept-Language': 'de' } };
  const page = await (await browser.get(`/codes/import/${id}`, german)).text();
  const csv = await (await browser.get(`/codes/import/${id}/report.csv`, german)).text();
  const said = await (await api.request('GET', `/v1/imports/${id}/rows?limit=100`)).json<{ data: Row[] }>();
  return { job, page, text: toText(page), csv, rows: said.data };
}

interface Row {
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

it('says in German, on the page and in the file, what is wrong with rows, and in English to programs', async () => {
  const api = await createClient();
  const { id } = await create(api, { target: TARGET, dynamic: true, external_id: 'there' });
  const { page, text, csv, rows } = await run(api, [
    { target: 'javascript:alert(1)' },
    { target: TARGET, title: 'x'.repeat(201), tags: ['Herbst', 'y'.repeat(51)] },
    { target: TARGET, external_id: 'moved', short_url: 'https://bit.ly/abc' },
    { target: `${TARGET}neu`, external_id: 'there' },
    { target: TARGET, size: 5, margin: 'x', format: 'gif', color: 'red' },
  ]);
  const expected: [german: string, english: string][] = [
    ['Ziel: Die URL muss mit http:// oder https:// und einem Host beginnen', 'The URL must begin with http'],
    ['Titel: Dieser Wert darf höchstens 200 Zeichen haben.', '"title" must have at most 200 characters.'],
    ['Schlagwörter, Nr. 2: Dieser Wert muss 1 bis 50 Zeichen haben.', '"tags[1]" must have 1 to 50'],
    [
      'Gedruckte Codes mit einem Link von bit.ly führen weiter dorthin',
      'Printed codes with a bit.ly link still lead',
    ],
    [`Externe ID: Ihr Code ${id} hat die externe ID „there“ schon`, `Your code ${id} has the external id`],
    ['Dateiformat: Dieser Wert muss eines davon sein: png, svg.', '"format" must be one of "png", "svg".'],
    ['Und mehr.', 'And more.'],
  ];
  const english = rows.flatMap(({ error, warnings }) => [error, ...warnings].map((said) => said?.message));
  for (const [german, ofPrograms] of expected) {
    expect(text).toContain(german);
    expect(csv).toContain(german);
    expect(english.join('\n')).toContain(ofPrograms);
  }
  expect(rows.map(({ error }) => error?.code)).toEqual([
    ...['invalid_request', 'invalid_request', undefined],
    ...['external_id_taken', 'invalid_request'],
  ]);
  for (const said of [text, csv.slice(csv.indexOf('\n'))]) expect(said.match(ENGLISH)).toBeNull();
  expect(page).not.toContain('lang="en"');
});

/** One row for each kind of problem that forms do not know, because people who fill them in choose, or write no JSON. */
const FAULTY: readonly object[] = [
  ...[{ rules: 'x' }, { rules: '{}' }, { rules: [{}] }, { rules: [{ target: TARGET, when: { x: 1 } }] }],
  ...[{ paused: 'x' }, { dynamic: 'x' }, { max_scans: 'x' }, { type: 'x' }, { starts_at: 'x' }, { title: 7 }],
  ...[{ metadata: { a: 1 } }, { metadata: 'x' }, { created_at: 'x', scans: 'x', scans_by_day: 'x' }],
  { scans: 1, scans_by_day: { '2026-01-01': 5 } },
  ...[{ external_id: 'a' }, { external_id: 'a' }, { path: 'zimt-stern' }, { path: 'Zimt-Stern' }],
  ...[
    { color: { dark: 'x' } },
    { color: { dark: '#ffffff' } },
    { style: { frame: { kind: 'card', text: '日' } } },
  ],
  ...[{ style: { logo: { image: 'x', size: 9 } } }, { style: { template: 'x' } }, { style: { eyes: 1 } }],
  { rules: [{ target: TARGET, when: { hours: ['1', '2', '3'] } }] },
  { dynamic: false, paused: true },
  ...[
    { external_id: 'w1', path: 'ab' },
    { external_id: 'w2', title: 'a\nb' },
    { external_id: 'w3', password: 'x' },
  ],
].map((row) => Object.assign({ target: TARGET }, row));

const CONTENTS: readonly (readonly [type: string, target: string])[] = [
  ...(['x', '1,2,3', '91,0', '0,181'] as const).map((target) => ['geo', target] as const),
  ...(['030 1', '+49 (0)30 123'] as const).map((target) => ['phone', target] as const),
  ...(['x', 'sms:+4930123456?x=1'] as const).map((target) => ['sms', target] as const),
  ...[
    'x',
    'mailto:',
    'mailto:a@b.de?x',
    'mailto:a@b.de?x=1',
    'mailto:a@b.de?cc=x',
    'mailto:a@b.de?subject=%zz',
  ].map((target) => ['email', target] as const),
  ...[
    ...['x', 'WIFI:T:WPA;', 'WIFI:X:1;;', 'WIFI:T:WPA;T:WPA;;', 'WIFI:x;;', 'WIFI:S:a\\x;;', 'WIFI:S:a,b;;'],
    ...['WIFI:T:x;S:a;;', 'WIFI:T:WPA;;', 'WIFI:T:nopass;S:a;P:b;;', 'WIFI:T:WPA;S:a;;', 'WIFI:S:a;H:x;;'],
    `WIFI:T:nopass;S:${'a'.repeat(40)};;`,
  ].map((target) => ['wifi', target] as const),
  ...[
    ...['x', 'BEGIN:VCARD', 'BEGIN:VCARD\nEND:X', 'BEGIN:VCARD\nVERSION:9\nEND:VCARD', 'N:x\nBEGIN:VCARD'],
    ...[
      'BEGIN:VCARD\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:4.0\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:3.0\nFN:x\nEND:VCARD',
    ],
    'BEGIN:VCARD\nFN:x\nVERSION:4.0\nEND:VCARD',
  ].map((target) => ['vcard', target] as const),
  ...[
    ...['', 'DTSTART:x', 'DTSTART:20261231', 'DTSTART:20261231\nSUMMARY:x\nDTEND:20261230'],
    'DTSTART:20261231\nSUMMARY:x\nDTEND:20270101\nDURATION:P1D',
  ].map((lines) => ['event', `BEGIN:VEVENT\n${lines}\nEND:VEVENT`.replace('\n\n', '\n')] as const),
  ['event', 'x'],
];

it.each([
  ['values of fields', FAULTY],
  ['contents', CONTENTS.map(([type, target]) => ({ type, target }))],
])('has no English left in a report of every kind of row: %s', async (_, faulty) => {
  const { csv, page, rows } = await run(await createClient(), faulty);
  expect(rows).toHaveLength(faulty.length);
  const english = rows.filter(({ error, warnings }) => error !== null || warnings.length > 0);
  expect(english.length).toBeGreaterThanOrEqual(faulty.length - 2);
  // The names of fields stay as they are.
  for (const line of csv.replaceAll('to, cc, bcc', '').split('\r\n').slice(1))
    expect([line, line.match(ENGLISH)]).toEqual([line, null]);
  expect(toText(page).replaceAll('to, cc, bcc', '').match(ENGLISH)).toBeNull();
});

it('says in German that the plan has no room, that images were not stored, and why an import failed', async () => {
  const api = await createClient({ plan: 'free' });
  const use = (codes: number, bytes: number) =>
    env.DB.prepare(
      "INSERT INTO account_usage (account_id, codes, stored_bytes, month, codes_that_month) VALUES (?1, ?2, ?3, '2020-01', 0) ON CONFLICT DO UPDATE SET codes = ?2, stored_bytes = ?3",
    )
      .bind(api.accountId, codes, bytes)
      .run();
  await use(5_000, 0);
  const full = await run(api, [{ target: TARGET }]);
  expect(full.text).toContain('Ihr Tarif erlaubt 5.000 Codes.');
  expect(full.rows[0]?.error).toMatchObject({
    code: 'quota_exceeded',
    quota: { name: 'codes', limit: 5_000 },
  });
  await use(0, 0);
  const put = (key: string, ...rest: [string]) =>
    key.startsWith('qr/') ? Promise.reject(new Error('R2 is down')) : env.IMAGES.put(key, ...rest);
  const broken = await run(api, [{ target: TARGET }], { IMAGES: withFault(env.IMAGES, { put }) });
  expect(broken.text).toContain('Die Bilder konnten nicht gespeichert werden.');
  expect(broken.rows[0]?.error?.code).toBe('unavailable');
  await use(0, 10_000_000);
  const failed = await run(api, [{ target: TARGET }]);
  expect(failed.text).toContain('Für den Rest des Berichts ist kein Platz');
  expect(failed.job.failure).toContain('There is no room for the rest of its report');
});
