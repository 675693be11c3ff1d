import { RESTORABLE_MS } from '#core/accounts/deletion.ts';
import {
  deleteAccount as storeDeletion,
  listUntoldDeletions,
  markOwnersTold,
  restoreAccount as storeRestoration,
} from '#storage/accounts/deletion.ts';
import type { Dependencies } from '../dependencies.ts';
import { copyDomainsOf, type DomainCopying } from '../domains/domains.ts';
import { prepareActivity } from './activity.ts';
import { warnOfDeletion } from './warn.ts';

type Needs = DomainCopying & Pick<Dependencies, 'nowMs' | 'randomBytes'>;

/** The account that is deleted or restored, and the actor. */
export interface DeletionRequest {
  readonly accountId: string;
  /** A person; null for the operator. */
  readonly actorId: string | null;
}

/**
 * Deletes an account: its keys stop within 60 seconds, its people can only restore it, and its codes lead on for 14 days. Then
 * `removeAccounts` removes what it owns. False if there is no such account, or it is deleted already.
 *
 * @param isFinal nobody can restore it, and its removal begins with the next runs of the cron
 */
export async function deleteAccount(
  deps: Needs,
  { accountId, actorId }: DeletionRequest,
  { isFinal } = { isFinal: false },
): Promise<boolean> {
  const entry = { ...prepareActivity(deps, { action: 'account.deleted', actorId }), accountId };
  const restorableUntilMs = isFinal ? null : entry.happenedAtMs + RESTORABLE_MS;
  const isDone = await storeDeletion(deps.db, entry, { restorableUntilMs });
  await copyDomainsOf(deps, accountId);
  return isDone;
}

/** Restores a deleted account as it was. False if it is not deleted, or it is too late. */
export async function restoreAccount(deps: Needs, { accountId, actorId }: DeletionRequest): Promise<boolean> {
  const entry = { ...prepareActivity(deps, { action: 'account.restored', actorId }), accountId };
  const isDone = await storeRestoration(deps.db, entry);
  await copyDomainsOf(deps, accountId);
  return isDone;
}

/** Deletions of which a run of the cron tells. */
const MOST_TOLD = 10;

type TellDependencies = Parameters<typeof warnOfDeletion>[0] & Pick<Dependencies, 'nowMs'>;

/** Mails the owners of deleted accounts who do not know yet, each once. The cron does this for what the operator deleted. */
export async function tellOwnersOfDeletions(deps: TellDependencies): Promise<void> {
  if (!deps.mailer) return;
  for (const account of await listUntoldDeletions(deps.db, MOST_TOLD))
    if (await markOwnersTold(deps.db, account.id, deps.nowMs())) warnOfDeletion(deps, account);
}
