import { createRandomId, RANDOM_ID_BYTES } from '../core/random-id.ts';
import type { Mailer } from '../storage/mailer.ts';
import { insertAccount } from '../storage/people.ts';
import type { Dependencies } from './dependencies.ts';
import { mailLinkToAddress } from './mail-sign-in-link.ts';

export interface SignUp {
  readonly accountName: string;
  readonly personName: string;
  readonly email: string | null;
}

/** Opens an account on the free plan and gives the id of its owner; null where the e-mail address is somebody's already. */
export async function openAccount(
  { db, nowMs, randomBytes }: Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes'>,
  { accountName, personName, email }: SignUp,
): Promise<string | null> {
  const createdAtMs = nowMs();
  const accountId = createRandomId('acc', randomBytes(RANDOM_ID_BYTES));
  const personId = createRandomId('per', randomBytes(RANDOM_ID_BYTES));
  const isOpened = await insertAccount(
    db,
    { id: accountId, name: accountName, plan: 'free', createdAtMs },
    { id: personId, accountId, name: personName, email, role: 'owner', createdAtMs },
  );
  return isOpened ? personId : null;
}

/** Opens an account and mails its owner a link. Who has an account already gets a link to that one: only the mailbox tells which. */
export async function signUpByMail(
  deps: Dependencies,
  mailer: Mailer,
  signUp: SignUp & { readonly email: string },
  origin: string,
): Promise<void> {
  await openAccount(deps, signUp);
  await mailLinkToAddress(deps, mailer, signUp.email, origin);
}
