import { expect } from 'vitest';
import { type Code, type Owner, type Task } from '#harness/browser/tasks.ts';
import { makePdf } from '#harness/data/files.ts';
import { discPng } from '#harness/symbols/pictures.ts';

/** Opens the page of another code. */
async function openCode(owner: Owner, body: object = {}): Promise<Code> {
  const code = await owner.make(body);
  await owner.press(code.title);
  return code;
}

/** The same, and on to one card of what happens on a scan. */
async function openCard(owner: Owner, title: string, body: object = {}): Promise<Code> {
  const code = await openCode(owner, body);
  await owner.press('Edit scan rules');
  await owner.press(new RegExp(`^${title}`), '.folds');
  return code;
}

async function save(owner: Owner, card: string): Promise<void> {
  await owner.press('Save', card);
  await owner.see(/^Saved/);
}

const TARGETS: readonly Task[] = [
  {
    task: 'change where a printed code leads',
    clicks: 3,
    walk: async (owner) => {
      const { short_url } = await openCode(owner);
      await owner.press('Change target');
      await owner.type('Target', 'https://example.com/after');
      await owner.press('Save', '#edit');
      await owner.see('https://example.com/after', '.leads-to');
      await owner.see('https://example.com/before', '#history');
      expect(await owner.api.scan(short_url)).toBe('https://example.com/after');
    },
  },
  {
    task: 'go back to an earlier target',
    clicks: 2,
    walk: async (owner) => {
      const code = await owner.make();
      await owner.api.call('PATCH', `/v1/qr/${code.id}`, { target: 'https://example.com/wrong' });
      await owner.press(code.title);
      await owner.press(/^Restore this state/);
      await owner.see(/^Restored/);
      expect(await owner.api.scan(code.short_url)).toBe('https://example.com/before');
    },
  },
  {
    task: 'put another file in the place of one, and take that back',
    clicks: { phone: 5, desktop: 5, plain: 5 },
    walk: async (owner) => {
      const { id: target } = await owner.api.upload('Spring');
      const code = await openCode(owner, { type: 'file', target });
      await owner.press('Change file');
      const buffer = Buffer.from(makePdf('Summer'));
      await owner.choose(
        'Upload a file',
        { name: 'Summer.pdf', mimeType: 'application/pdf', buffer },
        '#edit',
      );
      if (owner.where !== 'plain') await owner.see('Summer.pdf', '#edit');
      await owner.press('Save', '#edit');
      await owner.see('Summer.pdf', '.leads-to .now');
      expect(await owner.api.scan(code.short_url)).toMatch(/\/Summer\.pdf$/);
      await owner.press('Undo');
      await owner.see('Spring.pdf', '.leads-to .now');
      expect(await owner.api.scan(code.short_url)).toMatch(/\/Spring\.pdf$/);
    },
  },
  {
    task: 'pause a code, and take that back',
    clicks: 3,
    walk: async (owner) => {
      const { short_url } = await openCode(owner);
      await owner.press('Pause');
      await owner.see(/^Paused/);
      expect(await owner.api.scan(short_url)).toEqual(expect.any(Number));
      await owner.press('Undo');
      await owner.see(/^Undone/);
      expect(await owner.api.scan(short_url)).toBe('https://example.com/before');
    },
  },
  {
    task: 'give a code a second short link',
    clicks: { phone: 4, desktop: 3, plain: 4 },
    walk: async (owner) => {
      const path = owner.path('table');
      const { short_url } = await openCode(owner);
      if (owner.where !== 'desktop') await owner.press('Short links');
      await owner.press('Add a short link');
      await owner.type('Last part of the short link', path);
      await owner.press('Add', '#names');
      await owner.see('The short link was added.');
      expect(await owner.api.scan(short_url.replace(/[^/]+$/, path))).toBe('https://example.com/before');
    },
  },
  {
    task: 'give a code another title',
    clicks: 3,
    walk: async (owner) => {
      await openCode(owner);
      await owner.press('Change title');
      await owner.type('Title', '<b>Menu</b>');
      await owner.press('Save', '#name');
      await owner.see('<b>Menu</b>', 'h1');
    },
  },
  {
    task: 'delete a code',
    clicks: { phone: 4, desktop: 4, plain: 5 },
    walk: async (owner) => {
      const { short_url, title } = await openCode(owner);
      await owner.press('More');
      await owner.press('Delete this code…');
      if (owner.where === 'plain') await owner.press(/Delete this code…/, '#delete');
      await owner.type(/^Type .* to confirm/, short_url.slice(-8));
      await owner.press('Delete code');
      await owner.page.waitForURL(/\/codes(#delete)?$/);
      expect(await owner.page.getByText(title, { exact: true }).count()).toBe(0);
      expect(await owner.api.scan(short_url)).toBe(410);
    },
  },
];

const RULES: readonly Task[] = [
  {
    task: 'send phones elsewhere by a rule',
    clicks: 6,
    walk: async (owner) => {
      const { short_url } = await openCode(owner);
      await owner.press('Add a rule', '#control');
      await owner.press('Add a rule', '#rules');
      await owner.press('Device', '.conditions');
      await owner.press('Phones', '.conditions');
      await owner.type('Lead to', 'https://example.com/app');
      await owner.press('Add rule');
      await owner.see('Phones', '.rules');
      expect(await owner.api.scan(short_url)).toBe('https://example.com/app');
      expect(await owner.api.scan(short_url, 'Mozilla/5.0 (X11; Linux x86_64)')).toBe(
        'https://example.com/before',
      );
    },
  },
  {
    task: 'start an A/B test',
    clicks: 3,
    walk: async (owner) => {
      const code = await openCode(owner);
      await owner.press('Start an A/B test');
      await owner.type('Leads to', 'https://example.com/b', 'fieldset.variant:nth-of-type(2)');
      await owner.press('Start the test');
      await owner.see(/50% · .* 50%/);
      expect(await owner.api.read(code)).toMatchObject({ variants: [{ weight: 50 }, { weight: 50 }] });
    },
  },
  {
    task: 'let a code end, and lead elsewhere after that',
    clicks: 4,
    walk: async (owner) => {
      const { short_url } = await openCard(owner, 'When it works');
      await owner.type('Ends', '2026-01-01T12:00');
      await owner.type('Fallback address', 'https://example.com/over');
      await save(owner, '#limits');
      expect(await owner.api.scan(short_url)).toBe('https://example.com/over');
    },
  },
  {
    task: 'extend a code that has ended',
    clicks: 4,
    walk: async (owner) => {
      const { short_url } = await openCard(owner, 'When it works', { ends_at: '2026-01-01T12:00:00Z' });
      await owner.type('Ends', '2037-01-01T12:00');
      await save(owner, '#limits');
      expect(await owner.api.scan(short_url)).toBe('https://example.com/before');
    },
  },
  {
    task: 'limit how often a code can be scanned',
    clicks: 4,
    walk: async (owner) => {
      const { short_url } = await openCard(owner, 'When it works');
      await owner.type('Scan limit', '1');
      await save(owner, '#limits');
      expect(await owner.api.scan(short_url)).toBe('https://example.com/before');
      expect(await owner.api.scan(short_url)).toEqual(expect.any(Number));
    },
  },
  {
    task: 'ask everybody who scans for a password',
    clicks: 4,
    walk: async (owner) => {
      const { short_url } = await openCard(owner, 'Password and URL parameters');
      await owner.type('Password', 'open sesame', '#access');
      await save(owner, '#access');
      await owner.page.goto(short_url);
      await owner.type('Password', 'open sesame');
      await owner.page.getByRole('button', { name: 'Open' }).waitFor();
    },
  },
  {
    task: 'add campaign parameters to what a code leads to',
    clicks: 4,
    walk: async (owner) => {
      const { short_url } = await openCard(owner, 'Campaign parameters');
      await owner.type('Source (utm_source)', 'flyer');
      await save(owner, '#campaign');
      expect(await owner.api.scan(short_url)).toBe('https://example.com/before?utm_source=flyer');
    },
  },
  {
    task: 'choose what a chat shows of the link, with a picture',
    clicks: 5,
    walk: async (owner) => {
      const code = await openCard(owner, 'Link preview');
      await owner.type('Title', 'Winter menu', '#preview');
      const buffer = Buffer.from(discPng(300));
      await owner.choose(/^Upload/, { name: 'Menu.png', mimeType: 'image/png', buffer }, '#preview');
      await save(owner, '#preview');
      expect(await owner.api.read(code)).toMatchObject({
        preview: { title: 'Winter menu', image: expect.any(String) },
      });
    },
  },
  {
    task: 'try where a scan would lead',
    clicks: 5,
    walk: async (owner) => {
      const rules = [{ name: 'Alps', target: 'https://example.com/alps', when: { country: ['AT'] } }];
      await openCard(owner, 'Try a scan', { rules });
      await owner.pick('Country', 'Austria', '#test');
      await owner.press('Try it');
      await owner.see(/Alps.* matches/, '#test');
    },
  },
];

export const CHANGE_TASKS: readonly Task[] = [...TARGETS, ...RULES];
