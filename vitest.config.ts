import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { buildDashboardAssets } from './scripts/support/dashboard-assets.ts';

// Two kinds of tests: in workerd with the bindings of one Worker, and in plain Node (the pure core, and both Workers end to end).
export default defineConfig(async () => {
  await buildDashboardAssets();
  const migrations = await readD1Migrations('migrations');
  const inWorkerd = (configPath: string, bindings: Record<string, string>) =>
    cloudflareTest({
      wrangler: { configPath },
      miniflare: {
        bindings: { ...bindings, TEST_MIGRATIONS: migrations },
        // Under another name: EMAIL is there only where a test wants mail to be configured.
        email: { send_email: [{ name: 'TEST_EMAIL' }] },
      },
    });
  // As in tsconfig.json, which vitest does not read this from.
  const oxc = { jsx: { runtime: 'automatic' as const, importSource: 'hono/jsx' } };
  const setupFiles = ['test/support/apply-migrations.ts'];

  return {
    test: {
      // What the Workers log is noise while they do what they should.
      silent: 'passed-only' as const,
      // One more than the cores of a small machine: tests of the whole service spend half of their time waiting for it.
      maxWorkers: 3,
      projects: [
        {
          test: {
            name: 'core',
            include: ['test/core/**/*.test.ts', 'test/symbol/**/*.test.ts'],
            testTimeout: 60_000,
          },
        },
        {
          oxc,
          plugins: [inWorkerd('wrangler.toml', { SCAN_LOG: 'd1', AE_API_TOKEN: 'token of the tests' })],
          test: {
            name: 'api',
            include: ['test/{api,dashboard,service,storage}/**/*.test.ts'],
            setupFiles,
            testTimeout: 30_000,
          },
        },
        {
          plugins: [
            inWorkerd('src/shortlink/wrangler.toml', {
              SCAN_LOG: 'd1',
              VISITOR_KEY_SECRET: 'secret of the tests',
            }),
          ],
          test: { name: 'shortlink', include: ['test/shortlink/**/*.test.ts'], setupFiles },
        },
        {
          oxc,
          plugins: [inWorkerd('wrangler.toml', { AE_API_TOKEN: 'token of the tests' })],
          test: {
            name: 'scans',
            include: ['test/scans/**/*.test.ts'],
            setupFiles,
            globalSetup: ['test/support/analytics-engine-setup.ts'],
          },
        },
        {
          test: {
            name: 'browser',
            include: ['test/browser/**/*.test.ts'],
            globalSetup: ['test/support/chromium-setup.ts'],
            testTimeout: 60_000,
            hookTimeout: 120_000,
          },
        },
        {
          test: {
            name: 'e2e',
            include: ['test/e2e/**/*.test.ts'],
            testTimeout: 60_000,
            hookTimeout: 120_000,
          },
        },
      ],
    },
  };
});
