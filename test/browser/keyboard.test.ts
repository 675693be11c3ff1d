import { describe, expect, inject, it } from 'vitest';
import { useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';
import { tabThrough, tabTo } from '#harness/browser/keyboard.ts';
import { signInByLink } from '#harness/browser/sign-in-by-link.ts';

/** These tests use only the keyboard. */
describe.runIf(inject('hasChromium'))('with the keyboard alone', () => {
  const chromium = useDashboardInChromium('keyboard');
  const code = () => `/codes/${chromium.dashboard.filled?.busyCode}`;
  async function open(path: string, options: Parameters<typeof chromium.signIn>[0] = {}) {
    const { page, faults } = await chromium.signIn({ reducedMotion: 'reduce', ...options });
    await page.goto(chromium.dashboard.origin + path);
    return { page, faults, pathname: () => new URL(page.url()).pathname };
  }

  it.each([
    ['desktop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ])('the focus goes through every page, seen at each stop, on a %s', async (_, viewport) => {
    const { page } = await open('/overview', { viewport });
    const unseen: string[] = [];
    for (const path of [
      '/overview',
      '/analytics',
      '/codes',
      code(),
      `${code()}/analytics`,
      '/codes/new',
      '/settings/people',
    ]) {
      await page.goto(chromium.dashboard.origin + path);
      const stops = await tabThrough(page);
      expect(stops[0]?.name, path).toBe('Skip to content');
      expect(stops.length, path).toBeGreaterThan(10);
      unseen.push(...stops.filter(({ isVisible }) => !isVisible).map(({ name }) => `${path}: ${name}`));
    }
    expect(unseen).toEqual([]);
  });

  it('the frame is skipped, or leads on', async () => {
    const { page, pathname } = await open('/overview');
    await tabTo(page, /^Skip to/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
    await page.goto(`${chromium.dashboard.origin}/overview`);
    await tabTo(page, /^Codes$/);
    await Promise.all([page.waitForURL('**/codes'), page.keyboard.press('Enter')]);
    expect(pathname()).toBe('/codes');
  });

  it('the types of content are one stop, and the arrow keys go through them', async () => {
    const { page } = await open('/codes/new');
    const stops = await tabThrough(page);
    expect(stops.filter(({ name }) => /^(Web address|Text|Wi-Fi)$/.test(name)).length).toBeLessThan(3);
    await tabTo(page, /^Web address$/);
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await page.getByLabel('Name of the network').waitFor();
    const { name, value } = await page.evaluate<{ name: string; value: string }>(
      '(({ name, value }) => ({ name, value }))(document.activeElement)',
    );
    expect([name, value]).toEqual(['type', 'wifi']);
  });

  it('scans are chosen by period and filter, and a filter is removed', async () => {
    const { page, faults } = await open(`${code()}/analytics`);
    await tabTo(page, /^7 days$/);
    await Promise.all([page.waitForURL(/range=last_7_days/), page.keyboard.press('Enter')]);
    await tabTo(page, /^Germany/);
    await Promise.all([page.waitForURL(/filter=country/), page.keyboard.press('Enter')]);
    await tabTo(page, /^Remove Country/);
    await Promise.all([
      page.waitForURL((url) => !url.search.includes('filter')),
      page.keyboard.press('Enter'),
    ]);
    expect(faults).toEqual([]);
  });

  it('a code is made, its target changed, and its statistics shared', async () => {
    const { page, faults } = await open('/codes');
    // A link that looks like a button is pressed as one.
    await tabTo(page, /^New code$/);
    await Promise.all([page.waitForURL('**/codes/new?*'), page.keyboard.press('Space')]);
    // The kind of content also has this name.
    await tabTo(page, /^Web address/);
    await tabTo(page, /^Web address/);
    await page.keyboard.type('https://bluefig.example/by-keyboard');
    await tabTo(page, /^Create code$/);
    await Promise.all([page.waitForURL('**/codes/qr_*'), page.keyboard.press('Enter')]);
    await tabTo(page, /^Change target$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('target');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('https://bluefig.example/changed');
    await Promise.all([
      page.waitForResponse((r) => r.request().method() === 'POST'),
      page.keyboard.press('Enter'),
    ]);
    await page.getByText('https://bluefig.example/changed').first().waitFor();
    await page.goto(`${chromium.dashboard.origin}${code()}/analytics`);
    await tabTo(page, /^Share$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Create link$/);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open the link' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('somebody signs out', async () => {
    const link = await chromium.invite('Joan');
    const { page } = await open('/overview');
    await page.context().clearCookies();
    await signInByLink(page, link);
    await tabTo(page, /^Joan/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Sign out$/);
    await Promise.all([page.waitForURL('**/sign-in**'), page.keyboard.press('Enter')]);
    await page.goto(`${chromium.dashboard.origin}/codes`);
    expect(new URL(page.url()).pathname).toBe('/sign-in');
  });
});
