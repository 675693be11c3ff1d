import type { Context } from 'hono';
import { pickAccepted } from '#core/http/accept-header.ts';
import { compressPage } from './compress-page.ts';
import type { DashboardContext } from './dashboard-env.ts';
import { pageNotFound } from './page-error.ts';
import { readLanguage } from './read-language.ts';
import { renderPageError } from './render.tsx';
import { securePage } from './secure-page.ts';

/** The 404 for a browser; null for API callers and other programs, which get the API's 404. */
export async function showMissingPage(context: Context): Promise<Response | null> {
  const c = context as DashboardContext;
  const isOfApi = /^\/v1(?:\/|$)/.test(c.req.path);
  const isOfBrowser = pickAccepted(c.req.header('Accept'), ['text/html', 'application/json']) === 'text/html';
  if (isOfApi || !isOfBrowser) return null;
  await readLanguage(c, async () => {
    await compressPage(c, async () => {
      await securePage(c, async () => {
        c.res = await renderPageError(c, pageNotFound());
      });
    });
  });
  return c.res;
}
