import { DAY_MS } from '#core/utc-day.ts';
import { hashEmailAddress } from '#core/accounts/email-address.ts';
import {
  createSecretToken,
  formatSecretToken,
  hashSecret,
  isSameText,
  parseSecretToken,
  SECRET_TOKEN_BYTES,
} from '#core/accounts/secret-token.ts';
import { type AddressHolder, listAddressHolders } from '#storage/accounts/people.ts';
import { deleteExpiredChallenges } from '#storage/accounts/passkey-challenges.ts';
import {
  deleteExpiredLinks,
  deleteSignInLink,
  findSignInLink,
  insertSentLink,
  insertSignInLink,
  type StoredLink,
  useSignInLink,
} from '#storage/accounts/sign-in-links.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordActivity } from './activity.ts';
import { deleteExpiredSessions, startSession } from './sessions.ts';

/** Sign-in by links. `sessions.ts` has the sessions that it starts. */

const SIGN_IN_LINK_LIVES_MS = 15 * 60 * 1000;

/** Longer for an invitation, because the person did not ask for it. */
const INVITATION_LIVES_MS = 7 * DAY_MS;

/** `invitation`: for somebody who is new to an account, and for nobody else. */
export type LinkKind = 'sign_in' | 'invitation';

type LinkDependencies = Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes'>;
type OpenDependencies = Pick<Dependencies, 'db' | 'nowMs' | 'companyLogin'>;
type SignInDependencies = LinkDependencies & OpenDependencies & Pick<Dependencies, 'reportFailure'>;

/**
 * No address gets more links than this within 15 minutes, no matter who asks for them and no matter who they sign in: nobody's mailbox is flooded. The
 * platform's limiters count separately in each of their locations.
 */
const MAX_SENT_LINKS = 3;

/** Makes the token of a link that is handed over: it signs in once, within 15 minutes, or 7 days for an invitation. */
export async function createSignInLink(
  deps: LinkDependencies,
  personId: string,
  kind: LinkKind = 'sign_in',
): Promise<string> {
  const { token, link } = await prepareLink(deps, personId, kind);
  await insertSignInLink(deps.db, link);
  return formatSecretToken(token);
}

/** Makes the token of a link that is mailed; null if the address got too many in the last 15 minutes. */
export async function createSentLink(
  deps: LinkDependencies,
  personId: string,
  email: string,
  kind: LinkKind = 'sign_in',
): Promise<string | null> {
  const { token, link } = await prepareLink(deps, personId, kind);
  const sentToHash = await hashEmailAddress(email);
  const now = deps.nowMs();
  const expiryOfRecent = { signIn: now, invitation: now + INVITATION_LIVES_MS - SIGN_IN_LINK_LIVES_MS };
  const limits = { limit: MAX_SENT_LINKS, expiryOfRecent };
  return (await insertSentLink(deps.db, { ...link, sentToHash }, limits)) ? formatSecretToken(token) : null;
}

async function prepareLink({ nowMs, randomBytes }: LinkDependencies, personId: string, kind: LinkKind) {
  const token = createSecretToken(randomBytes(SECRET_TOKEN_BYTES));
  const secretHash = await hashSecret(token);
  const isInvitation = kind === 'invitation';
  const expiresAtMs = nowMs() + (isInvitation ? INVITATION_LIVES_MS : SIGN_IN_LINK_LIVES_MS);
  return { token, link: { id: token.id, personId, secretHash, expiresAtMs, isInvitation } };
}

/**
 * The link that a token opens; null if it is unknown, used or expired: the three look the same from outside. Where the company's login is
 * the only way in, those that are mailed and invitations open nothing; the operator's do.
 */
export async function findOpenLink(
  { db, nowMs, companyLogin }: OpenDependencies,
  tokenText: string,
): Promise<StoredLink | null> {
  const token = parseSecretToken(tokenText);
  const link = token && (await findSignInLink(db, token.id));
  if (!link || !isSameText(link.secretHash, await hashSecret(token))) return null;
  if (companyLogin.isOnlyWay && (link.isSent || link.isInvitation)) return null;
  return link.expiresAtMs > nowMs() ? link : null;
}

/**
 * The people whom an open link may sign in: its own person first, and, if it was mailed, everybody else with that address. Opening the mail
 * proves the address, but only the person can choose the account. An invitation stays in a mailbox for days, so it opens only the account
 * that it invites to.
 */
export async function listLinkChoices(
  { db }: Pick<SignInDependencies, 'db'>,
  { person, isSent, isInvitation }: StoredLink,
): Promise<readonly AddressHolder[]> {
  const holders = await listAddressHolders(db, person.id);
  return isSent && !isInvitation ? holders : holders.slice(0, 1);
}

/**
 * Signs in by a link and uses it up. Gives the session's token; null if the link opens nothing, or not for this person.
 *
 * @param personId one of the link's choices; null for its own person
 */
export async function signInByLink(
  deps: SignInDependencies,
  tokenText: string,
  { personId, browser }: { readonly personId: string | null; readonly browser: string },
): Promise<string | null> {
  const link = await findOpenLink(deps, tokenText);
  const choices = link ? await listLinkChoices(deps, link) : [];
  const chosen = choices.find(({ person }) => person.id === (personId ?? link?.person.id));
  if (!link || !chosen || !(await useSignInLink(deps.db, link.id, chosen.person.id, deps.nowMs())))
    return null;
  const { person, inviter } = chosen;
  if (link.isSent && !chosen.isProved && inviter) {
    await recordActivity(deps, person, { action: 'person.joined' });
  }
  return startSession(deps, { person, browser, method: 'link' });
}

/** Withdraws a link that reached nobody. */
export async function withdrawSignInLink(
  { db }: Pick<SignInDependencies, 'db'>,
  tokenText: string,
): Promise<void> {
  const token = parseSecretToken(tokenText);
  if (token) await deleteSignInLink(db, token.id);
}

/** Removes expired links, challenges and sessions. */
export async function deleteExpiredSignIns({
  db,
  nowMs,
}: Pick<SignInDependencies, 'db' | 'nowMs'>): Promise<void> {
  await deleteExpiredLinks(db, nowMs());
  await deleteExpiredChallenges(db, nowMs());
  await deleteExpiredSessions({ db, nowMs });
}
