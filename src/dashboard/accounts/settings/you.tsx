import { say } from '#languages/say.ts';
import { findWayBack } from '#service/accounts/can-return.ts';
import { mayUsePasskey } from '#service/accounts/passkeys.ts';
import { listPasskeys } from '#storage/accounts/passkeys.ts';
import { listSameHuman } from '#storage/accounts/people.ts';
import { listSessions } from '#storage/accounts/sessions.ts';
import { isSubscribed } from '#storage/summaries/summaries.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { renderPage } from '../../frame/render.tsx';
import { Accounts } from './accounts.tsx';
import { Languages } from './language.tsx';
import { Mails } from './mail.tsx';
import { SignIn } from './security-page.tsx';
import { Settings } from './settings-frame.tsx';

/** `GET /settings`: what is about the person who is signed in. */
export async function showYou(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const person = c.get('person');
  const [passkeys, sessions, wayBack, isMailed, people] = await Promise.all([
    listPasskeys(deps.db, person.id),
    listSessions(deps.db, person.id),
    findWayBack(deps, person),
    isSubscribed(deps.db, person.id),
    listSameHuman(deps.db, person.id),
  ]);
  return renderPage(
    c,
    { title: say('Settings'), section: 'Settings' },
    <Settings place="Sign-in">
      <SignIn
        passkeys={passkeys}
        sessions={sessions}
        sessionId={c.get('sessionId')}
        isFresh={c.get('isFresh')}
        hasPasskeys={mayUsePasskey(deps, person)}
        canReturn={wayBack !== null || passkeys.length > 0}
        // With another passkey, the operator still makes a link.
        wayBack={wayBack ?? (passkeys.length > 1 ? 'link' : null)}
      />
      <Languages c={c} />
      <Mails c={c} isOn={isMailed} />
      <Accounts people={people} viewer={person} />
    </Settings>,
  );
}
