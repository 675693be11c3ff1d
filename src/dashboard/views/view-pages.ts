import type { ViewPage } from '#core/saved-view.ts';

export const PAGE_PATHS: Readonly<Record<ViewPage, string>> = { codes: '/codes', analytics: '/analytics' };

/** For each page with views what it makes of an address, as it would write the query itself; empty for the page as it opens. */
export type ViewQueries = Readonly<Record<ViewPage, (url: string) => string>>;
