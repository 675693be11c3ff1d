import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { checkAccessibility, checkWidth, useDashboardInChromium } from './dashboard-in-chromium.ts';
import { makePdf } from '../data/files.ts';
import { openPage, type WatchedPage } from './chromium.ts';
import type { ACCOUNTS } from './dashboards-setup.ts';
import { SCREENS } from './pictures.ts';
import { signInByLink } from './sign-in-by-link.ts';

/** What owners do with codes, each by its shortest way, on a phone, on a desktop, and on a phone without JavaScript. */

const WHERE = {
  phone: { viewport: SCREENS.phone, hasTouch: true, isMobile: true },
  desktop: { viewport: SCREENS.desktop },
  plain: { viewport: SCREENS.phone, javaScriptEnabled: false },
} as const;

type Where = keyof typeof WHERE;

export interface Task {
  readonly task: string;
  /** The presses of the shortest way, files that are chosen among them; typing is none. */
  readonly clicks: number | Readonly<Partial<Record<Where, number>>>;
  /** Where the way begins; the list of codes if left out. */
  readonly from?: string;
  /** Why it cannot be done without JavaScript. */
  readonly script?: string;
  /** Whether a new owner does it, who signs in first, because it is about the person or ends the session. */
  readonly isOwn?: boolean;
  /** Goes the way, and ends with what a person sees of it. */
  readonly walk: (owner: Owner) => Promise<unknown>;
}

export interface Code {
  readonly id: string;
  readonly title: string;
  readonly short_url: string;
  readonly [field: string]: unknown;
}

interface NewFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

type Name = string | RegExp;

export type Owner = ReturnType<typeof sitDown>;

/** Counts across all walks, so that no two of them have a name in common. */
let walks = 0;

/** The whole of a text, whatever space is around it. */
const exactly = (text: string) => new RegExp(`^\\s*${text.replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&')}\\s*$`);

/** Somebody in front of a page, who presses, types and looks. The first page opens with the first of it, after everything was prepared. */
function sitDown(page: Page, where: Where, api: Api, from: string) {
  let presses = 0;
  let isOpen = false;
  const key = `${api.account}${++walks}`;

  async function part(within: string): Promise<Locator> {
    if (!isOpen) await page.goto(api.origin + from);
    isOpen = true;
    return page.locator(within);
  }
  const field = async (label: Name, within: string) =>
    (await part(within))
      .getByLabel(label, { exact: true })
      .and(page.locator(':is(input, textarea, select):not([type=radio], [type=checkbox])'))
      .first();

  const owner = {
    page,
    api,
    where,
    /** A name that nothing else has. */
    name: (what: string) => `${what} ${key}`,
    path: (what: string) => `${what}-${key}`,
    get presses() {
      return presses;
    },
    /** Presses what has this text, all of it if it is no pattern. */
    async press(name: Name, within = 'body'): Promise<void> {
      const text = typeof name === 'string' ? exactly(name) : name;
      const things = (await part(within)).locator(':is(a, button, summary, label)');
      await owner.pressOn(things.filter({ hasText: text, visible: true }).first());
    },
    async pressOn(thing: Locator): Promise<void> {
      await part('body');
      await thing.click();
      presses++;
    },
    async choose(label: Name, file: NewFile, within = 'body'): Promise<void> {
      await (await field(label, within)).setInputFiles(file);
      presses++;
    },
    async pick(label: Name, option: string, within = 'body'): Promise<void> {
      await (await field(label, within)).selectOption(option);
      presses++;
    },
    async type(label: Name, text: string, within = 'body'): Promise<void> {
      await (await field(label, within)).fill(text);
    },
    /** Types into the search of the list: a script follows, and without it a key asks. */
    async search(text: string): Promise<void> {
      await owner.type('Search', text);
      if (where === 'plain') await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.searchParams.get('q') === text);
    },
    async see(text: Name, within = 'body'): Promise<void> {
      await (await part(within)).getByText(text).filter({ visible: true }).first().waitFor();
    },
    /** Presses what begins a download, and returns the file. */
    async download(name: Name, within = 'body'): Promise<{ name: string; bytes: Uint8Array }> {
      // A download would stop a page that is loading.
      await part('body');
      await page.waitForLoadState('load');
      const [file] = await Promise.all([page.waitForEvent('download'), owner.press(name, within)]);
      const chunks: Buffer[] = [];
      for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
      return { name: file.suggestedFilename(), bytes: new Uint8Array(Buffer.concat(chunks)) };
    },
    /** Another dynamic code, made by the API. */
    async make(body: object = {}): Promise<Code> {
      const small = { dynamic: true, format: 'svg', size: 128 };
      const target = 'https://example.com/before';
      const whole = { target, title: owner.name('Code'), ...small, ...body };
      return { ...whole, ...(await api.call<Pick<Code, 'id' | 'short_url'>>('POST', '/v1/qr', whole)) };
    },
  };
  return owner;
}

