import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import { openDatabase } from '#storage/database.ts';
import { deleteQrCodes } from '#storage/codes/delete.ts';
import { type QrCodeEdit, sliceEdits } from '#storage/codes/edit-rows.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { updateQrCodes } from '#storage/codes/update.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';

const db = openDatabase(env.DB);
const ROOM = { entries: 10, storedBytes: 1_000_000 };

/** The ids of the codes that it found. */
function actorOf(accountId: string) {
  return { id: 'key_1', account: { id: accountId, name: '', plan: 'free' }, role: 'member' } as const;
}

async function update(accountId: string, codeId: CodeId, edit: QrCodeEdit) {
  return [
    ...(await updateQrCodes(db, actorOf(accountId), [{ codeId, edit, expected: null }], 5, ROOM)).keys(),
  ];
}

/** The ids of the codes that became tombstones. */
async function remove(accountId: string, codeId: CodeId) {
  const entry = {
    id: 'act_1',
    happenedAtMs: 5,
    action: 'code.deleted',
    actorId: null,
    subjectId: null,
    note: null,
  } as const;
  const tombstones = await deleteQrCodes(
    db,
    { accountId, codeIds: [codeId], entries: new Map([[codeId, entry]]), expected: null },
    5,
  );
  return tombstones.map((tombstone) => tombstone.codeId);
}

describe('a change to a code', () => {
  it('changes no other account’s code, no deleted one, and not the target of a static one, whatever was read before', async () => {
    const { accountId } = await seedAccount(env.DB);
    const { accountId: stranger } = await seedAccount(env.DB);
    const live = await seedCode(env.DB, { accountId, codeId: 'aaaaaaaa', title: 'as it was' });
    const fixed = await seedCode(env.DB, { accountId, codeId: 'bbbbbbbb', isDynamic: false });
    const gone = await seedCode(env.DB, { accountId, codeId: 'cccccccc', deletedAtMs: 1 });

    expect(await update(stranger, live, { title: 'taken' })).toEqual([]);
    expect(await remove(stranger, live)).toEqual([]);
    expect(await findQrCode(db, stranger, live)).toBeNull();
    const url = 'https://example.com/x';
    const target = { target: url, redirectTo: url, content: null, file: null };
    expect(await update(accountId, fixed, { target })).toEqual([]);
    expect(await update(accountId, gone, { title: 'x' })).toEqual([]);
    expect(await remove(accountId, gone)).toEqual([]);
    expect(await findQrCode(db, accountId, gone)).toBeNull();
    expect(await findQrCode(db, accountId, live)).toMatchObject({ title: 'as it was', revision: 1 });
  });

  it('fits into a parameter of D1 with others, however long they are', async () => {
    const { accountId } = await seedAccount(env.DB);
    const codeIds = await Promise.all(
      ['dddddddd', 'eeeeeeee', 'ffffffff', 'gggggggg'].map((codeId) =>
        seedCode(env.DB, { accountId, codeId }),
      ),
    );
    const edits = codeIds.map((codeId) => ({ codeId, edit: { title: '€'.repeat(100_000) }, expected: null }));
    const slices = sliceEdits(edits);
    expect(slices.flat()).toEqual(edits);
    const room = { ...ROOM, storedBytes: 10_000_000 };
    for (const slice of slices) {
      expect(new TextEncoder().encode(JSON.stringify(slice)).length).toBeLessThan(1_000_000);
      expect((await updateQrCodes(db, actorOf(accountId), slice, 5, room)).size).toBe(slice.length);
    }
    expect(slices.length).toBe(2);
  });
});
