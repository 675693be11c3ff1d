import type { Page } from 'playwright-core';
import { CONTENT_TYPES } from '#core/content/content.ts';
import type { TestDashboard } from './test-dashboard.ts';

/** One state of one page, with the name of its pictures. */
export interface Stop {
  readonly name: string;
  /** Whether the demo account's owner visits it, or somebody who is not signed in. */
  readonly isSignedIn: boolean;
  /** Its path, if that alone shows the state; null if somebody has to do something first. */
  readonly path: string | null;
  /** Takes a tab there. */
  readonly reach: (page: Page) => Promise<unknown>;
}

/**
 * Every page of the dashboard: `npm run screenshots` shows them, and tests check that they are readable.
 * @param dashboard of a filled account
 * @param link a sign-in link for Grace of this account
 */
export function planTour({ origin, filled }: TestDashboard, link: string): Stop[] {
  if (!filled) throw new Error('There is nothing to see in an empty account.');
  const stop = (name: string, path: string, act?: (page: Page) => Promise<unknown>): Stop => ({
    name,
    isSignedIn: true,
    path: act === undefined ? path : null,
    reach: async (page) => {
      await page.goto(origin + path);
      await act?.(page);
    },
  });
  const open = (...args: Parameters<typeof stop>): Stop => ({ ...stop(...args), isSignedIn: false });
  const analytics = `/codes/${filled.busyCode}/analytics`;
  const control = `/codes/${filled.controlledCode}/control`;
  const today = new Date().toISOString().slice(0, 10);
  return [
    open('sign-in', '/sign-in'),
    open('sign-up', '/sign-up'),
    open('sign-in-link-gone', '/sign-in/link/unknown'),
    open('sign-in-confirm', '/sign-in', (page) => page.goto(link)),
    stop('sign-in-instead', '/codes', (page) => page.goto(link)),
    // Early, because some of them want somebody who signed in a few minutes ago.
    stop('keys', '/settings/keys'),
    stop('apps', '/settings/apps'),
    stop('key-revoke', '/settings/keys', openConfirm('Revoke…')),
    stop('account-menu', '/codes', (page) => page.locator('.who summary').click()),
    stop('plan', '/settings/workspace'),
    stop('security', '/settings'),
    stop('passkey-rename', '/settings', openConfirm('Rename…')),
    stop('passkey-remove', '/settings', openConfirm('Remove…')),
    stop('people', '/settings/people'),
    stop('person-link', '/settings/people', async (page) => {
      await page.getByRole('button', { name: 'New sign-in link for Grace' }).click();
      await page.getByRole('heading', { name: 'A sign-in link for Grace' }).waitFor();
    }),
    stop('person-role', '/settings/people', openConfirm('Make viewer… Grace')),
    stop('person-remove', '/settings/people', openConfirm('Remove… Grace')),
    stop('brand', '/settings/brand'),
    stop('domains', '/settings/domains'),
    stop('domain', `/settings/domains/${filled.waitingDomain}`),
    stop('domain-active', `/settings/domains/${filled.domain}`),
    stop('domain-delete', `/settings/domains/${filled.domain}`, openConfirm('Delete the domain…')),
    stop('webhooks', '/settings/webhooks'),
    stop('webhook', `/settings/webhooks/${filled.webhook}`),
    stop('webhook-opened', `/settings/webhooks/${filled.webhook}`, (page) =>
      page.locator('#deliveries summary').first().click(),
    ),
    stop('webhook-refused', '/settings/webhooks', refuseWebhook),
    stop('webhook-delete', `/settings/webhooks/${filled.webhook}`, openConfirm('Delete the webhook…')),
    stop('activity', '/settings/log'),
    stop('requests', '/settings/log?of=requests'),
    stop('requests-failed', '/settings/log?of=requests&failed=true'),
    // After the pages that list keys and webhooks, because each visit creates another one.
    stop('webhook-created', '/settings/webhooks', createWebhook),
    stop('key-created', '/settings/keys', createKey),
    stop('overview', '/overview'),
    stop('overview-tip', '/overview', (page) => page.locator('[data-chart] .plot').press('ArrowLeft')),
    stop('overview-tag', '/overview?range=last_7_days&tag=guests&compare=previous_year'),
    stop('overview-day', '/overview?from=2026-11-20&to=2026-11-20&tz=Europe%2FBerlin'),
    stop('overview-choices', '/overview?from=2026-11-22&to=2026-11-01&tz=Mars', (page) =>
      page.locator('.overview-choices > summary').click(),
    ),
    stop('analytics', '/analytics?compare=previous_period'),
    stop(
      'analytics-filtered',
      '/analytics?range=last_7_days&tag=guests&filter=country:DE&filter=device:mobile&by=city',
    ),
    stop('codes', '/codes'),
    stop('codes-filters-set', '/codes?kind=dynamic&tag=guests&sort=-scans'),
    stop('codes-filtered', '/codes?kind=dynamic&tag=guests', async (page) => {
      await page.locator('summary', { hasText: 'Add filter' }).click();
    }),
    stop('codes-display', '/codes?sort=title', (page) =>
      page.locator('summary', { hasText: 'Display' }).click(),
    ),
    stop('codes-menu', '/codes', async (page) => {
      await page.getByRole('link', { name: 'Menu, all tables' }).hover();
      await page.locator('summary', { hasText: 'Actions for Menu, all tables' }).click();
    }),
    stop('codes-archived', '/codes?archived=any'),
    stop('codes-selected', '/codes', select),
    stop('codes-delete', '/codes', async (page) => {
      await select(page);
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByLabel('Type 2 to confirm').waitFor();
    }),
    stop('leave', '/codes/leave'),
    stop('codes-download', '/codes', async (page) => {
      await select(page);
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      await page.getByRole('heading', { name: 'Download 2 codes' }).waitFor();
    }),
    stop('share', analytics, openShare),
    stop('share-created', analytics, createLink()),
    stop('shared', analytics, async (page) => {
      await createLink()(page);
      await page.getByRole('link', { name: 'Open the link' }).click();
      await page.getByRole('heading', { name: 'By day' }).waitFor();
    }),
    stop('shared-days', '/analytics?tag=guests', async (page) => {
      await createLink()(page);
      await page.getByRole('link', { name: 'Open the link' }).click();
      await page.getByText('Other days').click();
      await page.getByLabel('Time zone').waitFor();
    }),
    stop('shared-password', analytics, async (page) => {
      await createLink('correct horse')(page);
      await page.getByRole('link', { name: 'Open the link' }).click();
      await page.getByRole('button', { name: 'Show the statistics' }).waitFor();
    }),
    stop('templates', '/codes/templates'),
    stop('template-change', `/codes/templates/${filled.template}`),
    stop('library', '/codes/library'),
    stop('file-refused', '/codes/library', refuseFile),
    stop('file-broken', '/codes/new?type=file', breakUpload),
    stop('file-delete', '/codes/library', openConfirm('Delete…')),
    stop('tags', '/codes/tags'),
    stop('tag-merge', '/codes/tags', async (page) => {
      await page.locator('summary[aria-label="Rename… guests"]').click();
      await page.locator('details[open] [name="new_name"]').fill('hiring');
      await page.locator('details[open] button').click();
      await page.getByRole('button', { name: 'Merge tags' }).waitFor();
    }),
    stop('codes-search-empty', '/codes?q=nothing%20like%20this'),
    ...CONTENT_TYPES.map((type) => stop(`new-${type}`, `/codes/new?type=${type}`)),
    stop('new-url-filled', '/codes/new', fillIn),
    stop('new-vcard-filled', '/codes/new?type=vcard', fillInContact),
    stop('new-swiss_bill-filled', '/codes/new?type=swiss_bill', fillInBill),
    stop('new-url-refused', '/codes/new', refuse),
    stop('new-url-shaped', '/codes/new', shape),
    stop('new-url-preview', '/codes/new', async (page) => {
      await shape(page);
      const larger = page.getByLabel('Details of the preview');
      if (await larger.isVisible()) await larger.check({ force: true });
    }),
    stop('code', `/codes/${filled.busyCode}`),
    stop('code-scans', `/codes/${filled.busyCode}/analytics?compare=previous_period`),
    stop(
      'code-scans-filtered',
      `/codes/${filled.busyCode}/analytics?range=last_7_days&tz=Europe%2FBerlin&filter=country:DE&filter=device:mobile&by=hour`,
    ),
    stop(
      'code-scans-day',
      `/codes/${filled.busyCode}/analytics?from=${today}&to=${today}&compare=previous_period&tz=Europe%2FBerlin`,
    ),
    stop('code-menu', `/codes/${filled.busyCode}`, (page) => page.getByText('More', { exact: true }).click()),
    stop('code-title', `/codes/${filled.busyCode}`, (page) => page.locator('#name > summary').click()),
    stop('code-names', `/codes/${filled.busyCode}`, refuseName),
    stop('code-name-remove', `/codes/${filled.busyCode}`, (page) => openFold(page, '.removal')),
    stop('code-static', `/codes/${filled.staticCode}`),
    stop('download', `/codes/${filled.busyCode}/download`),
    stop('download-print', `/codes/${filled.controlledCode}/download?kind=inks&width_mm=20&distance_cm=50`),
    stop(
      'download-labels',
      `/codes/${filled.busyCode}/download?kind=labels&width_mm=40&start=4&copies=25&label.caption=title`,
    ),
    stop(
      'download-layout',
      `/codes/${filled.busyCode}/download?kind=table_tent&width_mm=40&headline=Our%20menu&text=Scan%20and%20order&printer=shop`,
    ),
    stop(
      'download-refused',
      `/codes/${filled.busyCode}/download/file?kind=x-1a&ink=spot&width_mm=&bleed_mm=99`,
    ),
    stop('download-typed', `/codes/${filled.busyCode}`, openDownload),
    stop('code-archived', '/codes?archived=true', openFirst),
    // At its end, where the strip with the preview covers nothing.
    stop('code-duplicate', `/codes/${filled.controlledCode}/duplicate`, scrollToEnd),
    stop('code-refused', `/codes/${filled.busyCode}`, refuseEdit),
    stop('code-filing-refused', `/codes/${filled.controlledCode}`, refuseFiling),
    stop('code-edits', `/codes/${filled.busyCode}?before=999999999#history`),
    stop('code-control', `/codes/${filled.controlledCode}`),
    stop('control', `${control}?tz=Europe/Berlin`),
    stop('control-campaign', `${control}?open=campaign#campaign`),
    stop('control-preview', `${control}?open=preview#preview`),
    stop('control-rule', `${control}?rule=Box%20office%20hours`),
    stop('control-rule-refused', control, refuseRule),
    stop('control-tested', `${control}?tz=Europe/Berlin`, tryScan),
    stop('code-change', `/codes/${filled.busyCode}`, (page) => openFold(page, '#edit')),
    stop('code-delete', `/codes/${filled.busyCode}`, (page) => openFold(page, '#delete')),
    stop('import', '/codes/import'),
    stop('import-columns', '/codes/import', nameColumns),
    stop('import-checked', '/codes/import', checkRows),
    stop('import-differs', '/codes/import', (page) => checkOwnRow(page, filled.busyCode)),
    stop('import-encoding', '/codes/import', chooseOldFile),
    stop('import-done', '/codes/import', importRows),
    stop('sign-in-again', '/sign-in?again=1'),
    stop('not-found', '/codes/qr_nothing'),
  ];
}

