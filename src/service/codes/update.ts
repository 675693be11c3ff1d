import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { EditRequest } from '#core/codes/code-request.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Problem } from '#contract/problems/problems.ts';
import type { ExpectedRevisions, QrCode } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { copyShortLinks } from '../links/copy-short-links.ts';
import type { Dependencies } from '../dependencies.ts';
import { listAddresses, type Screening, startScreening } from '../targets/screen-targets.ts';
import { checkEdit } from './check-edit.ts';
import { findCodeByExternalId, toTaken } from './external-ids.ts';
import { withScans } from './read.ts';
import type { Actor } from '#core/accounts/account.ts';
import { type PlannedEdit, storeEdits, type StoredEdit } from './store-edits.ts';

export type UpdateProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'code_not_dynamic' }
  | { readonly reason: 'precondition_failed'; readonly revision: number }
  | { readonly reason: 'invalid_fields'; readonly problems: readonly Problem[] }
  | QuotaProblem;

/** A change that somebody wants of a code. */
export interface SentEdit {
  readonly codeId: CodeId;
  readonly request: EditRequest;
  readonly expected?: ExpectedRevisions | null;
}

/** A code after an edit, and the version that the edit changed. */
export interface Edited {
  readonly code: QrCode;
  readonly before: QrCode;
}

type EditResult = Result<Edited, UpdateProblem>;

/** The most attempts, because others may edit the same codes at the same time: each attempt starts from their result. */
const MAX_ATTEMPTS = 5;

/** Changes a code as `editQrCodes` does, and reads its scans. */
export async function updateQrCode(
  deps: Dependencies,
  actor: Actor,
  sent: SentEdit,
): Promise<Result<CountedQrCode, UpdateProblem>> {
  const edited = await editQrCode(deps, actor, sent);
  return edited.ok ? ok(await withScans(deps, edited.value.code)) : edited;
}

export async function editQrCode(
  deps: Dependencies,
  actor: Actor,
  sent: SentEdit,
): Promise<EditResult> {
  const [edited] = await editQrCodes(deps, actor, [sent]);
  if (!edited) throw new Error('an edit has no result');
  return edited;
}

/** What a caller has read already. */
interface Known {
  readonly codes: ReadonlyMap<CodeId, QrCode>;
  readonly screen: Screening;
}

/**
 * Changes the title and filing of codes and, if they are dynamic, their target and control, and records the editor. Their images stay
 * unchanged. An edit without changes leaves the revision unchanged, and a refused one does not undo the others. Gives one result for each,
 * in order. All codes are read, screened and stored together, so that many wait as long as one.
 *
 * @param edits at most one for each code
 */
export async function editQrCodes(
  deps: Dependencies,
  actor: Actor,
  edits: readonly SentEdit[],
  known: Known | null = null,
): Promise<readonly EditResult[]> {
  const screen =
    known?.screen ??
    startScreening(deps, [...new Set(edits.map(({ request }) => request))].flatMap(listAddresses));
  const settled = new Map<SentEdit, EditResult>();
  let open = edits;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && open.length > 0; attempt++) {
    const current = (attempt === 0 && known?.codes) || (await readCodes(deps, actor, open));
    const results = await tryToEdit(deps, actor, await planEdits(deps, open, current, screen));
    for (const [i, sent] of open.entries()) {
      const result = results[i];
      if (result && result !== 'outdated') settled.set(sent, result);
    }
    open = open.filter((sent) => !settled.has(sent));
  }
  for (const sent of open) settled.set(sent, err(await findObstacle(deps, actor.account.id, sent.codeId)));
  return edits.map((sent) => {
    const result = settled.get(sent);
    if (!result) throw new Error('an edit has no result');
    return result;
  });
}

async function readCodes(
  { db }: Dependencies,
  actor: Actor,
  edits: readonly SentEdit[],
): Promise<Known['codes']> {
  const codeIds = edits.map(({ codeId }) => codeId);
  return new Map((await findQrCodes(db, actor.account.id, codeIds)).map((code) => [code.codeId, code]));
}

