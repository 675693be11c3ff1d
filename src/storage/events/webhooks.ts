import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Account } from '#core/accounts/account.ts';
import type { EventType } from '#core/events/event.ts';
import type { Webhook } from '#core/events/webhook.ts';
import { accounts, ownerIsInUse } from '../accounts/accounts-tables.ts';
import type { Database } from '../database.ts';
import { ownedRows } from '../owned-rows.ts';
import { sql } from '../sql.ts';
import { deliveries, webhooks } from './events-tables.ts';

const own = ownedRows(webhooks);

/** The webhooks of an account, oldest first. */
export function listWebhooks(db: Database, accountId: string): Promise<Webhook[]> {
  return own.list(db, accountId, webhooks.createdAtMs, webhooks.id);
}

/** A webhook of an account; null if there is none, or the account is suspended or deleted: a key of it works for a minute more. */
export function findWebhook(db: Database, accountId: string, id: string): Promise<Webhook | null> {
  return own.find(db, accountId, id, ownerIsInUse(webhooks.accountId));
}

/**
 * The accounts whose webhooks ask for a type of event, and since when: `account_id`, `since_ms`. Disabled webhooks do not ask,
 * nor do those of accounts that are suspended or deleted.
 */
export function askingFor(type: EventType): SQL {
  return sql`SELECT account_id, min(created_at_ms) AS since_ms FROM webhooks CROSS JOIN json_each(webhooks.events)
    WHERE value = ${type} AND disabled_for IS NULL AND ${ownerIsInUse(sql`account_id`)} GROUP BY account_id`;
}

/**
 * Stores a webhook. False if the id exists, because an earlier request stored it. Throws an error that `isQuotaRefusal` recognises if the
 * account already has `limit` webhooks.
 */
export function insertWebhook(db: Database, webhook: Webhook, limit: number): Promise<boolean> {
  return own.insert(db, webhook, sql`(${countWebhooks(webhook.accountId)}) >= ${limit}`);
}

export const countWebhooks = own.count;

export type WebhookChange = Partial<Omit<Webhook, 'id' | 'accountId' | 'createdAtMs' | 'createdBy'>>;

/** Gives the changed webhook; null if it is gone, or has another secret by now and the change replaces it. */
export async function changeWebhook(
  db: Database,
  { id, accountId, secret }: Webhook,
  change: WebhookChange,
): Promise<Webhook | null> {
  const isSame = and(own.isOwn(accountId, id), change.secret ? eq(webhooks.secret, secret) : undefined);
  return (await db.update(webhooks).set(change).where(isSame).returning().get()) ?? null;
}

export async function deleteWebhook(db: Database, { id, accountId }: Webhook): Promise<boolean> {
  const [deleted] = await db.batch([
    own.delete(db, accountId, id),
    db.delete(deliveries).where(eq(deliveries.webhookId, id)),
  ]);
  return deleted.length === 1;
}

/** Disables a webhook. Gives its account; null if it was disabled or is gone. */
export async function disableWebhook(
  db: Database,
  id: string,
  disabledFor: NonNullable<Webhook['disabledFor']>,
  nowMs: number,
): Promise<Account | null> {
  const { name, plan } = accounts;
  const [disabled, [account = null]] = await db.batch([
    db
      .update(webhooks)
      .set({ disabledFor, disabledAtMs: nowMs })
      .where(and(eq(webhooks.id, id), isNull(webhooks.disabledFor)))
      .returning({ id: webhooks.id }),
    db
      .select({ id: accounts.id, name, plan })
      .from(webhooks)
      .innerJoin(accounts, eq(accounts.id, webhooks.accountId))
      .where(eq(webhooks.id, id)),
  ]);
  return disabled.length === 1 ? account : null;
}
