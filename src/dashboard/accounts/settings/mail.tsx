import { say } from '#languages/say.ts';
import { subscribe, unsubscribe } from '#service/summaries/subscribe.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { readForm } from '../../frame/forms/form.ts';
import { PostButton } from '../../kit/buttons.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';

interface MailsProps {
  readonly c: DashboardContext;
  /** Whether this person gets the summary. */
  readonly isOn: boolean;
}

/** The mails that a person gets. */
export function Mails(props: MailsProps) {
  return (
    <section class="card" id="mails">
      <h2>{say('Weekly summary')}</h2>
      <Choice {...props} />
    </section>
  );
}

function Choice({ c, isOn }: MailsProps) {
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

export async function changeMail(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const { id: personId } = c.get('person');
  const isWanted = (await readForm(c)).isChecked('weekly');
  if (!isWanted) await unsubscribe(deps, personId);
  else if (findReason(c) === null) {
    await subscribe(deps, personId, new URL(c.req.url).origin);
  }
  return redirectSaying(c, '/settings#mails', 'saved');
}
