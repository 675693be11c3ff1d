import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { checkPage, useDashboardInChromium } from '#harness/browser/dashboard-in-chromium.ts';

/** The settings for scans: the section of a code's page, its own page and the tester, with and without the script. */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true } as const;
const DESKTOP = { viewport: { width: 1440, height: 900 } } as const;

interface Rule {
  readonly name: string;
  readonly target: string;
  readonly when: object;
}

describe.runIf(inject('hasChromium'))('what happens on a scan', () => {
  const chromium = useDashboardInChromium('control');

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const { apiUrl, apiKey } = chromium.dashboard;
    const response = await fetch(apiUrl + path, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json() as Promise<T>;
  }

  /** A code with these rules, and its state in the interface afterwards. */
  async function createCode(names: readonly string[]) {
    const rules = names.map((name) => ({
      name,
      target: `https://example.com/${name}`,
      when: { country: ['DE'] },
    }));
    const target = 'https://example.com/';
    const { id } = await call<{ id: string }>('POST', '/v1/qr', { target, dynamic: true, rules });
    const read = () =>
      call<{ rules: Rule[]; status: string } & Record<string, unknown>>('GET', `/v1/qr/${id}`);
    return {
      url: `${chromium.dashboard.origin}/codes/${id}`,
      read,
      listRules: async () => (await read()).rules.map(({ name }) => name),
    };
  }

  const handleOf = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name} with` });
  const sorted = (page: Page, place: number) =>
    page.getByText(`Saved: now in place ${place} of 3.`).waitFor();

  async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
    const box = await locator.boundingBox();
    if (!box) throw new Error('not on the page');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  it('shows during typing where campaign parameters lead, and what a chat shows of the link', async () => {
    const { page, faults } = await chromium.signIn(DESKTOP);
    const { url } = await createCode([]);
    await page.goto(`${url}/control?open=campaign`);
    await page.getByLabel('Source (utm_source)').fill('a & b');
    await page.getByRole('link', { name: 'https://example.com/?utm_source=a%20%26%20b' }).waitFor();
    await page.locator('#preview > summary').click();
    const title = page.locator('[id="preview.title"]');
    await title.fill('Winter menu');
    await page.locator('.chat-card').getByText('Winter menu').waitFor();
    await title.fill('');
    await page.locator('.chat-card').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('is changed with the script: times of the browser’s zone, rules by mouse and arrow keys', async () => {
    const { page, faults } = await chromium.signIn({ ...DESKTOP, timezoneId: 'Asia/Tokyo' });
    const code = await createCode(['A', 'B', 'C']);
    await page.goto(code.url);
    await page.getByRole('link', { name: 'Edit scan rules' }).click();
    await page.getByText('Times are in Asia/Tokyo.').waitFor();
    await page.getByText('Always, without a limit').click();
    await page.getByLabel('Ends').fill('2037-01-01T09:00');
    await page.getByLabel('Scan limit').fill('500');
    await page.getByText('3 rules: Everybody in Germany').click();

    await handleOf(page, 'A').hover();
    const end = await middleOf(page.locator('.rules > li').nth(2));
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 8 });
    await page.mouse.move(end.x, end.y + 60, { steps: 4 });
    await page.mouse.up();
    await sorted(page, 3);
    expect(await code.listRules()).toEqual(['B', 'C', 'A']);

    expect(
      await handleOf(page, 'A').evaluate((handle) => handle.ownerDocument.activeElement === handle),
    ).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await sorted(page, 2);
    await page.keyboard.press('ArrowUp');
    await sorted(page, 1);
    expect(await code.listRules()).toEqual(['A', 'B', 'C']);

    // If the rule is dragged back or the drag is cancelled, nothing is sent.
    const { revision } = await readRevision(page);
    await handleOf(page, 'B').hover();
    const start = await middleOf(handleOf(page, 'B'));
    await page.mouse.down();
    await page.mouse.move(start.x, start.y + 200, { steps: 8 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await page.locator('.rules strong').allTextContents()).toEqual(['A', 'B', 'C']);
    expect((await readRevision(page)).revision).toBe(revision);

    // The text that was typed before the rules moved is still there, and can be saved.
    await page.locator('#limits').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. This takes effect').waitFor();
    expect(await code.read()).toMatchObject({ ends_at: '2037-01-01T00:00:00.000Z', max_scans: 500 });
    await checkPage(page);

    await page.goto(`${code.url}/control`);
    expect(await page.locator('#ends_at').inputValue()).toBe('2037-01-01T09:00');
    expect(faults).toEqual([]);
  });

  const readRevision = async (page: Page) => ({
    revision: await page.locator('input[name="revision"]').first().inputValue(),
  });

  it('is sorted with a finger, and a page explains why if somebody else changed the code', async () => {
    const { page, faults } = await chromium.signIn({ ...TABLET, colorScheme: 'dark' });
    const code = await createCode(['A', 'B', 'C']);
    await page.goto(`${code.url}/control`);
    await page.getByText('3 rules: Everybody in Germany').click();
    await checkPage(page);
    const touch = await page.context().newCDPSession(page);
    const drag = async (name: string, toRow: number) => {
      await handleOf(page, name).scrollIntoViewIfNeeded();
      const from = await middleOf(handleOf(page, name));
      const to = await middleOf(page.locator('.rules > li').nth(toRow));
      const at = (y: number) => ({ touchPoints: [{ x: from.x, y }] });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from.y) });
      for (let step = 1; step <= 8; step++)
        await touch.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          ...at(from.y + ((to.y - 30 - from.y) * step) / 8),
        });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await drag('C', 0);
    await sorted(page, 1);
    expect(await code.listRules()).toEqual(['C', 'A', 'B']);
    await call('PATCH', new URL(code.url).pathname.replace('/codes', '/v1/qr'), {
      title: 'Changed elsewhere',
    });
    await drag('B', 0);
    await page.getByText('This code was changed after you opened the page').waitFor();
    expect(await code.listRules()).toEqual(['C', 'A', 'B']);
    expect(faults).toEqual([]);
  });

  it('is changed without JavaScript: rules are added, edited, ordered and removed, and a scan is tried', async () => {
    const { page, faults } = await chromium.signIn({
      ...PHONE,
      colorScheme: 'dark',
      javaScriptEnabled: false,
    });
    const code = await createCode(['A']);
    await page.goto(code.url);
    await page.getByText('Everybody in Germany').waitFor();
    await page.getByRole('link', { name: 'Edit scan rules' }).click();
    expect(await handleOf(page, 'A').count()).toBe(0);

    await page.getByText('1 rule: Everybody in Germany').click();
    await page.getByText('Add a rule').click();
    await page.getByRole('checkbox', { name: 'Device' }).check();
    await page.getByLabel('Phones').check();
    await page.getByRole('checkbox', { name: 'Weekdays' }).check();
    await page.getByLabel('Saturday').check();
    await page.getByLabel('Sunday').check();
    await page.getByLabel('In the time zone').fill('Europe/Berlin');
    await page.getByLabel('Lead to').fill('https://example.com/weekend');
    await page.getByLabel('Name of the rule').fill('Weekend');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('Phones, on Saturday or Sunday (Europe/Berlin)').waitFor();
    await page.getByRole('button', { name: 'Up Weekend' }).click();
    await page.getByText('Saved. This takes effect').waitFor();
    expect(await code.listRules()).toEqual(['Weekend', 'A']);

    await page.getByRole('link', { name: 'Edit A' }).click();
    const countries = page.getByRole('group', { name: 'In these countries' });
    expect(await countries.getByLabel('Germany').isChecked()).toBe(true);
    await page.getByRole('checkbox', { name: 'Region' }).check();
    await page.getByLabel('In these regions').fill('Bavaria');
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('“Bavaria” must be a region').waitFor();
    await page.getByRole('checkbox', { name: 'Region' }).uncheck();
    await countries.getByLabel('Austria').check();
    await page.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('Everybody in Germany or Austria').waitFor();
    expect(await code.listRules()).toEqual(['Weekend', 'A']);

    await page.locator('#test summary').first().click();
    await page.getByRole('combobox', { name: 'Country' }).selectOption('Austria');
    await page.getByLabel('Time', { exact: true }).fill('2026-11-20T12:00');
    await page.getByRole('combobox', { name: 'Device' }).selectOption('Phones');
    await page.getByRole('button', { name: 'Try it' }).click();
    const result = page.locator('#test').getByRole('status');
    expect(await result.textContent()).toContain('Weekend does not apply: the day of the week is different.');
    expect(await result.textContent()).toContain('A matches: the scan leads to https://example.com/A');

    await page.getByText('2 rules: Phones').click();
    await page.getByRole('button', { name: 'Remove A' }).click();
    await page.getByText('Saved. This takes effect').waitFor();
    expect(await code.listRules()).toEqual(['Weekend']);

    // The history shows it all, and can undo it.
    await page.goto(code.url);
    await page.locator('#history').getByText('Order of the rules').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused. This takes effect').waitFor();
    expect((await code.read()).status).toBe('paused');
    await page.getByRole('button', { name: /^Restore this state, before/ }).click();
    await page.getByText('Restored. This takes effect').waitFor();
    expect(await code.read()).toMatchObject({
      status: 'active',
      rules: [{ name: 'A', when: { country: ['DE'] } }],
    });
    expect(faults).toEqual([]);
  });

  it('finds countries by name and by code in the language of the page, and a code’s own actions in the palette', async () => {
    const { page, faults } = await chromium.signIn({ ...DESKTOP, locale: 'de-DE' });
    const code = await createCode([]);
    await page.goto(`${code.url}/control?open=rules`);
    await page.locator('.new-rule > summary').click();
    expect(await page.locator('.condition-fields:visible').count()).toBe(1);
    const countries = page.getByRole('group', { name: 'In diesen Ländern', exact: true });
    const search = countries.getByRole('searchbox');
    await search.fill('oster');
    expect(await countries.getByRole('checkbox').count()).toBe(1);
    await search.press('Enter');
    await search.fill('ch');
    await search.press('Enter');
    expect(await countries.locator('[data-picked]').textContent()).toBe('Österreich, Schweiz');
    await checkPage(page);
    await page.locator('[id="rule.target"]').fill('https://example.com/alps');
    await page.locator('.rule-form .button-row button').click();
    await page.locator('.rules').waitFor();
    expect((await code.read()).rules).toMatchObject([{ when: { country: ['AT', 'CH'] } }]);

    await page.goto(code.url);
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('ziel ändern');
    await page.keyboard.press('Enter');
    expect(await page.locator('#edit').getByRole('textbox').first().isVisible()).toBe(true);
    await page.keyboard.press('Control+k');
    await dialog.getByRole('searchbox').fill('diesen code pausieren');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await code.read()).status).toBe('paused');
    expect(faults).toEqual([]);
  });

  it('starts an A/B test with three clicks, and its slider keeps the sum at 100', async () => {
    const { page, faults } = await chromium.signIn(DESKTOP);
    const code = await createCode([]);
    await page.goto(code.url);
    await page.getByRole('link', { name: 'Start an A/B test' }).click();
    const second = page.getByRole('group', { name: 'Variant 2' }).getByLabel('Leads to');
    await expect
      .poll(() => second.evaluate((field) => field.ownerDocument.activeElement === field))
      .toBe(true);
    await page.keyboard.type('https://example.com/b');
    await checkPage(page);
    const shares = () =>
      page
        .locator('[data-share]')
        .evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value));
    const slider = page.getByLabel('Share of the first variant in %');
    await slider.focus();
    for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight');
    expect(await shares()).toEqual(['60', '40', '']);
    await page.getByLabel('Share in %').first().fill('70');
    await page.getByLabel('Share in %').first().blur();
    expect(await shares()).toEqual(['70', '30', '']);
    expect(await slider.inputValue()).toBe('70');
    await page.getByText('Add a variant').click();
    await page.getByRole('group', { name: 'Variant 3' }).getByLabel('Name').fill('C');
    await page.getByRole('group', { name: 'Variant 3' }).getByLabel('Leads to').fill('https://example.com/c');
    await page.getByRole('group', { name: 'Variant 3' }).getByLabel('Share in %').fill('50');
    await page.getByRole('group', { name: 'Variant 3' }).getByLabel('Share in %').blur();
    expect(await shares()).toEqual(['35', '15', '50']);
    expect(await slider.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Start the test' }).click();
    await page.getByText('A 35% · B 15% · C 50%').waitFor();
    expect(await code.read()).toMatchObject({
      variants: [
        { name: 'A', target: 'https://example.com/', weight: 35 },
        { name: 'B', target: 'https://example.com/b', weight: 15 },
        { name: 'C', target: 'https://example.com/c', weight: 50 },
      ],
    });
    await checkPage(page);
    expect(faults).toEqual([]);
  });
});
