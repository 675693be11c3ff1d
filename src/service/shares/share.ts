import type { Person } from '#core/accounts/account.ts';
import { toBase64Url } from '#core/bytes/base64url.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { hashPassword } from '#core/control/password.ts';
import { err, ok, type Result } from '#core/result.ts';
import {
  createShareToken,
  hashShareToken,
  type Share,
  SHARE_TOKEN_BYTES,
  type ShareSubject,
} from '#core/shares/share.ts';
import { deleteExpiredShares, deleteShare, findShare, insertShare } from '#storage/shares/shares.ts';
import { recordActivity } from '../accounts/activity.ts';
import type { Dependencies } from '../dependencies.ts';
import { DAY_MS } from '#core/utc-day.ts';

const SALT_BYTES = 16;

export interface ShareRequest {
  /** A form that is sent twice asks with the same id, so that it makes one link. */
  readonly id: string;
  /** In the person's account. */
  readonly subject: ShareSubject;
  /** See `Share`. */
  readonly view: string | null;
  readonly days: number;
  /** Null if the link alone grants access. */
  readonly password: string | null;
}

/** The token in the link; only the first request with the id sees it. */
export async function createShare(
  deps: Dependencies,
  maker: Person,
  { id, subject, view, days, password }: ShareRequest,
): Promise<Result<string, 'made_before' | 'full'>> {
  const token = createShareToken(deps.randomBytes(SHARE_TOKEN_BYTES));
  const secretHash = await hashShareToken(token);
  if (secretHash === null) throw new Error('a token that is none');
  const nowMs = deps.nowMs();
  const stored = await insertShare(deps.db, {
    id,
    accountId: maker.account.id,
    subject,
    view,
    secretHash,
    password:
      password === null
        ? null
        : hashPassword(deps.passwordPepper, toBase64Url(deps.randomBytes(SALT_BYTES)), password),
    expiresAtMs: nowMs + days * DAY_MS,
    createdAtMs: nowMs,
    createdBy: maker.id,
  });
  if (stored !== true) return err(stored === 'full' ? 'full' : 'made_before');
  await record(deps, maker, 'statistics.shared', subject);
  return ok(token);
}

/** The link of a token; null if it does not exist or no longer works. */
export async function openShare(
  { db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>,
  token: string,
): Promise<Share | null> {
  const hash = hashShareToken(token);
  return hash && findShare(db, await hash, nowMs());
}

/** Ends a link of the actor's account at once; an expired link changes nothing. */
export async function endShare(deps: Dependencies, actor: Person, id: string, subject: ShareSubject) {
  if (await deleteShare(deps.db, actor.account.id, id))
    await record(deps, actor, 'statistics.unshared', subject);
}

export async function expireShares({ db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>) {
  return { shares: await deleteExpiredShares(db, nowMs()) };
}

function record(
  deps: Dependencies,
  actor: Person,
  action: 'statistics.shared' | 'statistics.unshared',
  subject: ShareSubject,
): Promise<void> {
  const subjectId = subject.kind === 'code' ? toPublicId(subject.codeId) : null;
  return recordActivity(deps, actor, { action, subjectId, note: subject.kind });
}
