import { ACCOUNT_ID_BYTES, createAccountId } from '#core/bytes/random-id.ts';
import { deleteAbandonedAccounts, listAbandonedAccounts } from '#storage/accounts/abandoned.ts';
import type { Mailer } from '#storage/mailer.ts';
import { findPerson, insertAccount } from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';
import { mailSignInLink } from './mail-sign-in-link.ts';
import { settleRows } from '../upkeep/settle-rows.ts';
import { startSession } from './sessions.ts';

/** An account that was opened by mail is deleted if nobody signs in to it within this time. */
const SIGN_UP_LIVES_MS = 24 * 60 * 60 * 1000;

export interface SignUp {
  /** Id of the future owner. A form that is sent twice carries the same id, and opens one account. */
  readonly personId: string;
  readonly accountName: string;
  readonly personName: string;
  readonly email: string | null;
}

/** Opens an account on the free plan; false if the owner already exists. */
async function openAccount(
  { db, nowMs, randomBytes }: Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes'>,
  { personId, accountName, personName, email }: SignUp,
): Promise<boolean> {
  const createdAtMs = nowMs();
  const accountId = createAccountId(randomBytes(ACCOUNT_ID_BYTES));
  return insertAccount(
    db,
    { id: accountId, name: accountName, plan: 'free', createdAtMs },
    { id: personId, accountId, name: personName, email, role: 'owner', createdAtMs, invitedBy: null },
  );
}

/** Opens an account without mail, and signs its owner in. Gives the session's token; null if the owner already exists. */
export async function openAccountHere(
  deps: Dependencies,
  signUp: SignUp,
  browser: string,
): Promise<string | null> {
  const owner = (await openAccount(deps, signUp)) ? await findPerson(deps.db, signUp.personId) : null;
  return owner && startSession(deps, { person: owner, browser, method: 'sign-up' });
}

/**
 * Opens an account and mails its owner a link to it, even if other people have the address: the page behind the link also offers the
 * existing accounts.
 */
export async function signUpByMail(
  deps: Dependencies,
  mailer: Mailer,
  signUp: SignUp & { readonly email: string },
  origin: string,
): Promise<void> {
  const { personId, email } = signUp;
  const owner = (await openAccount(deps, signUp)) ? await findPerson(deps.db, personId) : null;
  if (owner) await mailSignInLink(deps, mailer, { ...owner, email }, origin);
}

/** Deletes accounts that were opened by mail more than a day ago and never signed in to. */
export async function deleteAbandonedSignUps(deps: Dependencies) {
  const { db } = deps;
  let accounts = 0;
  await settleRows(deps, await listAbandonedAccounts(db, deps.nowMs() - SIGN_UP_LIVES_MS), {
    event: 'sign_up_not_deleted',
    nameOf: (id) => id,
    async work(ids) {
      accounts += await deleteAbandonedAccounts(db, ids);
    },
  });
  return { accounts };
}
