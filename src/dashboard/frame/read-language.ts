import { createMiddleware } from 'hono/factory';
import { LANGUAGES, pickLanguage } from '#core/languages.ts';
import { inLanguage } from '#languages/say.ts';
import type { DashboardEnv } from './dashboard-env.ts';

/** Answers in the language of the browser. `requireSession` then follows the choice of the signed-in person. */
export const readLanguage = createMiddleware<DashboardEnv>(async function readLanguage(c, next) {
  await inLanguage(pickLanguage(c.req.header('Accept-Language'), LANGUAGES), next);
});