type Api = ReturnType<typeof useApi>;

function useApi(
  account: string,
  { origin, apiUrl, apiKey }: { origin: string; apiUrl: string; apiKey: string },
) {
  async function call<T>(
    method: string,
    path: string,
    body?: object,
    type = 'application/json',
    file = '',
  ): Promise<T> {
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        'Content-Type': type,
        ...(file !== '' && { 'Content-Disposition': `attachment; filename="${file}.pdf"` }),
      },
      ...(body && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json() as Promise<T>;
  }
  return {
    account,
    origin,
    url: apiUrl,
    call,
    /** Stores a PDF with this name. */
    upload: (name: string) =>
      call<{ id: string }>('POST', '/v1/files', makePdf(name), 'application/pdf', name),
    read: ({ id }: Pick<Code, 'id'>) => call<Code>('GET', `/v1/qr/${id}`),
    /** Where a scan leads, or the status of the page that it shows. */
    async scan(shortUrl: string, agent = IPHONE) {
      const response = await fetch(shortUrl, { redirect: 'manual', headers: { 'User-Agent': agent } });
      return response.headers.get('Location') ?? response.status;
    },
  };
}

function sayTask({ task, clicks, script }: Task, where: Where): string {
  const count = typeof clicks === 'number' ? clicks : clicks[where];
  return `can ${task}: ${count} clicks${script === undefined ? '' : `, not without JavaScript: ${script}`}`;
}

/** One person may load 600 pages and pictures a minute. */
const WALKS_OF_ONE = 8;

/**
 * A test for each task and each place where somebody does it: it fails if the way needs another number of presses, or if axe-core finds
 * something at its end.
 */
export function describeTasks(account: keyof typeof ACCOUNTS, tasks: readonly Task[], places: Places): void {
  describe.runIf(inject('hasChromium'))('an owner', () => {
    const chromium = useDashboardInChromium(account);
    describe.each(Object.keys(WHERE) as Where[])('%s', (where) => {
      let tab: WatchedPage | null = null;
      let walked = 0;

      async function openOwn(): Promise<WatchedPage> {
        const options = { ...WHERE[where], reducedMotion: 'reduce' } as const;
        const own = await openPage(chromium.browser, chromium.dashboard.origin, options);
        await signInByLink(own.page, await chromium.invite('Ada'));
        return own;
      }

      async function openTab(): Promise<WatchedPage> {
        if (walked++ % WALKS_OF_ONE !== 0 && tab) return tab;
        await tab?.page.context().close();
        return (tab = await openOwn());
      }

      const own = tasks.filter((task, i) => places(i).includes(where) && !(where === 'plain' && task.script));
      it.each(own.map((one) => [sayTask(one, where), one] as const))('%s', async (_, task) => {
        const { clicks, from = '/codes', isOwn = false, walk } = task;
        const { page, faults } = isOwn ? await openOwn() : await openTab();
        const before = faults.length;
        const owner = sitDown(page, where, useApi(account, chromium.dashboard), from);
        await walk(owner);
        expect(owner.presses).toBe(typeof clicks === 'number' ? clicks : clicks[where]);
        await checkWidth(page);
        if (where !== 'plain') await checkAccessibility(page);
        expect(faults.slice(before)).toEqual([]);
        if (isOwn) await page.context().close();
      });
    });
  });
}

/** Where a task is tried, by its number. */
type Places = (task: number) => readonly Where[];

/** Each task at one of the places, and each place with a third of the tasks. */
export const ONE_PLACE: Places = (task) => [(['phone', 'desktop', 'plain'] as const)[task % 3] ?? 'phone'];

/** Each task everywhere; one in `TRY_ONE_IN` of the tasks if not all are tried. */
export const EVERY_PLACE: Places = (task) =>
  task % inject('oneIn') === 0 ? ['phone', 'desktop', 'plain'] : [];
