import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Break } from '#harness/cloudflare/account.ts';
import { install } from '#harness/cloudflare/install.ts';
import { answerAsService } from '#harness/cloudflare/network.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { spawnScript } from '#harness/node/run-program.ts';
import { backUpToFile } from '#scripts/installation/back-up.ts';
import { openInstalledPlace } from '#scripts/installation/database-place.ts';
import { examine } from '#scripts/installation/doctor/examine.ts';
import type { Platform } from '#scripts/installation/platform.ts';
import { restore } from '#scripts/installation/restore/restore.ts';
import { rollback } from '#scripts/installation/rollback.ts';
import { setUp } from '#scripts/installation/set-up.ts';
import { upgrade } from '#scripts/installation/upgrade.ts';
import { parseCodeId } from '#core/codes/code-id.ts';
import { listAccounts } from '#scripts/support/accounts.ts';
import { disableCode } from '#scripts/support/operate.ts';
import { sayError } from '#scripts/support/say-error.ts';

/** Cloudflare's API as it fails: whatever comes back, a command says in a sentence what to do. wrangler does not run here. */

let open: OpenAccount;

beforeEach(async () => {
  open = await openAccount({ runWrangler: () => Promise.reject(new Error('wrangler is not run here')) });
});
afterEach(() => open[Symbol.asyncDispose]());

const DRY_RUN = { domain: 'example.com', isDryRun: true, isSmokeTested: false, takeOver: [] };

const COMMANDS: Readonly<Record<string, (platform: Platform) => Promise<unknown>>> = {
  setup: (platform) => setUp({ ...DRY_RUN, isDryRun: false }, platform),
  upgrade: (platform) => upgrade({ isDryRun: false, acceptsDowntime: false }, platform),
  rollback: (platform) => rollback({}, platform),
  backup: (platform) => backUpToFile({ file: join(platform.installationsDir, 'b.gz') }, platform),
  restore: (platform) => restore({ imagesOnly: true }, platform),
  'restore --time': (platform) => restore({ time: new Date(platform.nowMs()).toISOString() }, platform),
  'code -- disable --remote': async (platform) =>
    disableCode(await openInstalledPlace(platform, {}), parseCodeId('k7m2p9qa')!, {
      disabledFor: 'abuse',
      reason: 'harm',
    }),
  'text -- put --remote': async (platform) =>
    (await openInstalledPlace(platform, {})).putPairs([{ key: 'texts/privacy', value: 'Ours' }]),
  'account -- list --remote': async (platform) => listAccounts(await openInstalledPlace(platform, {})),
};

/** What each failure has to lead to: the advice that fits it. */
const FAILURES: readonly [Break, RegExp][] = [
  [403, /API token/],
  [404, /no domain|setup|doctor|nothing to roll back/],
  [429, /try again in 1 minute/],
  [500, /try again in a few minutes/i],
  ['hang', /Check the network/],
  ['cut before', /Check the network/],
  ['blocked page', /"Attention Required!".*\(status 403\).*proxy or firewall/],
  ['login page', /"Welcome to the hotel".*proxy or firewall/],
  ['error page', /"502 Bad Gateway".*Try again/],
  ['null', /proxy or firewall/],
  // KV answers like this to changes.
  ['null result', /proxy or firewall|success/],
  // Cloudflare changed its API: what is used of a result is not there.
  ['empty object', /form that this version does not know \(result[^)]*\)\. Pull the newest version|success/],
  ['list of empty objects', /form that this version does not know|success/],
  ['other JSON', /proxy or firewall/],
  ['nothing', /nothing came back.*proxy or firewall/],
];

describe.each(Object.entries(COMMANDS))('%s', (_, command) => {
  it.each(FAILURES)('says what to do if Cloudflare answers with %s', async (failure, advice) => {
    install(open, 'qr');
    open.account.faults.breaks = () => failure;
    const fetchSoon: typeof fetch = (url, init) =>
      fetch(url, failure === 'hang' ? { ...init, signal: AbortSignal.timeout(20) } : init);
    const said = await command({ ...open.platform, fetch: fetchSoon }).then(() => 'success', sayError);
    expect(said).toMatch(advice);
    expect(said).not.toMatch(/is a bug|<|undefined|at async|not iterable/);
    expect(said.split('\n').length).toBeLessThanOrEqual(3);
  });
});

describe('any command', () => {
  const sayOf = (url: string) => fetch(url).then(() => 'success', sayError);

  it('says in one line that a host name does not resolve, or that nothing listens there', async () => {
    expect(await sayOf('http://no-such-host.invalid')).toMatch(
      /^The host name no-such-host\.invalid does not resolve \(E\w+\): check its spelling, its DNS record and the network/,
    );
    await open.standIn.stop();
    expect(await sayOf(open.standIn.url)).toMatch(
      /^The network gives no response \(.*ECONNREFUSED.*\): check it, .*$/,
    );
  });
});