/** Opens the question of an action; several things of a page may have the same. */
function openConfirm(label: string) {
  return async (page: Page): Promise<void> => {
    await page
      .locator(`.confirm > summary[aria-label^="${label}"], .confirm > summary:text-is("${label}")`)
      .first()
      .click();
    await page.locator('.confirm[open] button').waitFor();
  };
}

async function openShare(page: Page): Promise<void> {
  await page.locator('.menu > summary', { hasText: 'Share' }).click();
}

/** A link of which people choose the days. */
function createLink(password = '') {
  return async (page: Page): Promise<void> => {
    await openShare(page);
    await page.getByLabel('The link shows', { exact: true }).selectOption('');
    await page.getByLabel('Password (optional)').fill(password);
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('link', { name: 'Open the link' }).waitFor();
  };
}

async function openFold(page: Page, fold: string): Promise<void> {
  for (const closed of [`details:not([open]):has(${fold})`, `${fold}:not([open])`])
    // Those that are closed now: each click makes the list shorter.
    for (const one of await page.locator(`${closed} > summary`).elementHandles()) await one.click();
}

/** Opens the parts of a look, which are rows until then. */
async function openParts(page: Page): Promise<void> {
  const closed = page.locator('details.part:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
}

/** Fills in the form for a new code, and waits for its picture. */
async function fillIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Web address' }).fill('https://bluefig.example/summer-terrace');
  await page.getByLabel('Title (optional)').fill('Terrace, all tables');
  await openParts(page);
  await page.getByLabel('Dark colour').fill('#3b0764');
  await page.getByAltText('Preview of the QR code').waitFor();
}