/** Checks each edit against its code. The screening service, which costs, is asked only about codes that can lead to its addresses. */
async function planEdits(
  deps: Dependencies,
  edits: readonly SentEdit[],
  codes: Known['codes'],
  screen: Screening,
): Promise<readonly Result<PlannedEdit, UpdateProblem>[]> {
  const found = edits.map((sent) => findEdited(sent, codes));
  const harmful = await screen(found.flatMap((one) => (one.ok ? listAddresses(one.value.request) : [])));
  return Promise.all(
    found.map(async (one) => {
      if (!one.ok) return one;
      const { code, request, expected = null } = one.value;
      const edit = await checkEdit(deps, code, request, harmful);
      if (!edit.ok) return err({ reason: 'invalid_fields', problems: edit.error });
      const plan = { before: code, edit: edit.value };
      return ok({ ...plan, expected: isWhole(plan) ? new Set([code.revision]) : expected });
    }),
  );
}

/** The code of an edit, or why the edit is not for it. */
function findEdited(
  sent: SentEdit,
  codes: Known['codes'],
): Result<SentEdit & { readonly code: QrCode }, UpdateProblem> {
  const { codeId, request, expected } = sent;
  const code = codes.get(codeId);
  if (!code) return err({ reason: 'not_found' });
  const isForDynamic = request.target !== undefined || request.control !== undefined;
  if (!code.isDynamic && isForDynamic) return err({ reason: 'code_not_dynamic' });
  const { revision } = code;
  if (expected && !expected.has(revision)) return err({ reason: 'precondition_failed', revision });
  return ok({ ...sent, code });
}

/**
 * Control is one value that is read, changed and written as a whole, so it is stored only if nobody changed it meanwhile. The same applies
 * to tags and metadata.
 */
function isWhole({ edit: { control, tags, metadata } }: Pick<PlannedEdit, 'edit'>): boolean {
  return (control ?? tags ?? metadata) !== undefined;
}

/** Stores edits. `outdated` if somebody changed the code of one meanwhile: then it starts again from their version. */
async function tryToEdit(
  deps: Dependencies,
  actor: Actor,
  plans: readonly Result<PlannedEdit, UpdateProblem>[],
): Promise<readonly (EditResult | 'outdated')[]> {
  const planned = plans.flatMap((plan) => (plan.ok ? [plan.value] : []));
  const stored = await storeEdits(deps, actor, planned);
  const changed = stored.flatMap((one, i) =>
    one.ok && one.value && one.value.revision !== planned[i]?.before.revision ? [one.value] : [],
  );
  if (changed.length > 0) deps.afterResponse(copyShortLinks(deps, changed));
  const remaining = stored.values();
  return Promise.all(
    plans.map(async (plan) => (plan.ok ? toResult(deps, plan.value, remaining.next().value) : plan)),
  );
}

async function toResult(
  deps: Dependencies,
  plan: PlannedEdit,
  stored: StoredEdit | undefined,
): Promise<EditResult | 'outdated'> {
  if (!stored) throw new Error('a planned edit has no result');
  const { before, edit } = plan;
  const { accountId, codeId } = before;
  if (stored.ok) {
    if (stored.value) return ok({ code: stored.value, before });
    return isWhole(plan) ? 'outdated' : err(await findObstacle(deps, accountId, codeId));
  }
  if (stored.error.reason === 'quota_exceeded') return err(stored.error);
  const externalId = edit.externalId ?? '';
  const holder = await findCodeByExternalId(deps, accountId, externalId);
  return err({ reason: 'invalid_fields', problems: [toTaken({ externalId, holder })] });
}

/** Why a change to a code that existed a moment ago failed: the code is gone, or has another revision. */
export async function findObstacle(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
): Promise<{ reason: 'not_found' } | { reason: 'precondition_failed'; revision: number }> {
  const code = await findQrCode(deps.db, accountId, codeId);
  return code ? { reason: 'precondition_failed', revision: code.revision } : { reason: 'not_found' };
}
