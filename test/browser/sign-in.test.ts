import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchChromium, openPage } from '../support/chromium.ts';
import { startDashboard, type TestDashboard } from '../support/test-dashboard.ts';

describe.runIf(inject('hasChromium'))('signing in', () => {
  let dashboard: TestDashboard;
  let browser: Browser;

  beforeAll(async () => {
    [dashboard, browser] = await Promise.all([startDashboard(), launchChromium()]);
  });

  afterAll(async () => {
    await browser?.close();
    await dashboard?.stop();
  });

  it('by the link that npm start prints leads to the codes, and signing out leaves nothing to go back to', async () => {
    const { page, faults } = await openPage(browser, dashboard.origin);
    await page.goto(dashboard.dashboardUrl);
    expect(page.url()).toBe(`${dashboard.origin}/codes`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(`${dashboard.origin}/codes`);
    expect(page.url()).toBe(`${dashboard.origin}/sign-in`);
    expect(faults).toEqual([]);
  });
});
