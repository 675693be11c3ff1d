import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryPlace } from '#harness/node/query-place.ts';
import { addRecord, addZone, type Script } from '#harness/cloudflare/account.ts';
import { listCreations, setUpWithKills } from '#harness/cloudflare/killed-set-up.ts';
import { withHosts } from '#harness/cloudflare/network.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { isWrite } from '#harness/cloudflare/stand-in.ts';
import { openInstalledPlace } from '#scripts/installation/database-place.ts';
import { examine } from '#scripts/installation/doctor/examine.ts';
import { restore } from '#scripts/installation/restore/restore.ts';
import { rollback } from '#scripts/installation/rollback.ts';
import { setUp, type SetUpOptions } from '#scripts/installation/set-up.ts';
import { upgrade, type UpgradeOptions } from '#scripts/installation/upgrade.ts';
import { disableCode, enableCode, findCode } from '#scripts/support/operate.ts';

/** wrangler itself uploads to a stand-in for Cloudflare's API: the life of one installation in order, from nothing to its roll-back. */

const SET_UP: SetUpOptions = {
  domain: 'example.com',
  location: 'weur',
  isDryRun: false,
  isSmokeTested: false,
  takeOver: [],
};
const TRACKED = ['wrangler.toml', 'src/shortlink/wrangler.toml', 'package.json'];

