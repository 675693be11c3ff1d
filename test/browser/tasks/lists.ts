import { expect } from 'vitest';
import { type Code, type Owner, type Task } from '#harness/browser/tasks.ts';

/** Makes codes with titles that begin alike, and finds them. */
async function makeMany(owner: Owner, many: number): Promise<string> {
  const name = owner.name('Terrace');
  const codes = Array.from({ length: many }, (_, i) => ({
    ...{ target: `https://example.com/${i}`, title: `${name}, table ${i}` },
    ...{ dynamic: true, format: 'svg', size: 128 },
  }));
  await owner.api.call('POST', '/v1/qr/bulk', { codes });
  return name;
}

/** The codes of the search that are in this state. */
async function count({ api }: Owner, q: string, status: string): Promise<number> {
  const query = new URLSearchParams({ q, status, limit: '100' });
  return (await api.call<{ data: unknown[] }>('GET', `/v1/qr?${query.toString()}`)).data.length;
}

/** The boxes of rows are drawn, and have no text of their own. */
const tick = (owner: Owner, name: RegExp | string) =>
  owner.pressOn(owner.page.getByRole('checkbox', { name }).first());

const toCsv = (text: string) => ({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

async function startImport(owner: Owner, csv: string): Promise<void> {
  await owner.press('Import codes');
  await owner.choose('Spreadsheet as CSV, one code per row', toCsv(csv));
  await owner.press('Continue');
}

const LISTS: readonly Task[] = [
  {
    task: 'find a code by a part of its title, its target, its id and an emoji',
    clicks: 0,
    walk: async (owner) => {
      const key = owner.name('x').slice(2);
      const title = `Speisekarte 🍝 ${key}`;
      const { id } = await owner.make({ title, target: `https://example.com/winter${key}` });
      for (const text of [`eisekarte 🍝 ${key}`, `nter${key}`, id, '🍝']) {
        await owner.search(text);
        await owner.see(title, 'tbody');
      }
    },
  },
  {
    task: 'list the codes with a tag',
    clicks: 2,
    walk: async (owner) => {
      const tag = owner.name('tag');
      await owner.make({ title: owner.name('Tagged'), tags: [tag] });
      await owner.make();
      await owner.press('Add filter');
      await owner.press(tag, '.filter');
      await owner.see(owner.name('Tagged'), 'tbody');
      expect(await owner.page.locator('tbody tr').count()).toBe(1);
    },
  },
  {
    task: 'pause 25 codes at once, and take that back',
    clicks: 4,
    walk: async (owner) => {
      const name = await makeMany(owner, 25);
      await owner.search(name);
      await tick(owner, /^Select Terrace/);
      await owner.press(/^\s*Select all 25/);
      await owner.press('Pause', '.selection');
      await owner.see('25 codes are paused.');
      expect(await count(owner, name, 'paused')).toBe(25);
      await owner.press('Undo');
      await owner.see('Undone: 25 codes are as before.');
      expect(await count(owner, name, 'paused')).toBe(0);
    },
  },
  {
    task: 'tag two codes at once',
    clicks: 3,
    walk: async (owner) => {
      const tag = owner.name('tag');
      await owner.search(await makeMany(owner, 2));
      for (const table of [0, 1]) await tick(owner, new RegExp(`table ${table}$`));
      await owner.type('Tags to add or remove', tag);
      await owner.press('Add tag');
      await owner.see('2 codes are tagged.');
      await owner.see(tag, 'main');
    },
  },
  {
    task: 'rename a tag everywhere',
    clicks: 4,
    walk: async (owner) => {
      const tag = owner.name('old');
      await owner.make({ tags: [tag] });
      await owner.press('Add filter');
      await owner.press('Manage tags');
      const row = `li:has-text("${tag}")`;
      await owner.press('Rename…', row);
      await owner.type(/^If you enter the name/, owner.name('new'), row);
      await owner.press('Rename tag', row);
      await owner.see(owner.name('new'), 'main');
    },
  },
  {
    task: 'download the pictures of two codes at once',
    clicks: 4,
    walk: async (owner) => {
      await owner.search(await makeMany(owner, 2));
      for (const table of [0, 1]) await tick(owner, new RegExp(`table ${table}$`));
      await owner.press('Download', '.selection');
      await owner.see('Download 2 codes');
      expect((await owner.download(/^Download/, 'main form')).name).toMatch(/\.zip$/);
    },
  },
  {
    task: 'delete two codes at once',
    clicks: 4,
    walk: async (owner) => {
      const name = await makeMany(owner, 2);
      await owner.search(name);
      for (const table of [0, 1]) await tick(owner, new RegExp(`table ${table}$`));
      await owner.press('Delete…', '.selection');
      await owner.type('Type 2 to confirm', '2');
      await owner.press(/^Delete/, 'main form');
      await owner.see('2 codes are deleted.');
      expect(await count(owner, name, 'active')).toBe(0);
    },
  },
  {
    task: 'archive a code from the list, and take that back',
    clicks: 3,
    walk: async (owner) => {
      const { title } = await owner.make();
      await owner.press(`Actions for ${title}`);
      await owner.press('Archive', 'tbody');
      await owner.see('1 code is archived.');
      await owner.press('Undo');
      await owner.see('Undone: 1 code is as before.');
      await owner.see(title, 'tbody');
    },
  },
  {
    task: 'move in with 30 codes, and take that back',
    clicks: 7,
    walk: async (owner) => {
      const name = owner.name('Moved');
      const rows = Array.from({ length: 30 }, (_, i) => `https://example.com/${i},${name} ${i}`);
      await startImport(owner, ['url,title', ...rows].join('\n'));
      await owner.press('Check the rows');
      await owner.press('Import 30 codes');
      await owner.see('See your codes');
      await expect.poll(() => count(owner, name, 'active')).toBe(30);
      await owner.press('Undo this import');
      await owner.press('Undo this import', 'details[open] form');
      await expect.poll(() => count(owner, name, 'active')).toBe(0);
    },
  },
  {
    task: 'change codes in a spreadsheet: out, edited, and in again',
    clicks: 6,
    walk: async (owner) => {
      const name = await makeMany(owner, 2);
      await owner.search(name);
      const { bytes } = await owner.download('CSV');
      const edited = new TextDecoder().decode(bytes).replaceAll('example.com/', 'example.org/');
      await startImport(owner, edited);
      await owner.press('Check the rows');
      await owner.press('Change the 2 codes that differ');
      await owner.see('See your codes');
      await expect.poll(() => count(owner, `${name} example.org`, 'active')).toBe(2);
    },
  },
  {
    task: 'leave with everything',
    clicks: 2,
    walk: async (owner) => {
      await owner.make();
      await owner.press('Files for your own server');
      const { bytes } = await owner.download('Download everything');
      expect(new TextDecoder('latin1').decode(bytes)).toMatch(/^PK[^]*redirects\.csv/);
    },
  },
];

/** A code that a phone scanned twice, and a computer once. */
async function makeScanned(owner: Owner): Promise<Code> {
  const code = await owner.make();
  for (const agent of [undefined, undefined, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'])
    await owner.api.scan(code.short_url, agent);
  await expect.poll(() => owner.api.call('GET', `/v1/qr/${code.id}/stats`)).toMatchObject({ total_scans: 3 });
  return code;
}

/** On a phone, the figures by device are folded. */
async function openPhones(owner: Owner): Promise<void> {
  await owner.press((await makeScanned(owner)).title);
  if (owner.where !== 'desktop') await owner.press(/By device/, '#scans');
  await owner.press(/^\s*Mobile phone/, '#scans');
}

const SCANS: readonly Task[] = [
  {
    task: 'see how many scans a code had from phones',
    clicks: { phone: 3, desktop: 2, plain: 3 },
    walk: async (owner) => {
      await openPhones(owner);
      await owner.see('Device: Mobile phone');
      await owner.see(/^2$/, '.figures dd');
    },
  },
  {
    task: 'see the scans of one day',
    clicks: 3,
    walk: async (owner) => {
      await owner.press((await makeScanned(owner)).title);
      await owner.press(/^All statistics/);
      await owner.press('Today', 'nav');
      await owner.see(/^3$/, '.figures dd');
    },
  },
  {
    task: 'share the scans of a code with somebody who has no account',
    clicks: 3,
    walk: async (owner) => {
      await owner.press((await makeScanned(owner)).title);
      await owner.press('Share the statistics');
      await owner.press('Create link');
      const link = await owner.page.getByRole('link', { name: 'Open the link' }).getAttribute('href');
      const shown = await (await fetch(new URL(link ?? '', owner.api.origin))).text();
      expect(shown).toMatch(/<dd[^>]*>\s*3\s*</);
    },
  },
  {
    task: 'copy the link to filtered scans for a colleague',
    clicks: { phone: 4, desktop: 3 },
    script: 'only a script writes to the clipboard',
    walk: async (owner) => {
      await openPhones(owner);
      await owner.press('Copy link');
      await owner.see(/^Copied/);
      expect(await owner.page.evaluate('navigator.clipboard.readText()')).toMatch(/filter=device/);
    },
  },
  {
    task: 'copy the short link of a code',
    // The rows of a phone's list have no room for it.
    clicks: { phone: 2, desktop: 1 },
    script: 'only a script writes to the clipboard',
    walk: async (owner) => {
      const { title, short_url } = await owner.make();
      if (owner.where === 'phone') await owner.press(title);
      await owner.press(owner.where === 'phone' ? 'Copy' : `Copy the short link of ${title}`);
      await owner.see('Copied');
      expect(await owner.page.evaluate('navigator.clipboard.readText()')).toBe(short_url);
    },
  },
];

export const LIST_TASKS: readonly Task[] = [...LISTS, ...SCANS];