describe('the doctor', () => {
  it.each(FAILURES.filter(([failure]) => failure !== 403 && failure !== 404))(
    'calls nothing broken that it could not look at: %s',
    async (failure) => {
      install(open, 'qr');
      open.account.faults.breaks = () => failure;
      // These tests ask nothing of the service itself.
      const fetchSoon: typeof fetch = (url, init) =>
        String(url instanceof Request ? url.url : url).startsWith(open.standIn.url)
          ? fetch(url, failure === 'hang' ? { ...init, signal: AbortSignal.timeout(20) } : init)
          : Promise.resolve(answerAsService(new URL(new Request(url).url)));
      const findings = await examine({}, { ...open.platform, fetch: fetchSoon });
      const unknown = findings.filter(({ state }) => state === 'unknown').map(({ name }) => name);
      expect(unknown).toEqual(expect.arrayContaining(['account', 'qr-api', 'cron', 'schema', 'use: D1']));
      expect(findings.filter(({ state }) => state === 'fix')).toEqual([]);
    },
  );
});

describe('a passing failure', () => {
  it.each([429, 500, 'cut before', 'error page'] as const)('does not end a backup: %s', async (failure) => {
    install(open, 'qr');
    let queries = 0;
    open.account.faults.breaks = (line) => (line.endsWith('/query') && ++queries % 3 === 0 ? failure : null);
    await COMMANDS['backup']!(open.platform);
    expect(open.lines.at(-1)).toContain('Backup: ');
    expect(open.lines.filter((line) => line.startsWith('waiting')).length).toBeGreaterThan(3);
  });

  it('is waited out for as long as Cloudflare asks, and the wait is shown', async () => {
    install(open, 'qr');
    const slept: number[] = [];
    let isFirst = true;
    open.account.faults.breaks = (line) => {
      const breaks = isFirst && line.endsWith('/query');
      isFirst &&= !breaks;
      return breaks ? 429 : null;
    };
    const platform = { ...open.platform, sleep: async (ms: number) => void slept.push(ms) };
    await COMMANDS['backup']!(platform);
    expect(slept).toEqual([7_000]);
    expect(open.lines).toContain(
      'waiting       D1: 7 s, then trying again: More than 1200 requests per 300 seconds',
    );
  });

  it.each([
    [
      429,
      'waiting       Analytics Engine: 7 s, then trying again: More than 1200 requests',
      'sent too many requests: try again in 1 minute.',
    ],
    [
      500,
      'waiting       Analytics Engine: 1 s, then trying again: Internal error',
      'Try again in a few minutes',
    ],
    [
      'error page',
      'waiting       Analytics Engine: 1 s, then trying again: the web page',
      'Try again in a few minutes',
    ],
  ] as const)(
    'of Analytics Engine is waited out, and named if it lasts: %s',
    async (failure, wait, advice) => {
      let queries = 0;
      const breakFor = (times: number) => {
        queries = 0;
        open.account.faults.breaks = (line) =>
          line.endsWith('/analytics_engine/sql') && ++queries <= times ? failure : null;
      };
      breakFor(2);
      await setUp(DRY_RUN, open.platform);
      expect(queries).toBe(3);
      expect(open.lines[0]).toContain(wait);

      breakFor(Infinity);
      const said = await setUp(DRY_RUN, open.platform).then(() => 'success', sayError);
      expect(said).toMatch(/^Cloudflare: the SQL API of Analytics Engine: /);
      expect(said).toContain(advice);
      expect(queries).toBe(4);
    },
  );

  it('of setup says what waits', async () => {
    open.account.faults.breaks = (line) => (line === 'GET /zones' ? null : 500);
    await expect(COMMANDS['setup']!(open.platform)).rejects.toThrow('Internal error');
    const waits = open.lines.filter((line) => line.startsWith('waiting'));
    expect(waits).not.toEqual([]);
    const subjects =
      /D1|KV|R2|Workers|the Worker "[\w-]+"|hosts of Workers|Worker routes|DNS records|the workers\.dev subdomain/;
    for (const line of waits)
      expect(line).toMatch(
        RegExp(`^waiting {7}(${subjects.source}): \\d+ s, then trying again: Internal error$`),
      );
  });

  it('is not answered by sending a change twice', async () => {
    const { copy } = install(open, 'qr');
    open.account.faults.breaks = (line) => (line.endsWith('/query') ? 'cut after' : null);
    const { binding } = await openInstalledPlace(open.platform, {});
    const insert = "INSERT INTO accounts (id, name, plan, created_at_ms) VALUES ('acc_1', 'A', 'free', 0)";
    await expect(binding.prepare(insert).run()).rejects.toThrow('no response');
    expect(copy.query('SELECT id FROM accounts', [])[0]?.results).toHaveLength(1);
  });
});

describe.each([
  ...['setup', 'upgrade', 'rollback', 'backup', 'restore', 'doctor', 'costs', 'costs/print-scale', 'start'],
  ...['verify', 'account', 'code', 'gs1', 'blocklist', 'reports', 'text', 'brand'],
])('%s', (script) => {
  it('names an option that it does not have, and shows those that it has', async () => {
    const words = {
      account: ['list'],
      code: ['enable', 'x'],
      gs1: ['list'],
      blocklist: ['list'],
      text: ['reset', 'terms'],
      brand: ['reset'],
    };
    const before = words[script as keyof typeof words] ?? [];
    expect(await spawnScript(script, ...before, '--shards', '3')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'There is no option --shards: --help lists those that there are.\n',
    });
    expect(await spawnScript(script, '--help')).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^Usage: npm (run|start)/),
      stderr: '',
    });
  });
});
