import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { experimental_readRawConfig } from 'wrangler';
import { keepTemporaryFilesInMemory } from '#harness/node/memory-folder.ts';
import { buildAssets } from '#scripts/assets/assets.ts';

// Three tiers (CONTRIBUTING.md, "Tests"). `npm test` runs the projects in process, `npm run test:processes` those that drive other programs,
// `npm run test:all` both. `npm run test:exhaustive` runs the files *.exhaustive.test.ts of all of them, which try every case.
export default defineConfig(async ({ mode }) => {
  await buildAssets();
  if (mode === 'test') keepTemporaryFilesInMemory();
  // As in tsconfig.json, which vitest does not read this from.
  const oxc = { jsx: { runtime: 'automatic' as const, importSource: 'hono/jsx' } };
  const isExhaustive = mode === 'exhaustive';
  // Of how many cases the exhaustive tests try one.
  const oneIn = Number(process.env['TRY_ONE_IN'] ?? 1);
  if (!Number.isInteger(oneIn) || oneIn < 1) throw new Error('TRY_ONE_IN must be a whole number from 1 on.');
  const seed = readSeed();
  const shared = {
    // Files share a process, because to start one for each would take longer than most of them.
    isolate: false,
    // With the cache, workerd gets the code of all modules again and again: 820 MB in one run.
    fsModuleCache: false,
    // They end what hangs, and measure nothing: a busy machine fails no test.
    testTimeout: isExhaustive ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    provide: { oneIn, isExhaustive, seed },
    setupFiles: ['harness/data/random-setup.ts'],
  };
  const testsIn = (...folders: string[]) => ({
    include: folders.map((folder) => `test/${folder}/**/*${isExhaustive ? '.exhaustive' : ''}.test.ts`),
    exclude: ['**/node_modules/**', ...(isExhaustive ? [] : ['**/*.exhaustive.test.ts'])],
  });
  // A busy machine can make another program fail by chance. In CI such a test is repeated once, and .ci/run lists it.
  const driven = { ...shared, retry: process.env['CI'] ? 1 : 0 };

  const inProcess: TestProjectInlineConfiguration[] = [
    {
      test: {
        name: 'core',
        ...shared,
        ...testsIn('client', 'core', 'symbol', 'print', 'scripts', 'style'),
      },
    },
    {
      oxc,
      plugins: [await inWorkerd()],
      test: {
        name: 'api',
        ...shared,
        ...testsIn('api', 'dashboard', 'scans', 'shortlink', 'storage'),
        setupFiles: [
          ...shared.setupFiles,
          'harness/worker/empty-storage.ts',
          'harness/worker/refusals-setup.ts',
        ],
        globalSetup: ['harness/programs/analytics-engine-setup.ts'],
      },
    },
    {
      test: {
        name: 'journey',
        ...driven,
        ...testsIn('journey'),
        globalSetup: ['harness/browser/dashboards-setup.ts'],
      },
    },
  ];
  const otherProcesses: TestProjectInlineConfiguration[] = [
    {
      test: {
        name: 'browser',
        ...driven,
        ...testsIn('browser'),
        globalSetup: ['harness/browser/dashboards-setup.ts'],
      },
    },
    {
      test: {
        name: 'drawings',
        ...shared,
        ...testsIn('drawings'),
        globalSetup: ['harness/programs/drawing-packages-setup.ts'],
      },
    },
    {
      test: {
        name: 'assistants',
        ...driven,
        ...testsIn('assistants'),
        globalSetup: ['harness/programs/assistant-packages-setup.ts'],
      },
    },
    { test: { name: 'commands', ...driven, ...testsIn('commands') } },
    { test: { name: 'e2e', ...driven, ...testsIn('e2e') } },
    { test: { name: 'installation', ...driven, ...testsIn('installation') } },
    { test: { name: 'press', ...driven, ...testsIn('press') } },
    { test: { name: 'redirects', ...driven, ...testsIn('redirects') } },
  ];
  const tiers = new Map([
    ['test', inProcess],
    ['processes', otherProcesses],
  ]);

  return {
    test: {
      // What the Workers log is noise while they do what they should.
      silent: 'passed-only' as const,
      // Each starts a workerd and sends it all modules, which takes 8 s of CPU. Tests in process wait for nothing, so one for each core of a
      // small machine is enough; those of the whole service spend half of their time waiting for it.
      maxWorkers: mode === 'test' ? 2 : 3,
      projects: tiers.get(mode) ?? [...inProcess, ...otherProcesses],
    },
  };
});

interface Ratelimit {
  readonly name: string;
  readonly namespace_id: string;
  readonly simple: { readonly limit: number; readonly period: 60 };
}

interface Dataset {
  readonly binding: string;
  readonly dataset: string;
}

/** Both Workers, in one workerd: to start it and to send it their modules takes longer than most of their tests. */
async function inWorkerd() {
  const { rawConfig: shortLink } = experimental_readRawConfig({ config: 'src/shortlink/wrangler.toml' });
  return cloudflareTest({
    wrangler: { configPath: 'wrangler.toml' },
    miniflare: {
      ratelimits: Object.fromEntries(
        (shortLink.ratelimits as Ratelimit[]).map(({ name, ...limit }) => [name, limit]),
      ),
      analyticsEngineDatasets: Object.fromEntries(
        (shortLink.analytics_engine_datasets as Dataset[]).map(({ binding, dataset }) => [
          binding,
          { dataset },
        ]),
      ),
      bindings: {
        ...(shortLink.vars as Record<string, string>),
        SCAN_LOG: 'd1',
        TARGET_CHECKS: 'off',
        AE_API_TOKEN: 'token of the tests',
        VISITOR_KEY_SECRET: 'secret of the tests',
        PASSWORD_PEPPER: 'pepper of the tests',
        TEST_MIGRATIONS: await readD1Migrations('migrations'),
      },
      // Under another name: EMAIL is there only where a test wants mail to be configured.
      email: { send_email: [{ name: 'TEST_EMAIL' }] },
    },
  });
}

/** What tests draw at random follows from it: harness/data/random.ts. Each project reads this file; the first one says it. */
function readSeed(): number {
  if (process.env['TEST_SEED'] === undefined) {
    process.env['TEST_SEED'] = '1';
    console.log('Tests draw at random from TEST_SEED=1.');
  }
  const seed = Number(process.env['TEST_SEED']);
  if (!Number.isInteger(seed)) throw new Error('TEST_SEED must be a whole number.');
  return seed;
}
