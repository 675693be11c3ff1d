import type { Person } from '../core/account.ts';
import { hashEmailAddress } from '../core/email-address.ts';
import {
  createSecretToken,
  formatSecretToken,
  hashSecret,
  isSameText,
  parseSecretToken,
  SECRET_TOKEN_BYTES,
} from '../core/secret-token.ts';
import { deleteExpiredChallenges } from '../storage/passkey-challenges.ts';
import {
  deleteSessionsSeenBefore,
  findSession,
  insertSession,
  markSessionSeen,
} from '../storage/sessions.ts';
import {
  deleteExpiredLinks,
  deleteSignInLink,
  findSignInLink,
  insertSentLink,
  insertSignInLink,
  type StoredLink,
  useSignInLink,
} from '../storage/sign-in-links.ts';
import type { Dependencies } from './dependencies.ts';

/** Signing in by links, and the sessions that every way of signing in ends with. */

export const SIGN_IN_LINK_LIVES_MS = 15 * 60 * 1000;

/** A session ends when it was not used for so long. */
export const SESSION_IDLE_SECONDS = 30 * 24 * 60 * 60;
const SESSION_IDLE_MS = SESSION_IDLE_SECONDS * 1000;

/** How exact "last seen" is: a write for each request would tell nobody more. */
const SEEN_EVERY_MS = 60 * 60 * 1000;

type SignInDependencies = Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes'>;

/**
 * No more links than this that were sent to an address are open at a time, whoever asks for them and whoever they sign in: nobody's mailbox
 * is flooded. The limiters of the platform count in each of its places for itself.
 */
const MAX_SENT_LINKS = 3;

/** Makes the token of a link that is handed to a person: it signs in once, within 15 minutes. */
export async function createSignInLink(deps: SignInDependencies, personId: string): Promise<string> {
  const { token, link } = await prepareLink(deps, personId);
  await insertSignInLink(deps.db, link);
  return formatSecretToken(token);
}

/** Makes the token of a link that is sent to a person by e-mail; null where too many that were sent there still work. */
export async function createSentLink(
  deps: SignInDependencies,
  personId: string,
  email: string,
): Promise<string | null> {
  const { token, link } = await prepareLink(deps, personId);
  const sentToHash = await hashEmailAddress(email);
  const limits = { limit: MAX_SENT_LINKS, nowMs: deps.nowMs() };
  return (await insertSentLink(deps.db, { ...link, sentToHash }, limits)) ? formatSecretToken(token) : null;
}

async function prepareLink({ nowMs, randomBytes }: SignInDependencies, personId: string) {
  const token = createSecretToken(randomBytes(SECRET_TOKEN_BYTES));
  const secretHash = await hashSecret(token);
  return {
    token,
    link: { id: token.id, personId, secretHash, expiresAtMs: nowMs() + SIGN_IN_LINK_LIVES_MS },
  };
}

/** The link that a token opens; null where it is unknown, used or expired: the three look the same from outside. */
export async function findOpenLink(
  { db, nowMs }: SignInDependencies,
  tokenText: string,
): Promise<StoredLink | null> {
  const token = parseSecretToken(tokenText);
  const link = token && (await findSignInLink(db, token.id));
  if (!link || !isSameText(link.secretHash, await hashSecret(token))) return null;
  return link.expiresAtMs > nowMs() ? link : null;
}

/** Signs in by a link and uses it up. Gives the session's token, null where the link opens nothing. */
export async function signInByLink(
  deps: SignInDependencies,
  tokenText: string,
  browser: string,
): Promise<string | null> {
  const link = await findOpenLink(deps, tokenText);
  if (!link || !(await useSignInLink(deps.db, link.id, deps.nowMs()))) return null;
  return startSession(deps, link.person.id, browser);
}

/** Takes back a link that did not reach anybody. */
export async function withdrawSignInLink(
  { db }: Pick<SignInDependencies, 'db'>,
  tokenText: string,
): Promise<void> {
  const token = parseSecretToken(tokenText);
  if (token) await deleteSignInLink(db, token.id);
}

/** Signs a browser in: gives the token for its cookie. */
export async function startSession(
  { db, nowMs, randomBytes }: SignInDependencies,
  personId: string,
  browser: string,
): Promise<string> {
  const token = createSecretToken(randomBytes(SECRET_TOKEN_BYTES));
  const now = nowMs();
  await insertSession(db, {
    id: token.id,
    personId,
    secretHash: await hashSecret(token),
    browser,
    createdAtMs: now,
    seenAtMs: now,
  });
  return formatSecretToken(token);
}

export interface SignedIn {
  readonly sessionId: string;
  readonly person: Person;
  /** It was marked as seen just now, and so lasts longer: so must its cookie. */
  readonly isRenewed: boolean;
}

/** Who is signed in by a cookie's token; null where nobody is, any more or at all. */
export async function readSession(deps: Dependencies, tokenText: string): Promise<SignedIn | null> {
  const token = parseSecretToken(tokenText);
  const session = token && (await findSession(deps.db, token.id));
  if (!session || !isSameText(session.secretHash, await hashSecret(token))) return null;
  const idleMs = deps.nowMs() - session.seenAtMs;
  if (idleMs > SESSION_IDLE_MS) return null;
  const isRenewed = idleMs > SEEN_EVERY_MS;
  if (isRenewed) {
    deps.afterAnswer(
      markSessionSeen(deps.db, session.id, deps.nowMs()).catch((error: unknown) =>
        deps.reportFailure('session_not_marked', error),
      ),
    );
  }
  return { sessionId: session.id, person: session.person, isRenewed };
}

/** Removes the links, challenges and sessions that have outlived their time. */
export async function deleteExpiredSignIns({ db, nowMs }: SignInDependencies): Promise<void> {
  await deleteExpiredLinks(db, nowMs());
  await deleteExpiredChallenges(db, nowMs());
  await deleteSessionsSeenBefore(db, nowMs() - SESSION_IDLE_MS);
}
