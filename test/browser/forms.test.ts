import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { addAuthenticator, openPage } from '#harness/browser/chromium.ts';
import { checkAccessibility, useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';
import { signInByLink } from '#harness/browser/sign-in-by-link.ts';

/** Forms on slow networks, with double clicks, and after going back. */
describe.runIf(inject('hasChromium'))('the forms of the dashboard', () => {
  const chromium = useDashboardInChromium('forms');

  async function open(path: string, options: Parameters<typeof chromium.signIn>[0] = {}) {
    const watched = await chromium.signIn(options);
    await watched.page.goto(chromium.dashboard.origin + path);
    return watched;
  }

  async function slowDown(page: Page): Promise<void> {
    const devTools = await page.context().newCDPSession(page);
    const speed = { offline: false, latency: 250, downloadThroughput: -1, uploadThroughput: -1 };
    await devTools.send('Network.emulateNetworkConditions', speed);
  }

  it('are sent once by a double click: a new key is shown', async () => {
    const { page } = await open('/settings/keys');
    await slowDown(page);
    await page.getByLabel('Name').fill('Double');
    await page.getByRole('button', { name: 'Create key' }).dblclick({ delay: 100 });
    expect((await page.locator('#new-key').textContent())?.trim()).toMatch(/^qr_live_/);
  });

  it('are sent once by a double click: a sign-in link signs in', async () => {
    const { page } = await openPage(chromium.browser, chromium.dashboard.origin);
    await page.goto(await chromium.invite('Grace'));
    await slowDown(page);
    await page.getByRole('button', { name: 'Accept the invitation' }).dblclick({ delay: 100 });
    await page.waitForURL(`${chromium.dashboard.origin}/overview`);
    expect(await page.locator('.who').textContent()).toContain('Grace');
  });

  async function createCode(): Promise<string> {
    const { apiUrl, apiKey } = chromium.dashboard;
    const made = await fetch(`${apiUrl}/v1/qr`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ target: 'https://example.com/host', dynamic: true }),
    });
    const { id } = (await made.json()) as { id: string };
    return `/codes/${id}`;
  }

  const PHONE = { viewport: { width: 390, height: 844 } };
  /** Whether something is whole between the window's upper edge and the bar at its bottom. */
  const isInSight = (selector: string) => `(() => {
    const { top, bottom, height } = document.querySelector('${selector}').getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight - 56;
  })()`;

  it.each([true, false])(
    'show every type of content on a phone, the chosen one too, with a script: %s',
    async (javaScriptEnabled) => {
      const { page } = await open('/codes/new?type=swiss_bill', { ...PHONE, javaScriptEnabled });
      await expect.poll(() => page.evaluate(isInSight('.tiles.wide > div'))).toBe(true);
      await page.getByRole('radio', { name: 'Wi-Fi', exact: true }).check({ force: true });
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show the fields' }).click();
      await page.getByLabel('Name of the network').waitFor();
      expect(await page.getByRole('radio', { name: 'Wi-Fi', exact: true }).isChecked()).toBe(true);
    },
  );

  it('show the first field of a new code on a phone, above the preview and below three columns of types', async () => {
    const { page } = await open('/codes/new', PHONE);
    const places = await page.evaluate<[number, number, number]>(`[
      new Set([...document.querySelectorAll('.tiles.wide .tile')].map((tile) => tile.getBoundingClientRect().left)).size,
      document.querySelector('#url').getBoundingClientRect().bottom,
      document.querySelector('.preview').getBoundingClientRect().top,
    ]`);
    const [columns, fieldEnd, previewStart] = places;
    expect(columns).toBe(3);
    expect(fieldEnd).toBeLessThan(previewStart);
  });

  const ONE_WIDTH = [
    '/settings',
    '/settings/workspace',
    '/settings/people',
    '/settings/brand',
    '/settings/domains',
  ];

  it.each([...ONE_WIDTH, '/settings/keys', '/settings/webhooks', '/codes/library', '/codes/import'])(
    'and cards of %s have one width, on a desktop and on a tablet',
    async (path) => {
      const { page } = await open(path);
      for (const width of [1440, 820]) {
        await page.setViewportSize({ width, height: 900 });
        const parts = 'main :is(.card, ul.rows, table.plain, .upload, .import > form):not(.card *)';
        const places = await page.evaluate<
          string[]
        >(`[...document.querySelectorAll('${parts}')].map((part) => {
          const { left, right } = part.getBoundingClientRect();
          return left + ' to ' + right;
        })`);
        expect(places.length).toBeGreaterThan(0);
        expect(new Set(places).size).toBe(1);
      }
    },
  );

  it('of a code’s page open on a phone where they are seen, with the focus', async () => {
    const { page } = await open(await createCode(), PHONE);
    const order = `['.code-picture img', '.leads-to', '.figures, .totals', '#control', '#names'].map((part) =>
      document.querySelector('.code-page ' + part)?.getBoundingClientRect().top ?? -1)`;
    const tops = await page.evaluate<number[]>(order);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await page.getByText('Change target').click();
    await expect.poll(() => page.evaluate(isInSight('#edit'))).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('target');
    await page.evaluate('scrollTo(0, 0)');
    await page.getByText('More', { exact: true }).click();
    await page.getByText('Delete this code…').first().click();
    await expect.poll(() => page.evaluate(isInSight('#delete'))).toBe(true);
    expect(await page.locator('#confirmation').isVisible()).toBe(true);
  });

  it('can be sent again after somebody stopped the page from loading', async () => {
    const { page } = await open('/codes');
    await page.clock.install();
    // A slow machine must not let the time run out before somebody looks.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto(`${chromium.dashboard.origin}/codes/new`);
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/stopped');
    const create = page.getByRole('button', { name: 'Create code' });
    await page.route('**/codes', (route) => route.abort('aborted'), { times: 1 });
    await create.click();
    await page.locator('button[aria-busy="true"]').waitFor();
    await page.clock.fastForward(3000);
    await page.locator('button[aria-busy="true"]').waitFor({ state: 'detached' });
    await create.click();
    await page.waitForURL(/\/codes\/qr_\w{8}$/);
    expect(await page.locator('.notice').textContent()).toContain('Your code is ready.');
  });

  it('warn during typing that the host of a target looks like another one', async () => {
    const { page, faults } = await open(await createCode());
    await page.getByText('Change target').click();
    const field = page.getByRole('textbox', { name: 'Target' });
    await field.fill('https://\u0430pple.com/');
    await page.locator('#target-look-alike').getByText('Check the host.').waitFor();
    await field.fill('https://apple.com/');
    await page.getByText('Check the host.').waitFor({ state: 'detached' });
    await field.fill('\u0430pple.com');
    await page.locator('#target-look-alike').getByText('Check the host.').waitFor();
    expect(faults).toEqual([]);
  });

  it('are as typed after going back, and so is the preview; the password of a network is not kept', async () => {
    const { page, faults } = await open('/codes/new');
    await page.getByRole('radio', { name: 'Wi-Fi', exact: true }).check({ force: true });
    await page.getByLabel('Name of the network').fill('Guests');
    await page.getByLabel('Password').fill('not kept here');
    await page.getByLabel('Title (optional)').fill('For the wall');
    await page.getByRole('link', { name: 'Codes', exact: true }).click();
    await page.waitForURL(`${chromium.dashboard.origin}/codes`);
    await page.goBack();
    expect(await page.getByLabel('Name of the network').inputValue()).toBe('Guests');
    expect(await page.getByLabel('Title (optional)').inputValue()).toBe('For the wall');
    expect(await page.getByLabel('Password').inputValue()).toBe('');

    await page.getByRole('radio', { name: 'Web address' }).check({ force: true });
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/back');
    await page.getByAltText('Preview of the QR code').waitFor();
    await page.goto(`${chromium.dashboard.origin}/codes`);
    await page.goBack();
    expect(await page.getByRole('textbox', { name: 'Web address' }).inputValue()).toBe(
      'https://example.com/back',
    );
    await page.getByAltText('Preview of the QR code').waitFor();
    expect(faults).toEqual([]);
  });

  it.each([true, false])('make no second code after going back, with a script: %s', async (hasScript) => {
    const { page } = await chromium.signIn({ javaScriptEnabled: hasScript });
    await page.goto(`${chromium.dashboard.origin}/codes/new`);
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/once');
    const create = async () => {
      await page.getByRole('button', { name: 'Create code' }).click();
      await page.waitForURL(/\/codes\/qr_/);
      return page.url();
    };
    const first = await create();
    await page.goBack();
    expect(await page.getByRole('textbox', { name: 'Web address' }).inputValue()).toBe(
      'https://example.com/once',
    );
    expect(await create()).toBe(first);
  });

  it('warn before what was typed is lost, but not once it is sent or where there is nothing to lose', async () => {
    const { page, faults } = await open('/codes/new');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    const leave = async () => {
      await page.getByRole('link', { name: 'Codes', exact: true }).click();
      await page.waitForURL(`${chromium.dashboard.origin}/codes`);
      return asked.splice(0);
    };
    expect(await leave()).toEqual([]);
    await page.goto(`${chromium.dashboard.origin}/codes/new`);
    await page.getByRole('radio', { name: 'Text', exact: true }).check({ force: true });
    await page.locator('#text').fill('Hello');
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.waitForURL(/\/codes\/qr_/);
    expect(await leave()).toEqual([]);
    // A page that keeps no draft of what is typed.
    const webhooks = `${chromium.dashboard.origin}/settings/webhooks`;
    const url = page.getByRole('textbox', { name: 'Web address' });
    await page.goto(webhooks);
    await url.fill('https://');
    expect(await leave()).toEqual(['beforeunload']);
    await page.goto(webhooks);
    await url.fill('ftp://example.com');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.locator('#url-error').waitFor();
    expect(asked).toEqual([]);
    // The refused form is not stored either.
    expect(await leave()).toEqual(['beforeunload']);
    // A search and ticked boxes are no work that could be lost.
    await page.getByRole('searchbox').fill('hello');
    // The list follows.
    await page.waitForURL(/q=hello/);
    await page.locator('tbody input[type=checkbox]').first().check();
    await page.goto(`${chromium.dashboard.origin}/overview`);
    expect(asked).toEqual([]);
    // The browser reports the 422.
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });

  it('keep an unfinished code in this browser, but for its password, until it is made, discarded, or its person signs out', async () => {
    // Signs out, so not with the session of the other tests.
    const { page, faults } = await openPage(chromium.browser, chromium.dashboard.origin);
    await signInByLink(page, await chromium.invite('Barbara'));
    await page.goto(`${chromium.dashboard.origin}/codes/new`);
    const offer = page.getByText('You have an unfinished code.');
    const kept = async () => page.evaluate<string>('JSON.stringify(Object.entries(localStorage))');
    const leave = () => page.goto(`${chromium.dashboard.origin}/codes`);
    const back = () => page.goto(`${chromium.dashboard.origin}/codes/new`);
    await page.getByRole('radio', { name: 'Wi-Fi', exact: true }).check({ force: true });
    await page.getByLabel('Name of the network').fill('Guests');
    await page.getByLabel('Password').fill('not kept here');
    await page.getByLabel('Title (optional)').fill('For the wall');
    await leave();
    expect(await kept()).toContain('Guests');
    expect(await kept()).not.toMatch(/not.kept.here/);

    await back();
    await offer.waitFor();
    await checkAccessibility(page);
    await page.getByRole('button', { name: 'Continue your draft' }).click();
    await page.getByLabel('Name of the network').waitFor();
    expect(await page.getByLabel('Name of the network').inputValue()).toBe('Guests');
    expect(await page.getByLabel('Title (optional)').inputValue()).toBe('For the wall');
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    await page.getByLabel('Password').fill('long enough');
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByRole('heading', { name: 'For the wall', level: 1 }).waitFor();
    expect(await kept()).toBe('[]');

    await back();
    expect(await offer.count()).toBe(0);
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/half');
    await leave();
    await back();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect([await offer.count(), await kept()]).toEqual([0, '[]']);
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/half');
    await page.locator('.who summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/sign-in/);
    expect(await kept()).toBe('[]');
    expect(faults).toEqual([]);
  });

  it('show the address beside the preview on a screen that is zoomed to 200 %', async () => {
    const { page } = await chromium.signIn({ viewport: { width: 720, height: 450 } });
    await page.goto(`${chromium.dashboard.origin}/codes/new`);
    const field = page.getByRole('textbox', { name: 'Web address' });
    const box = await field.boundingBox();
    expect(box!.y + box!.height).toBeLessThanOrEqual(450);
    expect(await page.evaluate(`document.elementFromPoint(100, ${box!.y + box!.height - 2}).id`)).toBe('url');
  });

  it('change to another type in place, with the focus on its first field, and lose nothing', async () => {
    const { page, faults } = await open('/codes/new');
    await page.getByLabel('Title (optional)').fill('Kept');
    await page.getByRole('radio', { name: 'Contact' }).click({ force: true });
    await page.waitForURL(/\/codes\/new\?type=vcard&form=form_[0-9a-f]{16}$/);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('vcard.first_name');
    expect(await page.getByLabel('Title (optional)', { exact: true }).inputValue()).toBe('Kept');
    expect(await page.getByRole('button', { name: 'Preview', exact: true }).isVisible()).toBe(false);
    await page.keyboard.type('Jane');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Doe');
    await page.getByAltText('Preview of the QR code').waitFor();
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByRole('heading', { name: 'Kept', level: 1 }).waitFor();
    expect(faults).toEqual([]);
  });

  it('remove the error from a field once it is right, and leave the others', async () => {
    const { page, faults } = await open('/codes/new');
    await page.getByRole('textbox', { name: 'Web address' }).fill('ftp://example.com/');
    await page.getByLabel('Title (optional)').fill('x'.repeat(201));
    await page.getByRole('button', { name: 'Create code' }).click();
    const [address, title] = [page.locator('#url'), page.locator('#title')];
    await page.locator('#url-error').waitFor();
    expect(await title.getAttribute('aria-describedby')).toBe('title-error title-hint');
    await title.fill('Short');
    await page.locator('#title-error').waitFor({ state: 'detached' });
    expect([await title.getAttribute('aria-invalid'), await title.getAttribute('aria-describedby')]).toEqual([
      null,
      'title-hint',
    ]);
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await address.fill('https://example.com/right');
    await page.locator('#url-error').waitFor({ state: 'detached' });
    expect(await page.getByText('Correct what is marked below').count()).toBe(0);

    // A page without a preview.
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.waitForURL(/\/codes\/qr_\w{8}$/);
    await page.locator('summary', { hasText: 'Change title' }).click();
    await page.locator('#title').fill('y'.repeat(201));
    await page.locator('#name').getByRole('button', { name: 'Save' }).click();
    await page.locator('#title-error').waitFor();
    await page.locator('#title').fill('Menu');
    expect(await page.locator('#title-error, [data-marked-below]').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it.each([401, 429, 503])('say that no preview can be drawn if the response is a %i', async (status) => {
    const { page } = await open('/codes/new');
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/before');
    await page.getByAltText('Preview of the QR code').waitFor();
    await page.route('**/codes/preview', (route) => route.fulfill({ status, body: 'no' }), { times: 1 });
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/after');
    await page.getByText('The preview cannot be drawn right now.').waitFor();
    expect(await page.getByAltText('Preview of the QR code').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Web address' }).fill('https://example.com/again');
    await page.getByAltText('Preview of the QR code').waitFor();
  });

  it('of the sign-in by a passkey lead to the page that was wanted', async () => {
    const { page, faults } = await openPage(chromium.browser, chromium.dashboard.origin);
    await signInByLink(page, await chromium.invite('Edsger'));
    await addAuthenticator(page);
    await page.goto(`${chromium.dashboard.origin}/settings`);
    await page.getByRole('button', { name: /passkey/i }).click();
    await page.getByText('The passkey was added').waitFor();
    await page.context().clearCookies();
    await page.goto(`${chromium.dashboard.origin}/settings/workspace?from=mail`);
    await page.getByRole('button', { name: /passkey/i }).click();
    await page.waitForURL(`${chromium.dashboard.origin}/settings/workspace?from=mail`);
    expect(faults).toEqual([]);
  });
});
