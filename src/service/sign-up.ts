import { createRandomId, RANDOM_ID_BYTES } from '../core/random-id.ts';
import { deleteAbandonedAccounts } from '../storage/abandoned-accounts.ts';
import type { Mailer } from '../storage/mailer.ts';
import { findPerson, insertAccount } from '../storage/people.ts';
import type { Dependencies } from './dependencies.ts';
import { mailLinkToAddress, mailSignInLink } from './mail-sign-in-link.ts';

/** An account opened by mail is deleted when nobody signs in to it for so long. */
const SIGN_UP_LIVES_MS = 24 * 60 * 60 * 1000;

export interface SignUp {
  /** The owner to be. A form that is sent twice carries the same id, and opens one account. */
  readonly personId: string;
  readonly accountName: string;
  readonly personName: string;
  readonly email: string | null;
}

/** Opens an account on the free plan and says whether it did: not where somebody has proved the address, or the owner is there already. */
export async function openAccount(
  { db, nowMs, randomBytes }: Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes'>,
  { personId, accountName, personName, email }: SignUp,
): Promise<boolean> {
  const createdAtMs = nowMs();
  const accountId = createRandomId('acc', randomBytes(RANDOM_ID_BYTES));
  return insertAccount(
    db,
    { id: accountId, name: accountName, plan: 'free', createdAtMs },
    { id: personId, accountId, name: personName, email, role: 'owner', createdAtMs },
  );
}

/**
 * Opens an account and mails its owner a link to it, whoever else claims the address. Who has proved it gets a link to the account that is
 * there: only the mailbox tells which.
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
  else await mailLinkToAddress(deps, mailer, email, origin);
}

/** Deletes the accounts that were opened by mail more than a day ago, and that nobody ever signed in to. */
export async function deleteAbandonedSignUps({ db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>) {
  return { accounts: await deleteAbandonedAccounts(db, nowMs() - SIGN_UP_LIVES_MS) };
}
