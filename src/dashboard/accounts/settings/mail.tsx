import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { subscribe, unsubscribe } from '#service/summaries/subscribe.ts';
import { isSubscribed } from '#storage/summaries/summaries.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { readForm } from '../../frame/forms/form.ts';
import { renderPage } from '../../frame/render.tsx';
import { PostButton } from '../../kit/buttons.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { Settings } from './settings-tabs.tsx';

/** The mails that a person gets. */
export const mailRoutes = new Hono<DashboardEnv>().get('/', showMail).post('/', changeMail);

async function showMail(c: DashboardContext): Promise<Response> {
  const { db } = c.get('deps');
  const { id } = c.get('person');
  return renderPage(
    c,
    { title: say('Mail'), section: 'Settings' },
    <Settings tab="Mail">
      <section class="narrow-form">
        <h2>{say('Weekly summary')}</h2>
        <Choice c={c} isOn={await isSubscribed(db, id)} />
      </section>
    </Settings>,
  );
}

function Choice({ c, isOn }: { readonly c: DashboardContext; readonly isOn: boolean }) {
  const { email } = c.get('person');
  const why = findReason(c);
  if (why !== null && !isOn) return <p>{why}</p>;
  return (
    <>
      <p>
        {isOn
          ? say('Every Monday you get last week’s scans, at {email}.', {
              email: email ?? say('your address'),
            })
          : say(
              'Get last week’s scans every Monday, at {email}: how many there were, how that compares with the week before, and which codes were scanned most.',
              { email: email ?? '' },
            )}
      </p>
      {why !== null && isOn ? <p class="muted">{why}</p> : null}
      <PostButton
        action="/settings/mail"
        fields={{ weekly: isOn ? '' : 'on' }}
        kind={isOn ? 'second' : 'main'}
      >
        {isOn ? say('Stop the weekly summary') : say('Send me a weekly summary')}
      </PostButton>
    </>
  );
}

/** Why this person gets no mail; null if nothing prevents it. */
function findReason(c: DashboardContext): string | null {
  if (c.get('deps').mailer === null)
    return say('This service sends no mail: its operator has not switched it on.');
  if (c.get('person').email === null)
    return say('You have no e-mail address here, so we cannot send you anything.');
  return null;
}

async function changeMail(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const { id: personId } = c.get('person');
  const isWanted = (await readForm(c)).isChecked('weekly');
  if (!isWanted) await unsubscribe(deps, personId);
  else if (findReason(c) === null) {
    await subscribe(deps, personId, new URL(c.req.url).origin);
  }
  return redirectSaying(c, '/settings/mail', 'saved');
}
