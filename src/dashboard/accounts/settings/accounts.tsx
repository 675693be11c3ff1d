import { say } from '#languages/say.ts';
import { USUAL_PLACE } from '../sign-in/next-path.ts';
import type { Person } from '#core/accounts/account.ts';
import { switchAccount } from '#service/accounts/sessions.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { readForm } from '../../frame/forms/form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { AccountRows } from '../account-rows.tsx';
import { nameBrowser } from '../sign-in/browser-name.ts';
import { replaceSession, resumeSession } from '../sign-in/resume-session.ts';

/** `POST /settings/switch` */
export async function enterAccount(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const signedIn = await resumeSession(c);
  const token =
    signedIn && (await switchAccount(c.get('deps'), signedIn, form.value('person'), nameBrowser(c)));
  if (token === null) throw pageNotFound();
  await replaceSession(c, token);
  return c.redirect(USUAL_PLACE, 303);
}

/** The accounts of the signed-in person, with buttons to switch between them. */
export function Accounts({
  people,
  viewer,
}: {
  readonly people: readonly Person[];
  readonly viewer: Person;
}) {
  return (
    <section id="accounts">
      <h2>{say('Your accounts')}</h2>
      <AccountRows people={people} current={viewer.id} />
      <p class="muted">
        {viewer.email === null
          ? say(
              'Accounts that share your e-mail address are listed together. You have no e-mail address here.',
            )
          : say('These are the accounts where you have proved that {email} is yours.', {
              email: viewer.email,
            })}
      </p>
    </section>
  );
}
