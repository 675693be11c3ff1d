import type { Person } from '#core/accounts/account.ts';
import type { AccountDeletion } from '#core/accounts/deletion.ts';
import {
  createSecretToken,
  formatSecretToken,
  hashSecret,
  isSameText,
  parseSecretToken,
  SECRET_TOKEN_BYTES,
} from '#core/accounts/secret-token.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionsStartedBefore,
  findSession,
  insertSession,
  markSessionSeen,
} from '#storage/accounts/sessions.ts';
import { listSameHuman } from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';
import { runAfterResponse } from '../run-after-response.ts';
import { recordActivity } from './activity.ts';

/** A session ends 30 days after the sign-in, regardless of use: a stolen cookie does not last longer. */
export const SESSION_LIVES_SECONDS = 30 * 24 * 60 * 60;
const SESSION_LIVES_MS = SESSION_LIVES_SECONDS * 1000;

/** Actions that give others access (adding a passkey, a key, an owner) require a sign-in that is no older than this. */
const FRESH_MS = 10 * 60 * 1000;

/** The precision of "last seen": a write for each request would add nothing useful. */
const SEEN_EVERY_MS = 60 * 60 * 1000;

/** How somebody signed in. */
type SignInMethod = 'passkey' | 'link' | 'company' | 'sign-up' | 'switch';

export interface NewSession {
  readonly person: Pick<Person, 'id'> & { readonly account: Pick<Person['account'], 'id'> };
  /** `Firefox on Windows` */
  readonly browser: string;
  readonly method: SignInMethod;
  /** When they proved who they are, if it was for another account or at a provider; now by default. */
  readonly signedInAtMs?: number;
}

/** The start of a session of somebody who proved at a time who they are: their session lasts as long as any, but is fresh only if that was lately. */
export function startOfSession({ nowMs }: Pick<Dependencies, 'nowMs'>, provedAtMs: number): number {
  const now = nowMs();
  return Math.min(now, Math.max(provedAtMs, now - FRESH_MS - 1));
}

/** Signs a browser in. Returns the token for its cookie. */
export async function startSession(
  deps: Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes' | 'reportFailure'>,
  { person, browser, method, signedInAtMs }: NewSession,
): Promise<string> {
  const token = createSecretToken(deps.randomBytes(SECRET_TOKEN_BYTES));
  const now = deps.nowMs();
  await insertSession(deps.db, {
    id: token.id,
    personId: person.id,
    secretHash: await hashSecret(token),
    browser,
    createdAtMs: signedInAtMs ?? now,
    seenAtMs: now,
  });
  await recordActivity(deps, person, { action: 'person.signed_in', note: `${method}, ${browser}` });
  return formatSecretToken(token);
}

export interface SignedIn {
  readonly sessionId: string;
  readonly person: Person;
  readonly signedInAtMs: number;
  /** Whether they signed in within the last 10 minutes. */
  readonly isFresh: boolean;
  /** Null unless their account is deleted. */
  readonly deletion: AccountDeletion | null;
}

/** The person whom a cookie's token signs in; null if the token is unknown or its session has ended. */
export async function readSession(deps: Dependencies, tokenText: string): Promise<SignedIn | null> {
  const token = parseSecretToken(tokenText);
  const session = token && (await findSession(deps.db, token.id));
  if (!session || !isSameText(session.secretHash, await hashSecret(token))) return null;
  const now = deps.nowMs();
  const ageMs = now - session.createdAtMs;
  if (ageMs >= SESSION_LIVES_MS) return null;
  if (now - session.seenAtMs > SEEN_EVERY_MS) {
    runAfterResponse(deps, 'session_not_marked', markSessionSeen(deps.db, session.id, now));
  }
  const { id: sessionId, person, createdAtMs: signedInAtMs, deletion } = session;
  return { sessionId, person, signedInAtMs, isFresh: ageMs <= FRESH_MS, deletion };
}

/**
 * Signs a person in to another account in which they proved the same address. The new session inherits the age of the current one: it ends
 * at the same time and is fresh only if that one is. Gives its token; null if the account is not theirs.
 */
export async function switchAccount(
  deps: Parameters<typeof startSession>[0],
  { person, signedInAtMs }: SignedIn,
  personId: string,
  browser: string,
): Promise<string | null> {
  const other = (await listSameHuman(deps.db, person.id)).find(({ id }) => id === personId);
  return other ? startSession(deps, { person: other, browser, method: 'switch', signedInAtMs }) : null;
}

/** Signs a person out of one browser. Does nothing if the session has ended or is another person's. */
export function endSession(
  { db }: Pick<Dependencies, 'db'>,
  personId: string,
  sessionId: string,
): Promise<void> {
  return deleteSession(db, personId, sessionId);
}

/** Signs a person out of every browser but one, and withdraws their open sign-in links. */
export function endOtherSessions(
  { db }: Pick<Dependencies, 'db'>,
  personId: string,
  keptSessionId: string,
): Promise<void> {
  return deleteOtherSessions(db, personId, keptSessionId);
}

/** Deletes sessions that began more than 30 days ago. */
export async function deleteExpiredSessions({
  db,
  nowMs,
}: Pick<Dependencies, 'db' | 'nowMs'>): Promise<void> {
  await deleteSessionsStartedBefore(db, nowMs() - SESSION_LIVES_MS);
}
