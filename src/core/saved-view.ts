import { parseName } from './accounts/name.ts';

/** The pages whose filters a person can save under a name. */
export const VIEW_PAGES = ['codes', 'analytics'] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

/** Filters, order and period of a page, under the name that a person gave them. */
export interface SavedView {
  readonly id: string;
  readonly page: ViewPage;
  readonly name: string;
  /** The query of the page's address, as the page itself writes it. */
  readonly query: string;
}

/** For each person and page: more than fit above the filters. */
export const MAX_VIEWS = 20;
export const LONGEST_VIEW_NAME = 60;
/** In characters of an address. */
export const LONGEST_VIEW_QUERY = 1_000;

/** The name without spaces around it; null if it cannot be one. */
export function parseViewName(text: string): string | null {
  const name = parseName(text);
  return name !== null && [...name].length <= LONGEST_VIEW_NAME ? name : null;
}
