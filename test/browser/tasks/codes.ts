import { expect } from 'vitest';
import { type Owner, type Task } from '#harness/browser/tasks.ts';
import { makePdf } from '#harness/data/files.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { readSymbol } from '#harness/symbols/read-symbol.ts';

const LOGO = { name: 'Fig.png', mimeType: 'image/png', buffer: Buffer.from(discPng(64)) };
const toPdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf(name)),
});

/** Without a script, a button shows the fields of the chosen type. */
const WITH_TYPE = { phone: 3, desktop: 3, plain: 4 };

async function startCode(owner: Owner, type: string): Promise<void> {
  await owner.press('New code');
  await owner.press(type, '.tiles.wide');
  if (owner.where === 'plain') await owner.press('Show the fields');
}

/** Creates the code, and reads it as a phone and as a program do. */
async function create(owner: Owner) {
  const { page, api } = owner;
  await owner.press('Create code');
  await page.waitForURL(/\/codes\/qr_\w{8}/);
  const [id = ''] = /qr_\w{8}/.exec(page.url()) ?? [];
  const picture = await page.request.get(`${api.origin}/codes/${id}/image.png`);
  return {
    code: await api.read({ id }),
    text: (await readSymbol(new Uint8Array(await picture.body()))).text,
  };
}

/** Creates a code of a type by what is typed, and reads from its symbol what a phone gets. */
const holding = (
  task: string,
  type: string,
  fields: Readonly<Record<string, string>>,
  content: RegExp,
): Task => ({
  task,
  clicks: WITH_TYPE,
  walk: async (owner) => {
    await startCode(owner, type);
    for (const [label, text] of Object.entries(fields)) await owner.type(label, text);
    expect((await create(owner)).text).toMatch(content);
  },
});

const CONTENTS: readonly Task[] = [
  {
    task: 'make a code for a web address',
    clicks: 2,
    walk: async (owner) => {
      await owner.press('New code');
      await owner.type('Web address', 'https://example.com/menu');
      await owner.type('Title (optional)', owner.name('Menu'));
      const { code, text } = await create(owner);
      await owner.see(owner.name('Menu'), 'h1');
      expect(text.toLowerCase()).toBe(code.short_url);
      expect(await owner.api.scan(code.short_url)).toBe('https://example.com/menu');
    },
  },
  holding('make a code that holds a text', 'Text', { Text: 'Back at two.' }, /^Back at two\.$/),
  holding(
    'make a code that writes an e-mail',
    'E-mail',
    { 'E-mail address': 'hello@example.com' },
    /^mailto:hello@example\.com/,
  ),
  holding('make a code that calls', 'Phone', { 'Phone number': '+49 30 123456' }, /^tel:\+4930123456$/),
  holding(
    'make a code that sends an SMS',
    'SMS',
    { 'Phone number': '+49 30 123456' },
    /^SMSTO:\+4930123456/i,
  ),
  holding(
    'make a code that joins a network',
    'Wi-Fi',
    { 'Name of the network': 'Guests; "all"', Password: 'se:cret\\pass' },
    /S:Guests\\; \\"all\\";.*P:se\\:cret\\\\pass;/,
  ),
  holding(
    'make a code that shows a place',
    'Place',
    { Latitude: '52.5163', Longitude: '13.3777' },
    /^geo:52\.5163,13\.3777/,
  ),
  holding(
    'make a code that holds a contact',
    'Contact',
    { 'Last name': 'Okafor', 'First name (optional)': 'Ngozi' },
    /N:Okafor;Ngozi/,
  ),
  holding(
    'make a code that holds an event',
    'Event',
    {
      'Title of the event': 'Opening night',
      'Starts on': '2037-03-01',
      'Start time': '19:00',
      'Time zone (optional)': 'Europe/Berlin',
    },
    /SUMMARY:Opening night/,
  ),
  {
    task: 'make a code that opens a file',
    clicks: { phone: 4, desktop: 4, plain: 5 },
    walk: async (owner) => {
      await startCode(owner, 'File');
      await owner.choose('Upload a file', toPdf('Menu.pdf'));
      const { code } = await create(owner);
      await owner.see('Menu.pdf', '.leads-to');
      expect(await owner.api.scan(code.short_url)).toMatch(/\/Menu\.pdf$/);
    },
  },
  holding(
    'make a code for a bank transfer, with the amount as it is written',
    'Bank transfer (GiroCode)',
    { Payee: 'Blue Fig', IBAN: 'DE89 3704 0044 0532 0130 00', 'Amount in euros (optional)': '€ 1.234,50' },
    /^BCD[^]*EUR1234\.5/,
  ),
  holding(
    'make a code for a Swiss bill',
    'Swiss QR-bill',
    {
      IBAN: 'CH93 0076 2011 6238 5295 7',
      'Amount (optional)': '49,90',
      Name: 'Blue Fig',
      'Postal code': '8001',
      City: 'Zürich',
    },
    /^SPC[^]*49\.90/,
  ),
];