/** A contact whose page the preview shows. */
async function fillInContact(page: Page): Promise<void> {
  await page.getByLabel('Last name').fill('Okafor');
  await page.getByLabel('First name (optional)').fill('Ngozi');
  await page.getByLabel('Organisation (optional)').fill('Blue Fig Restaurants');
  await page.getByLabel('Phone number (optional)').fill('+49 30 123456');
  await page.getByLabel('Dynamic').check();
  await page.getByAltText('Preview of the QR code').waitFor();
  const details = page.getByText('Why?');
  if (await page.locator('.scanned').isHidden()) await details.click();
  await page.locator('.scanned').waitFor();
}

async function fillInBill(page: Page): Promise<void> {
  await page.getByLabel('IBAN').fill('CH93 0076 2011 6238 5295 7');
  await page.getByLabel('Amount').fill('49.90');
  const payee = page.getByRole('group', { name: 'Payee' });
  await payee.getByLabel('Name').fill('Blue Fig Restaurants');
  await payee.getByLabel('Postal code').fill('8001');
  await payee.getByLabel('City').fill('Zürich');
  await payee.getByLabel('Country').selectOption('CH');
  await page.getByAltText('Preview of the QR code').waitFor();
}

/** Chooses shapes and a gradient, and waits for their picture. */
async function shape(page: Page): Promise<void> {
  await openParts(page);
  await page.getByRole('textbox', { name: 'Web address' }).fill('https://bluefig.example/summer-terrace');
  await page.getByRole('radio', { name: 'Dots' }).check();
  await page.getByRole('radiogroup', { name: 'Eyes' }).getByRole('radio', { name: 'Rounded' }).check();
  await page.getByRole('radio', { name: 'Gradient', exact: true }).check();
  await page.getByLabel('Dark colour').fill('#0b3d91');
  await page.getByLabel('Second colour').fill('#5b0a4a');
  await page.getByRole('radio', { name: 'Text below' }).check();
  await page.getByLabel('Frame text').fill('Scan for the menu');
  const preview = page.getByAltText('Preview of the QR code');
  await preview.and(page.locator('[src*="linearGradient"]')).waitFor();
}

