import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hexId } from '#harness/cloudflare/account.ts';
import { DatabaseCopy } from '#harness/cloudflare/database-copy.ts';
import { type OpenAccount, openAccount } from '#harness/cloudflare/open-account.ts';
import { placeOf } from '#scripts/installation/database-place.ts';
import { openSession } from '#scripts/installation/session.ts';
import { createAccount, createKey, listAccounts, listKeys } from '#scripts/support/accounts.ts';
import { listMigrations } from '#scripts/support/migration-files.ts';
import type { Place } from '#scripts/support/place.ts';

/** The storage layer on a deployed database, through the stand-in for Cloudflare's API. */

let open: OpenAccount;
let place: Place;

beforeEach(async () => {
  open = await openAccount();
  const copy = new DatabaseCopy();
  for (const file of listMigrations()) copy.query(readFileSync(`migrations/${file}`, 'utf8'), []);
  const databaseId = hexId();
  open.account.databases.set(databaseId, { id: databaseId, name: 'qr', location: null, copy });
  const { api } = await openSession(open.platform);
  place = placeOf(api, { accountId: open.account.id, databaseId, namespaceId: hexId() }, 'api.example.com');
});
afterEach(() => open[Symbol.asyncDispose]());

it('keeps a name unchanged, whatever it looks like', async () => {
  const name = `Robert'); DROP TABLE accounts; -- "?1"`;
  await createAccount(place, { name, plan: 'free' });
  expect(await listAccounts(place)).toMatchObject([{ name, plan: 'free', keys: 1 }]);
});

it('distinguishes columns of the same name: a key has a name, and so has its creator', async () => {
  const { accountId } = await createAccount(place, { name: 'Shop', plan: 'pro' });
  await createKey(place, { accountId, name: 'Night run', scope: 'read', expiresAtMs: null });
  const keys = await listKeys(place, accountId);
  expect(keys.map(({ name, scope }) => [name, scope]).sort()).toEqual([
    ['First key', 'full'],
    ['Night run', 'read'],
  ]);
});

it('undoes a whole batch if one of its statements fails', async () => {
  const { binding } = place;
  const insert = binding.prepare(
    "INSERT INTO accounts (id, name, plan, created_at_ms) VALUES (?, 'A', 'free', 0)",
  );
  await expect(
    binding.batch([insert.bind('acc_1'), insert.bind('acc_2'), insert.bind('acc_1')]),
  ).rejects.toThrow('UNIQUE constraint failed');
  expect(await listAccounts(place)).toEqual([]);
});
