import { Hono } from 'hono';
import { readUnsubscribe } from '#core/summaries/unsubscribe.ts';
import { unsubscribe } from '#service/summaries/subscribe.ts';
import type { DashboardContext, DashboardEnv } from '../frame/dashboard-env.ts';
import { pageNotFound } from '../frame/page-error.ts';
import { renderPage } from '../frame/render.tsx';

/**
 * Ends the weekly summaries of a person: with the button of the page, because mail scanners open every link, or with the POST of a mail
 * program (RFC 8058), which has neither a session nor an origin. The signature in the path says whose they are.
 */
export const unsubscribeRoutes = new Hono<DashboardEnv>()
  .get('/:signed', (c) => {
    findPerson(c);
    return renderPage(
      c,
      { title: 'Weekly summary' },
      <section class="narrow">
        <h1>Stop the weekly summary?</h1>
        <form method="post" action={c.req.path}>
          <button type="submit">Stop it</button>
        </form>
      </section>,
    );
  })
  .post('/:signed', async (c) => {
    await unsubscribe(c.get('deps'), findPerson(c));
    return renderPage(
      c,
      { title: 'Weekly summary' },
      <section class="narrow">
        <h1>You get no more weekly summaries</h1>
        <p>
          If you change your mind, switch them on again in the <a href="/settings/mail">settings</a>.
        </p>
      </section>,
    );
  });

function findPerson(c: DashboardContext): string {
  const personId = readUnsubscribe(c.get('deps').passwordPepper, c.req.param('signed') ?? '');
  if (personId === null) throw pageNotFound();
  return personId;
}