/** Enters an invalid target, invalid colours and invalid options. */
async function refuse(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Web address' }).fill('javascript:alert(1)');
  await openParts(page);
  await page.getByLabel('Dark colour').fill('#777777');
  await page.getByLabel('Light colour').fill('#999999');
  await page.getByLabel('Size in pixels').fill('1');
  await page.getByRole('button', { name: 'Create code' }).click();
  await page.getByText('The URL must begin with').first().waitFor();
}

/** A file whose name promises another type than its bytes have. */
async function refuseFile(page: Page): Promise<void> {
  const note = { name: 'Menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') };
  await page.getByLabel('Upload a file').setInputFiles(note);
  await page.getByText('This is not a PDF').waitFor();
}

/** A file on its way, whose connection breaks off: nothing answers, and then the browser says that it is offline. */
async function breakUpload(page: Page): Promise<void> {
  const url = '**/codes/library/files/upload';
  await page.route(url, () => undefined);
  const buffer = Buffer.from('%PDF-1.4');
  const file = { name: 'Menu.pdf', mimeType: 'application/pdf', buffer };
  await page.getByLabel('Upload a file').setInputFiles(file);
  await page.locator('.sending').waitFor();
  await page.evaluate("window.dispatchEvent(new Event('offline'))");
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute(url);
}

async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
}

async function refuseEdit(page: Page): Promise<void> {
  await page.getByText('Change target').click();
  await page.getByRole('textbox', { name: 'Target' }).fill('javascript:alert(1)');
  await page.locator('#edit').getByRole('button', { name: 'Save' }).click();
  await page.locator('#target-error').waitFor();
}