const LOOKS: readonly Task[] = [
  {
    task: 'make a code with a logo and a frame',
    clicks: 5,
    walk: async (owner) => {
      await owner.press('New code');
      await owner.type('Web address', 'https://example.com/menu');
      await owner.press('Menu', '.design');
      await owner.press(/^Logo/, '.design');
      await owner.choose('Upload a logo', LOGO);
      const { code } = await create(owner);
      expect(code).toMatchObject({
        style: { frame: { text: 'See the menu' }, logo: { image: expect.any(String) } },
      });
    },
  },
  {
    task: 'make a code that looks like an earlier one',
    clicks: 3,
    walk: async (owner) => {
      const color = { dark: '#14532d', light: '#fefce8' };
      const { title } = await owner.make({ color });
      await owner.press(`Actions for ${title}`);
      await owner.press('Duplicate');
      await owner.see('A copy of');
      expect((await create(owner)).code).toMatchObject({ color, target: 'https://example.com/before' });
    },
  },
  {
    task: 'save a look as a template',
    clicks: 5,
    walk: async (owner) => {
      await owner.press('New code');
      await owner.press(/^Shape/, '.design');
      await owner.press('Dots', '.design');
      await owner.press('Save this look as a template');
      await owner.type('Name of the template', owner.name('Dotted'));
      await owner.press('Save template');
      await owner.see('New codes can start from it.');
    },
  },
  {
    task: 'start a code from a template',
    clicks: 3,
    walk: async (owner) => {
      const name = owner.name('Green');
      await owner.api.call('POST', '/v1/templates', { name, color: { dark: '#14532d' } });
      await owner.press('Templates', 'nav');
      await owner.press(`New code from ${name}`);
      await owner.type('Web address', 'https://example.com/green');
      expect((await create(owner)).code).toMatchObject({ color: { dark: '#14532d' } });
    },
  },
  {
    task: 'keep a picture in the library',
    clicks: { phone: 2, desktop: 2, plain: 3 },
    walk: async (owner) => {
      await owner.press('Library');
      await owner.choose('Upload an image', { ...LOGO, name: owner.name('Fig') });
      if (owner.where === 'plain') await owner.press('Upload', 'form[action$="/images"]');
      await owner.see('The image was stored.');
    },
  },
  {
    task: 'delete a file that no code opens',
    clicks: 3,
    walk: async (owner) => {
      const name = owner.name('Old');
      await owner.api.upload(name);
      await owner.press('Library');
      const row = `li:has-text("${name}")`;
      await owner.press('Delete…', row);
      await owner.press(/^Delete/, `${row} details[open] form`);
      await owner.page.locator(row).waitFor({ state: 'detached' });
    },
  },
];

/** From the list to the sheet with all kinds of files. */
async function openSheet(owner: Owner): Promise<void> {
  await owner.press((await owner.make({ title: owner.name('Table') })).title);
  await owner.press('Print or download');
}

async function downloadPdf(owner: Owner): Promise<string> {
  const { bytes } = await owner.download('Download', '.preview, main');
  const text = new TextDecoder('latin1').decode(bytes);
  expect(text).toMatch(/^%PDF-/);
  return text;
}

const PRINTS: readonly Task[] = [
  {
    task: 'download a code as a picture',
    clicks: 2,
    walk: async (owner) => {
      const { title, short_url } = await owner.make();
      await owner.press(title);
      const { bytes } = await owner.download('Download PNG');
      expect((await readSymbol(bytes)).text.toLowerCase()).toBe(short_url);
    },
  },
  {
    task: 'print a code in its size on an own printer',
    clicks: 3,
    walk: async (owner) => {
      await openSheet(owner);
      await owner.type('Width in mm', '30');
      await downloadPdf(owner);
    },
  },
  {
    task: 'have a table tent printed by a print shop',
    clicks: 5,
    walk: async (owner) => {
      await openSheet(owner);
      await owner.press(/^Table tent/);
      await owner.press(/^A print shop/);
      expect(await downloadPdf(owner)).toContain('/TrimBox');
    },
  },
  {
    task: 'print sticky labels',
    clicks: 4,
    walk: async (owner) => {
      await openSheet(owner);
      await owner.press(/^Sticky labels/);
      await downloadPdf(owner);
    },
  },
  {
    task: 'download a code in another look',
    clicks: 5,
    walk: async (owner) => {
      const name = owner.name('Green');
      await owner.api.call('POST', '/v1/templates', { name, color: { dark: '#14532d' } });
      await openSheet(owner);
      await owner.press(/^SVG/);
      await owner.pick('Look', name);
      expect(new TextDecoder().decode((await owner.download('Download')).bytes)).toContain('#14532d');
    },
  },
];

export const CODE_TASKS: readonly Task[] = [...CONTENTS, ...LOOKS, ...PRINTS];
