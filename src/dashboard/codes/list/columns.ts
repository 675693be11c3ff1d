import type { PlainMessage } from '#languages/say.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { readCookie, writeCookie } from '../../frame/own-cookie.ts';

/** The columns that people can choose, in their order. The code itself and its menu are always there. */
export const COLUMNS = [
  { name: 'content', label: 'Content' },
  { name: 'link', label: 'Short link' },
  { name: 'tags', label: 'Tags' },
  { name: 'state', label: 'State' },
  { name: 'scans', label: 'Scans' },
  { name: 'last_scan', label: 'Last scan' },
  { name: 'created', label: 'Created' },
] as const satisfies readonly { readonly name: string; readonly label: PlainMessage }[];

export type Column = (typeof COLUMNS)[number]['name'];
export type Columns = ReadonlySet<Column>;

const AT_FIRST: readonly Column[] = ['link', 'tags', 'state', 'scans', 'last_scan'];

/**
 * A cookie and not the address: which columns somebody wants to see depends on their screen, not on the list that they pass on. It holds
 * for a year.
 */
const COOKIE = 'columns';
const LIVES_SECONDS = 365 * 24 * 60 * 60;

export function readColumns(c: DashboardContext): Columns {
  const kept = readCookie(c, COOKIE);
  return kept === null ? new Set(AT_FIRST) : toColumns(kept.split('.'));
}

/** Keeps the columns that the form of the list sends, and leads to the address without them; null if it sends none. */
export function chooseColumns(c: DashboardContext): Response | null {
  const url = new URL(c.req.url);
  const sent = url.searchParams.getAll(COOKIE);
  if (sent.length === 0) return null;
  url.searchParams.delete(COOKIE);
  // A link of another site changes nothing.
  if (c.req.header('Sec-Fetch-Site') !== 'cross-site')
    writeCookie(c, COOKIE, [...toColumns(sent)].join('.'), LIVES_SECONDS);
  return c.redirect(url.pathname + url.search, 303);
}

function toColumns(names: readonly string[]): Columns {
  return new Set(COLUMNS.map(({ name }) => name).filter((name) => names.includes(name)));
}