describe('an installation', () => {
  let open: OpenAccount;
  let trackedBefore: string;
  let endings: Awaited<ReturnType<typeof setUpWithKills>>;
  /** The project's migrations, and those that a test adds. */
  let migrationsDir: string;

  beforeAll(async () => {
    trackedBefore = hashOf(TRACKED);
    migrationsDir = mkdtempSync(join(tmpdir(), 'qr-migrations-'));
    cpSync('migrations', migrationsDir, { recursive: true });
    open = await openAccount({ fetch: withHosts(['api', 'go', 'cdn'].map((name) => `${name}.example.com`)) });
    addRecord(open.account.zones[0]!, 'www.example.com');
    // Killed once during the deployment, because everything below must still be complete. harness/cloudflare/test-kills.ts has tests that
    // kill it at each request.
    endings = await setUpWithKills(open, {
      victim: 'both',
      isRequestDone: true,
      domain: 'example.com',
      isChosen: (line) => line.endsWith('/scripts/qr-shortlink'),
    });
  });
  afterAll(async () => {
    rmSync(migrationsDir, { recursive: true, force: true });
    await open[Symbol.asyncDispose]();
  });

  const script = (name: string): Script => open.account.scripts.get(name)!;
  const binding = (worker: string, name: string) =>
    script(worker)
      .versions.at(-1)!
      .bindings.find((one) => one.name === name);

  it('has one database, two namespaces, its buckets and both Workers, the short-link Worker first', () => {
    expect([...open.account.databases.values()].map(({ name, location }) => [name, location])).toEqual([
      ['qr', 'weur'],
    ]);
    expect([...open.account.namespaces.values()].map(({ title }) => title)).toEqual(['qr-links', 'qr-apps']);
    expect([...open.account.buckets.keys()]).toEqual(['qr-images', 'qr-backups', 'qr-files']);
    expect([...open.account.scripts.keys()]).toEqual(['qr-shortlink', 'qr-api']);
    for (const name of ['DB', 'LINKS'])
      expect(binding('qr-api', name), name).toEqual(binding('qr-shortlink', name));
  });

  it('serves each host, keeps foreign records, and has its cron and its secrets', () => {
    expect(open.account.domains.map(({ hostname, service }) => [hostname, service])).toEqual([
      ['go.example.com', 'qr-shortlink'],
      ['api.example.com', 'qr-api'],
    ]);
    expect(open.account.buckets.get('qr-images')?.domains.map(({ domain }) => domain)).toEqual([
      'cdn.example.com',
    ]);
    expect(open.account.zones[0]!.records.map(({ name }) => name)).toContain('www.example.com');
    expect(script('qr-api').crons).toContain('*/10 * * * *');
    expect(script('qr-api').secrets.get('AE_API_TOKEN')).toBe(open.account.token);
    const random = /^[A-Za-z0-9+/]{43}=$/;
    expect(script('qr-shortlink').secrets.get('VISITOR_KEY_SECRET')).toMatch(random);
    expect(script('qr-shortlink').secrets.get('PASSWORD_PEPPER')).toMatch(random);
    expect(script('qr-api').secrets.get('PASSWORD_PEPPER')).toBe(
      script('qr-shortlink').secrets.get('PASSWORD_PEPPER'),
    );
  });

  it('runs minified beside its database, without traces, with its own rate limits', () => {
    const { metadata } = script('qr-api').versions.at(-1)!;
    expect(metadata).toMatchObject({
      placement: { mode: 'smart' },
      limits: { cpu_ms: 90_000 },
      observability: { logs: { invocation_logs: false }, traces: { enabled: false } },
    });
    // Served beside the Worker: openapi.json, the map of countries, the typeface, the script, the stylesheet and the viewer of /docs, and the
    // documents for callers with what they lead to.
    expect(metadata).toHaveProperty('assets.jwt');
    expect(open.account.assets.hashes.size).toBe(31);
    const limiters = (metadata['bindings'] as { type: string; namespace_id?: string }[])
      .filter(({ type }) => type === 'ratelimit')
      .map(({ namespace_id }) => namespace_id);
    expect(new Set(limiters).size).toBe(limiters.length);
    expect(limiters.every((id) => Number(id) >= 1_000_000)).toBe(true);
  });

  it('is whole though setup was killed while it deployed, and nothing was created twice', () => {
    expect(endings.map(({ isKilled, exitCode }) => [isKilled, exitCode])).toEqual([
      [true, null],
      [false, 0],
    ]);
    expect(listCreations(open)).toEqual([
      'POST /accounts/account/d1/database',
      'POST /accounts/account/storage/kv/namespaces',
      'POST /accounts/account/r2/buckets',
      'POST /accounts/account/r2/buckets',
      'POST /accounts/account/r2/buckets/qr-images/domains/custom',
      'POST /accounts/account/r2/buckets',
      'POST /accounts/account/storage/kv/namespaces',
    ]);
    expect([...open.account.scripts.keys()].toSorted()).toEqual(['qr-api', 'qr-shortlink']);
  });

  it('shows the first API key once, and ends with a link to sign in', () => {
    const lines = endings.flatMap(({ output }) => output.trim().split('\n'));
    expect(lines.filter((line) => line.includes('qr_live_'))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^Dashboard: https:\/\/api\.example\.com\/sign-in\/link\//);
  });

  it('prints the output in docs/operations.md', () => {
    const lines = endings.flatMap(({ output }) => output.trim().split('\n'));
    const shown = [...lines.filter((line) => line.startsWith('created ')), ...lines.slice(-4)]
      .join('\n')
      .replace(open.platform.installationsDir, '.installations')
      .replace(/qr_live_\w+/, 'qr_live_…')
      .replace(/sign-in\/link\/.+/, 'sign-in/link/…')
      // The killed run had created some of them.
      .replaceAll(/, with the secrets .+/g, '');
    expect(readFileSync('docs/operations.md', 'utf8')).toContain(`\n\`\`\`\n${shown}\n\`\`\`\n`);
  });

  it('changes no tracked file', () => {
    expect(hashOf(TRACKED)).toBe(trackedBefore);
  });

  it('is found done by a second run, which creates and deploys nothing and rotates no secret', async () => {
    const secret = script('qr-shortlink').secrets.get('VISITOR_KEY_SECRET');
    const requestsBefore = open.standIn.requests.length;
    open.lines.length = 0;
    await setUp({ ...SET_UP, domain: undefined }, open.platform);

    const states = open.lines.filter((line) => /^\w+ (already|create) {2}|^created/.test(line));
    expect(states.every((line) => line.startsWith('done already'))).toBe(true);
    expect(states).toHaveLength(16);
    const writes = open.standIn.requests.slice(requestsBefore).filter(isWrite);
    expect(writes.filter((line) => !/\/(query|raw|sql)$/.test(line))).toEqual([]);
    expect(script('qr-shortlink').secrets.get('VISITOR_KEY_SECRET')).toBe(secret);
  });

  it('is found healthy by the doctor, which reports the use of the plan', async () => {
    Object.assign(open.account.usage, { requests: 1_234, kvWrites: 30_000 });
    open.account.datasets.set('qr_scans', 500);
    const findings = await examine({}, open.platform);

    expect(findings.filter(({ state }) => state === 'fix')).toEqual([]);
    const text = findings.map((finding) => `${finding.state} ${finding.name}: ${finding.text}`).join('\n');
    expect(text).toContain('ok use: requests: 1,234 in the last day');
    expect(text).toContain(
      "note use: KV writes: 30,000 in the last day, 90 % of a day's share of what Paid includes.",
    );
    expect(text).toContain('ok use: Analytics Engine points: 500 in the last day');
    expect(text).toMatch(/ok use: D1: 0\.\d MB with 0 codes, of 10000 MB/);
    expect(text).toMatch(/ok clock: \d s from/);
  });

  it('has queues of its own that lead to its API Worker, and the doctor says if one does not', async () => {
    const queues = [...open.account.queues.values()];
    expect(queues.map(({ name, consumers }) => [name, consumers.map((one) => one.script)]).sort()).toEqual([
      ['qr-events', ['qr-api']],
      ['qr-events-dead', ['qr-api']],
    ]);
    const findQueues = async () => (await examine({}, open.platform)).find(({ name }) => name === 'queues');
    expect(await findQueues()).toMatchObject({ state: 'ok' });
    const dead = queues.find(({ name }) => name === 'qr-events-dead');
    const consumers = dead!.consumers.splice(0);
    expect(await findQueues()).toMatchObject({
      state: 'fix',
      text: expect.stringContaining('qr-events-dead is missing'),
    });
    dead!.consumers.push(...consumers);
  });

  it('has replicas of its database until setup is told otherwise, and the doctor says which of them answered', async () => {
    const [database] = open.account.databases.values();
    expect(database?.replication).toBe('auto');
    const findReplicas = async () => {
      const findings = await examine({}, { ...open.platform, fetch: answering });
      return findings.find(({ name }) => name === 'D1 replicas');
    };
    const answering: typeof fetch = async (url, init) =>
      new Request(url).url === 'https://go.example.com/health'
        ? Response.json({ status: 'ok', queries: { 'WEUR replica': 1_234, 'ENAM primary': 5 } })
        : open.platform.fetch(url, init);
    expect(await findReplicas()).toMatchObject({
      state: 'ok',
      text: 'on. Queries of the nearest isolate of the short links: WEUR replica 1,234, ENAM primary 5.',
    });
    database!.replication = 'disabled';
    expect(await findReplicas()).toMatchObject({ state: 'note' });
    await setUp({ ...SET_UP, domain: undefined, replicas: 'off' }, open.platform);
    expect(database?.replication).toBe('disabled');
    expect(await findReplicas()).toMatchObject({ state: 'ok', text: expect.stringMatching(/^off\. /) });
    await setUp({ ...SET_UP, domain: undefined, replicas: 'on' }, open.platform);
    expect(database?.replication).toBe('auto');
    await expect(setUp({ ...SET_UP, replicas: 'maybe' }, open.platform)).rejects.toThrow(
      '--replicas must be one of on, off, not "maybe".',
    );
  });

  it('is found ill by the doctor, who names each part that does not work', async () => {
    const api = script('qr-api');
    const shortLink = script('qr-shortlink');
    const secrets = [...shortLink.secrets];
    const crons = api.crons;
    const { bindings } = shortLink.versions.at(-1)!;
    const links = bindings.find(({ name }) => name === 'LINKS') as unknown as { namespace_id: string };
    const { namespace_id: namespace } = links;
    api.crons = [];
    shortLink.secrets.clear();
    links.namespace_id = 'another';
    const platform = {
      ...open.platform,
      fetch: withHosts(['api.example.com']),
      nowMs: () => Date.now() + 600_000,
    };
    const findings = await examine({}, platform);
    api.crons = crons;
    for (const [name, value] of secrets) shortLink.secrets.set(name, value);
    links.namespace_id = namespace;

    const ill = Object.fromEntries(
      findings.filter(({ state }) => state === 'fix').map(({ name, text }) => [name, text]),
    );
    expect(ill).toEqual({
      'qr-shortlink secrets': 'VISITOR_KEY_SECRET, PASSWORD_PEPPER is missing: npm run setup makes it.',
      'qr-shortlink bindings': expect.stringContaining('LINKS is another instead of'),
      cron: expect.stringContaining('*/10 * * * *, 17 3 * * * is not attached'),
      clock: expect.stringMatching(/is 6\d\d s from Cloudflare's/),
      'host go.example.com':
        'The name go.example.com does not resolve: a new host takes minutes; otherwise npm run setup attaches it.',
      'host cdn.example.com': expect.stringContaining('does not resolve'),
    });
  });

  it.each([
    [
      { images_swept: { state: 'ok', last_success_at: '2026-11-23T12:00:00.000Z' } },
      { health: 'ok', jobs: 'ok', backup: 'note' },
      /health says ok, version 1\.2\.3\..*There is no daily backup/s,
    ],
    [
      {
        images_swept: { state: 'late', last_success_at: '2026-11-23T01:00:00.000Z' },
        scans_maintained: { state: 'ok', last_success_at: '2026-11-23T12:00:00.000Z' },
        backed_up: { state: 'late', last_success_at: '2026-11-21T03:17:00.000Z' },
      },
      { health: 'ok', jobs: 'fix', backup: 'fix' },
      /images_swept has not succeeded since 2026-11-23T01.*images_swept_failed.*2026-11-21T03:17:00\.000Z, 56 hours ago: .*backed_up_failed/s,
    ],
    [
      {
        images_swept: { state: 'never', last_success_at: null },
        backed_up: { state: 'never', last_success_at: null },
      },
      { health: 'ok', jobs: 'note', backup: 'note' },
      /images_swept has never succeeded.*no daily backup yet/s,
    ],
    [
      {
        images_swept: { state: 'ok', last_success_at: '2026-11-23T12:00:00.000Z' },
        backed_up: { state: 'ok', last_success_at: '2026-11-23T03:17:00.000Z' },
      },
      { health: 'ok', jobs: 'ok', backup: 'ok' },
      /every job.*2026-11-23T03:17:00\.000Z, 8 hours ago\./s,
    ],
  ])('has its cron and its backups examined by the doctor: %o', async (jobs, states, text) => {
    const findings = await examine(
      {},
      {
        ...open.platform,
        fetch: withHosts(['api.example.com', 'go.example.com', 'cdn.example.com'], jobs),
        nowMs: () => Date.UTC(2026, 10, 23, 12),
      },
    );
    const found = findings.filter(({ name }) => name in states);
    expect(Object.fromEntries(found.map(({ name, state }) => [name, state]))).toEqual(states);
    expect(found.map((finding) => finding.text).join('\n')).toMatch(text);
  });

  it('keeps its short-link host, which printed codes contain', async () => {
    await expect(setUp({ ...SET_UP, shortHosts: ['qr.example.com'] }, open.platform)).rejects.toThrow(
      'The installation "qr" has its short links on go.example.com, and every printed code leads there: the host cannot change.',
    );
  });

  it('has a code that its operator disables and enables from here, in the database and in the copies', async () => {
    const place = await openInstalledPlace(open.platform, {});
    const codeId = await findCode(place, 'https://go.example.com/K7M2P9QA');
    await queryPlace(
      place,
      `INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, color_dark, color_light, format,
         size, margin, error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
       SELECT 1, '${codeId}', id, 'url', 'https://example.com/', 'https://example.com/', 1, '#000000', '#ffffff', 'png', 1024, 4, 'M', 2, 1, 0, 0
       FROM accounts LIMIT 1`,
    );
    const copy = () => [...open.account.namespaces.values()][0]?.values.get(codeId) ?? '{}';
    await disableCode(place, codeId, { disabledFor: 'legal', reason: "a court's order" });
    expect(JSON.parse(copy())).toMatchObject({ kind: 'disabled', disabledFor: 'legal', revision: 2 });
    await enableCode(place, codeId);
    expect(JSON.parse(copy())).toMatchObject({ kind: 'redirect', location: 'https://example.com/' });
    await expect(enableCode(place, codeId)).rejects.toThrow('no disabled code');
    expect(
      await queryPlace(place, "SELECT action, note FROM activities WHERE subject_id = 'qr_k7m2p9qa'"),
    ).toEqual([
      { action: 'code.disabled', note: 'legal' },
      { action: 'code.enabled', note: null },
    ]);
    await queryPlace(place, `DELETE FROM activities WHERE subject_id = 'qr_${codeId}'`);
    await queryPlace(place, `DELETE FROM qr_codes WHERE code_id = '${codeId}'`);
  });

  const upgradeWithMigrations = (options: Partial<UpgradeOptions>, doFetch = open.platform.fetch) => {
    open.lines.length = 0;
    return upgrade(
      { isDryRun: false, acceptsDowntime: false, ...options },
      { ...open.platform, migrationsDir, fetch: doFetch },
    );
  };
  const database = () => [...open.account.databases.values()][0]!.copy;
  const hasRegion = () =>
    database().query("SELECT name FROM pragma_table_info('accounts') WHERE name = 'region'", [])[0]!.results
      .length === 1;

  it('has nothing to go back from where nothing had to be upgraded, whether it can be reached or not', async () => {
    // The tests above left the installation with other settings.
    await upgradeWithMigrations({});
    await upgradeWithMigrations({});
    expect(open.lines.at(-1)).toBe(
      'Both Workers are the version of this checkout already: there is nothing to go back from.',
    );
    const cutOff: typeof fetch = (url, init) =>
      String(url instanceof Request ? url.url : url).startsWith(open.standIn.url)
        ? fetch(url, init)
        : Promise.reject(new Error('no network'));
    const said = await upgradeWithMigrations({}, cutOff).catch((error: Error) => error.message);
    expect(said).toMatch(
      /^Nothing had to be upgraded, but the service is not healthy:\n- .*no network\nnpm run doctor examines it/,
    );
    expect([...open.lines, said].join('\n')).not.toMatch(/rollback|restore/);
  });

  const TRIGGERS = '0001_create_triggers.sql';
  const findSchema = async () =>
    (await examine({}, { ...open.platform, migrationsDir })).find(({ name }) => name === 'schema');

  it('is not upgraded while a migration is another one than it had applied, as the doctor says', async () => {
    const file = join(migrationsDir, TRIGGERS);
    const original = readFileSync(file, 'utf8');
    const edited = `the migration ${TRIGGERS} was edited after it had been applied`;
    // A database cannot show that rows were changed in another way, or not at all.
    writeFileSync(file, `${original}\nUPDATE accounts SET name = 'x' WHERE 0;`);
    const before = describeInstallation(open, 'qr');
    await expect(upgradeWithMigrations({})).rejects.toThrow(edited);
    await expect(setUp(SET_UP, { ...open.platform, migrationsDir })).rejects.toThrow(edited);
    expect(describeInstallation(open, 'qr')).toEqual(before);
    expect(await findSchema()).toMatchObject({ state: 'fix', text: expect.stringContaining(edited) });
    // Another system checks files out with other ends of lines.
    writeFileSync(file, original.replaceAll('\n', '\r\n'));
    expect(await findSchema()).toMatchObject({ state: 'ok' });
    writeFileSync(file, original);
  });

  it.each([
    ['trigger', 'DROP TRIGGER', 'it lacks '],
    ['view', 'DROP VIEW', 'it lacks '],
    ['index', 'DROP INDEX', 'it lacks '],
  ])('is not upgraded while it lacks a %s, which the doctor names', async (type, drop, what) => {
    const { results } = database().query(
      // One on which no trigger hangs, which would go with it.
      `SELECT name, sql FROM sqlite_master AS part WHERE type = ? AND sql IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND tbl_name = part.name)`,
      [type],
    )[0]!;
    const { name, sql } = results[0] as { name: string; sql: string };
    database().query(`${drop} ${name}`, []);
    expect(await findSchema()).toMatchObject({ state: 'fix', text: expect.stringContaining(what + name) });
    await expect(upgradeWithMigrations({})).rejects.toThrow(what + name);
    database().query(sql, []);
    expect(await findSchema()).toMatchObject({ state: 'ok' });
  });

  it('is upgraded if something changed, even by a pending migration, and says how to go back', async () => {
    writeFileSync(join(migrationsDir, '0090_add_region.sql'), 'ALTER TABLE accounts ADD COLUMN region text;');
    const before = open.standIn.requests.length;
    await expect(upgradeWithMigrations({ set: ['SIGNUP=maybe'] })).rejects.toThrow(
      '--set SIGNUP must be invite or open, not "maybe".',
    );
    expect(open.standIn.requests.slice(before)).toEqual([]);
    await upgradeWithMigrations({ set: ['SIGNUP=open'] });

    expect(open.lines.filter((line) => line.startsWith('created')).map((line) => line.slice(14))).toEqual([
      expect.stringContaining('configuration'),
      expect.stringContaining('up to 0090_add_region.sql'),
      expect.stringContaining('API Worker'),
    ]);
    expect(hasRegion()).toBe(true);
    expect(binding('qr-api', 'SIGNUP')).toMatchObject({ text: 'open' });
    expect(open.lines).toContain('To go back to the previous version: npm run rollback -- --installation qr');
    const bookmark = /D1: ([0-9a-f-]+)/.exec(open.lines[0]!)?.[1];
    expect(open.lines.at(-1)).toContain(`npm run restore -- --bookmark ${bookmark} --installation qr`);
  });

  it('is not upgraded from a checkout that does not know one of its migrations', async () => {
    await expect(upgrade({ isDryRun: false, acceptsDowntime: false }, open.platform)).rejects.toThrow(
      'The database has the migration 0090_add_region.sql, which this checkout lacks',
    );
  });

  it('is rolled back to the version before, in those Workers only that the upgrade changed', async () => {
    const api = script('qr-api');
    const before = api.versions.at(-2);
    const { deployments } = script('qr-shortlink');
    const deployedBefore = deployments.length;
    open.lines.length = 0;
    await rollback({}, open.platform);

    expect(api.deployments.at(-1)?.versionId).toBe(before!.id);
    expect(deployments).toHaveLength(deployedBefore);
    expect(open.lines.join('\n')).toContain('qr-shortlink: the last upgrade did not change it');
    // The code is rolled back, the data is not.
    expect(hasRegion()).toBe(true);
    await expect(rollback({}, open.platform)).rejects.toThrow('there is nothing to roll back');
  });

  it('is not changed by an upgrade whose migration the deployed version could not live with', async () => {
    writeFileSync(join(migrationsDir, '0091_drop_region.sql'), 'ALTER TABLE accounts DROP COLUMN region;');
    const before = describeInstallation(open, 'qr');
    await expect(upgradeWithMigrations({})).rejects.toThrow(
      /^The new schema would break the deployed version.*\n- the column accounts\.region is gone\nNothing was changed\..*--accept-downtime$/,
    );
    expect(describeInstallation(open, 'qr')).toEqual(before);
  });

  it('accepts that upgrade if downtime is accepted, and is rolled back only with its database', async () => {
    await upgradeWithMigrations({ acceptsDowntime: true });
    expect(hasRegion()).toBe(false);
    const bookmark = /D1: ([0-9a-f-]+)/.exec(open.lines[0]!)?.[1];
    await expect(rollback({}, open.platform)).rejects.toThrow(
      `First restore the earlier database, which loses all later changes: npm run restore -- --bookmark ${bookmark} --installation qr`,
    );
    await restore({ bookmark }, open.platform);
    expect(hasRegion()).toBe(true);
  });

  it('shares nothing with another one in the same account, and is not changed by it', async () => {
    const before = describeInstallation(open, 'qr');
    addZone(open.account, 'example.net');
    // It reads statistics through the binding, so it gets no token.
    const { env } = open.platform;
    const platform = {
      ...open.platform,
      env: {
        ...{ ...env, AE_API_TOKEN: undefined, CACHE_PURGE_TOKEN: open.account.token },
        OIDC_CLIENT_SECRET: 'of the provider',
      },
      fetch: ((input, init) =>
        new URL(input instanceof Request ? input.url : input).hostname === 'login.acme.test'
          ? Promise.resolve(Response.json({ issuer: 'https://login.acme.test' }))
          : open.platform.fetch(input, init)) satisfies typeof fetch,
    };
    // A variable of the API Worker, one of the short-link Worker, and one of both.
    const set = [
      'ABUSE_EMAIL=abuse@example.net',
      'TURNSTILE_SITE_KEY=site-key',
      'SECURITY_CONTACT=s@example.net',
      ...['OIDC_ISSUER=https://login.acme.test', 'OIDC_CLIENT_ID=acme', 'OIDC_DOMAINS=example.net'],
    ];
    await setUp(
      { ...SET_UP, domain: 'example.net', installation: 'acme', statistics: 'binding', set },
      platform,
    );
    const valueOf = (worker: string, name: string) => binding(worker, name)?.['text'];
    expect(valueOf('acme-api', 'ABUSE_EMAIL')).toBe('abuse@example.net');
    expect(binding('acme-shortlink', 'ABUSE_EMAIL')).toBeUndefined();
    expect(valueOf('acme-shortlink', 'TURNSTILE_SITE_KEY')).toBe('site-key');
    expect(binding('acme-api', 'TURNSTILE_SITE_KEY')).toBeUndefined();
    for (const worker of ['acme-api', 'acme-shortlink']) {
      expect(valueOf(worker, 'SECURITY_CONTACT')).toBe('s@example.net');
      expect(valueOf(worker, 'SCAN_LOG')).toBe('analytics_engine');
    }
    expect(valueOf('acme-shortlink', 'LINK_CACHE')).toBe('on');
    expect(valueOf('acme-api', 'OIDC_DOMAINS')).toBe('example.net');
    expect(open.account.scripts.get('acme-api')?.secrets.get('OIDC_CLIENT_SECRET')).toBe('of the provider');

    expect(describeInstallation(open, 'qr')).toEqual(before);
    const acme = describeInstallation(open, 'acme');
    expect(Object.keys(acme.identifiers)).toEqual(Object.keys(before.identifiers));
    for (const [what, ids] of Object.entries(acme.identifiers)) {
      expect(ids, what).not.toEqual([]);
      for (const id of ids) expect(before.identifiers[what], what).not.toContain(id);
    }
    expect(Object.keys(acme.files)).toEqual(['api.json', 'installation.json', 'shortlink.json']);
    for (const text of Object.values(acme.files)) {
      expect(text).toContain('acme');
      expect(text).not.toMatch(
        /\bqr-(api|shortlink|links|images|backups)\b|"qr"|qr_scans|qr_redirect|qr_requests|example\.com/,
      );
    }
  });

  it('reads statistics through the binding if told to, and the doctor finds weights that are applied twice', async () => {
    expect(script('acme-api').versions.at(-1)!.bindings).toContainEqual({
      name: 'ANALYTICS_SQL',
      type: 'analytics',
    });
    expect([...script('acme-api').secrets.keys()]).toEqual([
      'PASSWORD_PEPPER',
      'CACHE_PURGE_TOKEN',
      'OIDC_CLIENT_SECRET',
    ]);
    const zone = open.account.zones.find(({ name }) => name === 'example.net');
    expect(binding('acme-api', 'CACHE_ZONE_ID')).toMatchObject({ text: zone?.id });
    expect(binding('qr-api', 'CACHE_ZONE_ID')).toMatchObject({ text: '' });
    const findStatistics = async () =>
      (await examine({ installation: 'acme' }, open.platform)).filter(
        ({ name }) => name === 'statistics binding',
      );
    expect(await findStatistics()).toMatchObject([
      { state: 'note', text: expect.stringContaining('no scan of the last day') },
    ]);

    open.account.datasets.set('acme_scans', 500);
    expect(await findStatistics()).toMatchObject([
      { state: 'note', text: expect.stringContaining('nothing was sampled') },
    ]);
    open.account.faults.sampleInterval = 10;
    expect(await findStatistics()).toMatchObject([{ state: 'ok' }]);
    open.account.faults.weightsTwice = true;
    expect(await findStatistics()).toMatchObject([
      {
        state: 'fix',
        text: expect.stringMatching(/^5000 scans .* 500 over .* applied twice.* --statistics token/),
      },
    ]);
  });

  it('is warned by the doctor that its zone lets browsers keep deleted images for longer', async () => {
    const { copy } = [...open.account.databases.values()].find(({ name }) => name === 'acme')!;
    copy.query(
      `INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, color_dark, color_light, format, size, margin,
         error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
       SELECT -1, 'k7m2p9qa', id, 'url', 'https://example.com/', 'https://example.com/', 1, '#000000', '#ffffff', 'png', 512, 4, 'M', 2, 1, 0, 0 FROM accounts`,
      [],
    );
    const findCaching = async (cacheControl: string) => {
      const doFetch: typeof fetch = (input, init) =>
        new Request(input).url.startsWith('https://cdn.example.net/qr/k7m2p9qa.png')
          ? Promise.resolve(new Response('', { headers: { 'Cache-Control': cacheControl } }))
          : open.platform.fetch(input, init);
      const findings = await examine({ installation: 'acme' }, { ...open.platform, fetch: doFetch });
      return findings.find(({ name }) => name === 'image cache');
    };
    expect(await findCaching('public, max-age=3600')).toMatchObject({ state: 'ok' });
    expect(await findCaching('public, max-age=14400')).toMatchObject({
      state: 'note',
      text: expect.stringContaining('browsers keep an image for 4 hours, even after its code was deleted'),
    });
  });
});

/**
 * The state of an installation in the account and on this machine. `identifiers` tell its parts from others in the account: the Workers'
 * uploaded bindings, and the created secrets.
 */
function describeInstallation({ account, platform }: OpenAccount, name: string) {
  const isOurs = (other: string) => other === name || other.startsWith(`${name}-`);
  const scripts = [...account.scripts.values()].filter((one) => isOurs(one.name));
  const bindings = scripts.flatMap(({ versions }) => versions.at(-1)!.bindings);
  const namesIn = (type: string, ...fields: string[]) =>
    bindings.filter((one) => one.type === type).flatMap((one) => fields.flatMap((field) => one[field] ?? []));
  const domains = account.domains.filter(({ service }) => isOurs(service));
  const buckets = [...account.buckets.values()].filter((bucket) => isOurs(bucket.name));
  const databases = [...account.databases.values()].filter((database) => isOurs(database.name));
  const dir = join(platform.installationsDir, name);
  return {
    identifiers: {
      workers: scripts.map((one) => one.name),
      hosts: [
        ...domains.map(({ hostname }) => hostname),
        ...buckets.flatMap((one) => one.domains.map(({ domain }) => domain)),
      ],
      databases: namesIn('d1', 'id', 'database_id'),
      namespaces: namesIn('kv_namespace', 'namespace_id'),
      buckets: namesIn('r2_bucket', 'bucket_name'),
      datasets: [
        ...namesIn('analytics_engine', 'dataset'),
        ...bindings.flatMap((one) => (one.name === 'AE_DATASET' ? one['text'] : [])),
      ],
      limiters: namesIn('ratelimit', 'namespace_id'),
      urls: bindings.flatMap((one) => (/^(SHORT_URL_BASE|CDN_URL)$/.test(one.name) ? one['text'] : [])),
      // Tokens were given, not created.
      secrets: scripts.flatMap(({ secrets }) =>
        [...secrets].flatMap(([key, value]) => (key.endsWith('_TOKEN') ? [] : value)),
      ),
      accounts: databases.flatMap(({ copy }) =>
        copy.query('SELECT id FROM accounts', [])[0]!.results.map(({ id }) => id),
      ),
    } as Record<string, unknown[]>,
    deployed: scripts.map(({ versions, deployments, crons, secrets }) =>
      JSON.stringify([versions, deployments, crons, [...secrets]]),
    ),
    bookmarks: databases.map(({ copy }) => copy.bookmark()),
    files: Object.fromEntries(
      readdirSync(dir)
        .filter((file) => file.endsWith('.json'))
        .sort()
        .map((file) => [file, readFileSync(join(dir, file), 'utf8')]),
    ),
  };
}

it('on Workers Free, an installation that is said to be on Paid is refused with what to do, and any other is set up for Free', async () => {
  await using open = await openAccount({ fetch: withHosts([]) });
  open.account.faults.isFree = true;
  await expect(setUp({ ...SET_UP, set: ['WORKERS_PLAN=paid'] }, open.platform)).rejects.toThrow(
    /The account is on Workers Free.*npm run setup -- --set WORKERS_PLAN=free/,
  );
  const { databases, namespaces, buckets, queues, scripts } = open.account;
  expect([databases, namespaces, buckets, queues, scripts].map(({ size }) => size)).toEqual([0, 0, 0, 0, 0]);
  await setUp(SET_UP, open.platform);
  const { metadata } = open.account.scripts.get('qr-api')!.versions.at(-1)!;
  expect(metadata).not.toHaveProperty('limits');
  expect(metadata['bindings']).toContainEqual({ name: 'WORKERS_PLAN', type: 'plain_text', text: 'free' });
});

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(process.cwd(), file)));
  return hash.digest('hex');
}
