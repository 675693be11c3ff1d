import type { ViewPage } from '#core/saved-view.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { formatParameters, readCodeListQuery } from '../codes/list/list-query.ts';
import { readQuestion, toQuery } from '../scans/question.ts';
import { toAccountSubject } from '../scans/subject.ts';

export const PAGE_PATHS: Readonly<Record<ViewPage, string>> = { codes: '/codes', analytics: '/analytics' };

/** What a page makes of an address, as it would write it itself; empty for the page as it opens. */
export function toViewQuery(page: ViewPage, url: string): string {
  if (page === 'codes') return formatParameters(readCodeListQuery(url).parameters);
  const { question } = readQuestion(new URL(url).searchParams, toAccountSubject().dimensions, UTC);
  return toQuery(question).slice(1);
}