async function select(page: Page): Promise<void> {
  for (const name of ['Select Menu, all tables', 'Select Guest Wi-Fi']) await page.getByLabel(name).check();
  await page.getByText(/^2 .*selected$/).waitFor();
}

async function openDownload(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Print or download' }).click();
  await page.getByLabel('Width in mm').fill('20');
  await page.getByText('20 × 20 mm').waitFor();
}

async function refuseFiling(page: Page): Promise<void> {
  // Folded on a phone.
  if ((await page.locator('#filing > details').getAttribute('open')) === null)
    await page.getByText('Tags and metadata', { exact: true }).click();
  await page.getByText('Edit tags and metadata').click();
  await page.getByLabel('External id').fill('no/slash');
  await page.getByLabel('New key').first().fill('[brackets]');
  await page.locator('#filing').getByRole('button', { name: 'Save' }).click();
  await page.locator('#external_id-error').waitFor();
}

async function refuseName(page: Page): Promise<void> {
  if ((await page.locator('#names > details').getAttribute('open')) === null)
    await page.getByText('Short links', { exact: true }).click();
  await page.getByText('Add a short link').click();
  await page.getByLabel('Last part of the short link').fill('menu 2038');
  await page.locator('#names').getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('#path-error').waitFor();
}

async function refuseRule(page: Page): Promise<void> {
  await page.locator('#rules > summary').click();
  await page.getByText('Add a rule').click();
  await page.getByRole('checkbox', { name: 'Region' }).check();
  await page.getByLabel('In these regions').fill('Bavaria');
  await page.locator('[id="rule.target"]').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.locator('[id="rule.when.region-error"]').waitFor();
}

async function tryScan(page: Page): Promise<void> {
  await page.locator('#test > summary').click();
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Austria');
  await page.locator('[name="test_at"]').fill('2026-11-21T23:30');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('does not apply').first().waitFor();
}

async function pasteRows(page: Page, rows: string): Promise<void> {
  await page.getByText('Paste rows instead').click();
  await page.getByLabel('Rows with their header').fill(rows);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('First values').waitFor();
}

async function nameColumns(page: Page): Promise<void> {
  await pasteRows(page, 'Where;Name;Tags\nhttps://bluefig.example/a;Terrace;summer\n');
}

/** Imports rows, some of them invalid. */
async function checkRows(page: Page): Promise<void> {
  const rows = [
    'url,title,short link,password,note',
    'https://bluefig.example/terrace,Terrace,https://old.example/terrace,,x',
    'javascript:alert(1),Bar,,,',
    'https://bluefig.example/cellar,Cellar,,secret,',
  ];
  await pasteRows(page, rows.join('\n'));
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('button', { name: 'Import 2 codes' }).waitFor();
}

/** A row of an export that somebody has edited. */
async function checkOwnRow(page: Page, id: string): Promise<void> {
  await pasteRows(page, `id,target,title,tags\n${id},https://bluefig.example/terrace,Terrace,summer\n`);
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('button', { name: 'Change the 1 code that differs' }).waitFor();
}

/** A file in Windows-1252. */
async function chooseOldFile(page: Page): Promise<void> {
  const buffer = Buffer.from(
    'url;title\nhttps://bluefig.example/a;Caf\u00e9\nhttps://bluefig.example/b;M\u00fcller\n',
    'latin1',
  );
  await page.locator('input[type=file]').setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Saved by an older Excel' }).waitFor();
}

/** Imports a row that is new each time, and archived, so that the list stays the same. */
async function importRows(page: Page): Promise<void> {
  const address = `https://bluefig.example/${Date.now()}`;
  await pasteRows(page, `url,title,archived\n${address},Terrace,true\nno address,,\n`);
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('button', { name: 'Import 1 code' }).click();
  await page.getByRole('link', { name: 'See your codes' }).waitFor();
}

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Shop window: we are hiring' }).click();
  await page.getByText('Archived', { exact: true }).waitFor();
}

async function refuseWebhook(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Web address' }).fill('http://bluefig.example/hook');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.locator('#url-error').waitFor();
}

async function createWebhook(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Web address' }).fill('https://bluefig.example/till');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('heading', { name: 'Your new webhook' }).waitFor();
}

async function createKey(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Newsletter');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { name: 'Your new key' }).waitFor();
}
