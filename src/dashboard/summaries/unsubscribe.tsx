import { say, sayRich } from '#languages/say.ts';
import { Hono } from 'hono';
import { readUnsubscribe } from '#core/summaries/unsubscribe.ts';
import { unsubscribe } from '#service/summaries/subscribe.ts';
import type { DashboardContext, DashboardEnv } from '../frame/dashboard-env.ts';
import { pageNotFound } from '../frame/page-error.ts';
import { renderPage } from '../frame/render.tsx';
import { PostButton } from '../kit/buttons.tsx';
import { NarrowPage } from '../kit/page-head.tsx';

/**
 * Ends the weekly summaries of a person: by the button of the page, because mail scanners open every link, or by the POST of a mail program
 * (RFC 8058), which has neither a session nor an origin. The signature in the path identifies the person.
 */
export const unsubscribeRoutes = new Hono<DashboardEnv>()
  .get('/:signed', (c) => {
    findPerson(c);
    return renderPage(
      c,
      { title: say('Weekly summary') },
      <NarrowPage title={say('Stop the weekly summary?')}>
        <PostButton action={c.req.path}>{say('Stop it')}</PostButton>
      </NarrowPage>,
    );
  })
  .post('/:signed', async (c) => {
    await unsubscribe(c.get('deps'), findPerson(c));
    return renderPage(
      c,
      { title: say('Weekly summary') },
      <NarrowPage title={say('You get no more weekly summaries')}>
        <p>
          {sayRich('If you change your mind, switch them on again in the <settings>settings</settings>.', {
            settings: (text) => <a href="/settings#mails">{text}</a>,
          })}
        </p>
      </NarrowPage>,
    );
  });

function findPerson(c: DashboardContext): string {
  const personId = readUnsubscribe(c.get('deps').passwordPepper, c.req.param('signed') ?? '');
  if (personId === null) throw pageNotFound();
  return personId;
}
