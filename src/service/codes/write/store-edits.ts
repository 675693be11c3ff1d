import type { Actor } from '#core/accounts/account.ts';
import { PLANS } from '#core/accounts/plan.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { ExpectedRevisions, QrCode } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import { isQuotaRefusal } from '#storage/accounts/quota-guard.ts';
import { readCodeUsage } from '#storage/accounts/usage.ts';
import { type CodeEdit, type QrCodeEdit, sliceEdits } from '#storage/codes/edit-rows.ts';
import { isExternalIdTaken } from '#storage/codes/qr-codes.ts';
import { type EditLimits, updateQrCodes } from '#storage/codes/update.ts';
import { isFileMissing } from '#storage/files/files.ts';
import { isLogoMissing } from '#storage/logos/logos.ts';
import type { Dependencies } from '../../dependencies.ts';
import { publishImages, withImageSide } from '../../logos/public-images.ts';
import { listPreviewImages } from '../../styles/logo-pictures.ts';
import { countScans } from '../read.ts';

/** A checked edit of a code, and the version of the code that it was checked against. */
export interface PlannedEdit {
  readonly before: QrCode;
  readonly edit: QrCodeEdit;
  readonly expected: ExpectedRevisions | null;
}

/** Null if the account has no such code at the expected revisions. */
export type StoredEdit = Result<QrCode | null, QuotaProblem | { readonly reason: 'external_id_taken' }>;
type StoredEdits = readonly (readonly [CodeId, StoredEdit])[];

/** Stores edits of different codes within the plan of the account. Gives one result for each, by code. */
export async function storeEdits(
  deps: Dependencies,
  actor: Actor,
  planned: readonly PlannedEdit[],
): Promise<ReadonlyMap<CodeId, StoredEdit>> {
  const sides = await publishImages(
    deps,
    actor.account.id,
    listPreviewImages(planned.filter(showsNewImage).map(({ edit }) => edit.control ?? {})),
  );
  const sized = planned.map((one) => {
    const { control } = one.edit;
    if (!control) return one;
    return {
      ...one,
      edit: { ...one.edit, control: { ...control, control: withImageSide(control.control, sides) } },
    };
  });
  const stored = new Map<CodeId, StoredEdit>();
  for (const slice of sliceEdits(await takeScans(deps, sized)))
    for (const [codeId, result] of await storeSlice(deps, actor, slice)) stored.set(codeId, result);
  return stored;
}

function showsNewImage({ before, edit }: PlannedEdit): boolean {
  return edit.control?.control?.preview?.image !== before.control?.preview?.image;
}

/**
 * Control is one value that is read, changed and written as a whole, so it is stored only if nobody changed it meanwhile. The same applies
 * to tags and metadata.
 */
function isWhole({ control, tags, metadata }: QrCodeEdit): boolean {
  return (control ?? tags ?? metadata) !== undefined;
}

/** A limit counts the scans of a code's lifetime: setting it takes the scans so far; later scans are counted as they are let through. */
async function takeScans(deps: Dependencies, planned: readonly PlannedEdit[]): Promise<CodeEdit[]> {
  const limited = planned.filter(setsNewLimit).map(({ before }) => before);
  const counts = await countScans(deps, limited);
  return planned.map((plan): CodeEdit => {
    const { before, edit } = plan;
    const { codeId, revision } = before;
    const expected = isWhole(edit) ? new Set([revision]) : plan.expected;
    if (!edit.control || !setsNewLimit(plan)) return { codeId, edit, expected };
    const control = { ...edit.control, scansTaken: counts.get(codeId)?.scans ?? 0 };
    return { codeId, edit: { ...edit, control }, expected };
  });
}

function setsNewLimit({ before, edit }: PlannedEdit): boolean {
  const after = edit.control?.control?.maxScans ?? null;
  return after !== null && (before.control?.maxScans ?? null) === null;
}

/** Stores all edits in one transaction; if one of them is refused, each in its own, so that the others stay. */
async function storeSlice(
  deps: Dependencies,
  actor: Actor,
  edits: readonly CodeEdit[],
): Promise<StoredEdits> {
  const { editsPerCode: entries, quotas } = PLANS[actor.account.plan];
  const stored = await tryToStore(deps, actor, edits, { entries, storedBytes: quotas.stored_bytes });
  return typeof stored === 'object'
    ? edits.map(({ codeId }) => [codeId, ok(stored.get(codeId) ?? null)])
    : storeEach(deps, actor, edits);
}

/** In a full account, one in so many edits may shrink a history: D1 runs 1,000 queries in a request, and each attempt takes up to seven. */
const EDITS_PER_SHRINK = 5;

/**
 * Stores each edit in a transaction of its own. An edit is refused only if the account would then exceed its quota and store more than now.
 * If there is no room for one more history entry, the code's whole history becomes one entry: where a printed code leads matters more than
 * where it led.
 */
async function storeEach(deps: Dependencies, actor: Actor, edits: readonly CodeEdit[]): Promise<StoredEdits> {
  const { editsPerCode, quotas } = PLANS[actor.account.plan];
  const limit = quotas.stored_bytes;
  const used = (await readCodeUsage(deps.db, actor.account.id, deps.nowMs())).stored_bytes;
  const storedBytes = Math.max(limit, used);
  let shrinks = Math.ceil(edits.length / EDITS_PER_SHRINK);
  const results: [CodeId, StoredEdit][] = [];
  for (const edit of edits) {
    const { codeId } = edit;
    const settle = (result: StoredEdit) => results.push([codeId, result]);
    let stored = await tryToStore(deps, actor, [edit], { entries: editsPerCode, storedBytes });
    if (stored === 'quota_exceeded' && shrinks-- > 0)
      stored = await tryToStore(deps, actor, [edit], { entries: 1, storedBytes });
    if (typeof stored === 'object') settle(ok(stored.get(codeId) ?? null));
    else if (stored === 'external_id_taken') settle(err({ reason: stored }));
    // The next attempt says so.
    else if (stored === 'thing_missing') settle(ok(null));
    else settle(err({ reason: stored, quota: 'stored_bytes', limit, used }));
  }
  return results;
}

/** The stored codes, or why none is stored. */
async function tryToStore(
  deps: Dependencies,
  actor: Actor,
  edits: readonly CodeEdit[],
  limits: EditLimits,
): Promise<ReadonlyMap<CodeId, QrCode> | 'quota_exceeded' | 'external_id_taken' | 'thing_missing'> {
  try {
    return await updateQrCodes(deps.db, actor, edits, deps.nowMs(), limits);
  } catch (error) {
    if (isQuotaRefusal(error)) return 'quota_exceeded';
    if (isExternalIdTaken(error)) return 'external_id_taken';
    if (isLogoMissing(error) || isFileMissing(error)) return 'thing_missing';
    throw error;
  }
}
