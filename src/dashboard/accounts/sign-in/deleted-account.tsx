import { currentLanguage, inLanguage, say, sayRich } from '#languages/say.ts';
import type { Person } from '#core/accounts/account.ts';
import { type AccountDeletion, isRestorable } from '#core/accounts/deletion.ts';
import { restoreAccount as restoreForOwner } from '#service/accounts/deletion.ts';
import { listSameHuman } from '#storage/accounts/people.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { PageError } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { Minute } from '../../frame/utc-time.tsx';
import { PostButton } from '../../kit/buttons.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { NarrowPage } from '../../kit/page-head.tsx';
import { AccountRows } from '../account-rows.tsx';
import { DELETED_PATH, USUAL_PLACE } from './next-path.ts';
import { resumeBehindAccess } from './company/access.ts';

/** `GET /sign-in/deleted`: without the frame of the other pages, because none of them opens. */
export async function showDeletedAccount(c: DashboardContext): Promise<Response> {
  const signedIn = await resumeBehindAccess(c);
  if (!signedIn?.deletion) return c.redirect(signedIn ? USUAL_PLACE : '/sign-in', 303);
  const { person, deletion } = signedIn;
  const deps = c.get('deps');
  const others = (await listSameHuman(deps.db, person.id)).filter(({ id }) => id !== person.id);
  return inLanguage(person.language ?? currentLanguage(), () =>
    renderPage(
      c,
      { title: say('This account was deleted') },
      <DeletedAccountPage person={person} deletion={deletion} others={others} nowMs={deps.nowMs()} />,
    ),
  );
}

/** `POST /sign-in/restore` */
export async function restoreAccount(c: DashboardContext): Promise<Response> {
  const person = (await resumeBehindAccess(c))?.person;
  if (person?.role !== 'owner')
    throw new PageError(
      403,
      say('Not allowed'),
      say('Only an owner can restore the account. Nothing was changed.'),
    );
  const isDone = await restoreForOwner(c.get('deps'), { accountId: person.account.id, actorId: person.id });
  // Otherwise it is too late, which that page says, or somebody else was faster.
  return isDone ? redirectSaying(c, USUAL_PLACE, 'account_restored') : c.redirect(DELETED_PATH, 303);
}

interface DeletedAccountPageProps {
  readonly person: Person;
  readonly deletion: AccountDeletion;
  /** The same human being in other accounts. */
  readonly others: readonly Person[];
  readonly nowMs: number;
}

function DeletedAccountPage({ person, deletion, others, nowMs }: DeletedAccountPageProps) {
  return (
    <NarrowPage title={sayRich('{account} was deleted', { account: <bdi>{person.account.name}</bdi> })}>
      {isRestorable(deletion, nowMs) ? (
        <Restorable isOwner={person.role === 'owner'} untilMs={deletion.restorableUntilMs ?? 0} />
      ) : (
        <p>
          {say(
            'It can no longer be restored, and everything in it is being deleted. Printed codes show a page that says that they are gone.',
          )}
        </p>
      )}
      {others.length === 0 ? null : (
        <section>
          <h2>{say('Your other accounts')}</h2>
          <AccountRows people={others} />
        </section>
      )}
      <PostButton kind="link" action="/sign-out">
        {say('Sign out')}
      </PostButton>
    </NarrowPage>
  );
}

function Restorable({ isOwner, untilMs }: { readonly isOwner: boolean; readonly untilMs: number }) {
  const time = <Minute timeMs={untilMs} />;
  return (
    <>
      <p>
        {isOwner
          ? sayRich(
              'You can restore it, with everything in it, until {time}. Until then its printed codes work. After that, everything is deleted for good.',
              { time },
            )
          : sayRich(
              'An owner of the account can restore it, with everything in it, until {time}. Until then its printed codes work.',
              { time },
            )}
      </p>
      {isOwner ? <PostButton action="/sign-in/restore">{say('Restore the account')}</PostButton> : null}
    </>
  );
}
