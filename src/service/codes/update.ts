import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { EditRequest } from '#core/codes/code-request.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Control } from '#core/control/control.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { changeFiling, type Filing } from '#core/codes/filing.ts';
import { isSameMetadata } from '#core/codes/metadata.ts';
import { isSameTags } from '#core/codes/tags.ts';
import type { ExpectedRevisions, QrCode } from '#core/codes/qr-code.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';
import type { QrCodeEdit } from '#storage/codes/edits.ts';
import { findQrCode, isExternalIdTaken } from '#storage/codes/qr-codes.ts';
import { copyShortLinks } from '../links/copy-short-links.ts';
import type { Dependencies } from '../dependencies.ts';
import { findHarm, joinHarm, listAddresses, screenTargets } from '../targets/screen-targets.ts';
import { readControl } from './control.ts';
import { findCodeByExternalId, toTaken } from './external-ids.ts';
import { parseTarget } from './new-code.ts';
import { withScans } from './read.ts';
import { type PlanEditor, storeEdit } from './store-edit.ts';

export type UpdateProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'code_not_dynamic' }
  | { readonly reason: 'precondition_failed'; readonly revision: number }
  | { readonly reason: 'invalid_fields'; readonly problems: readonly Problem[] }
  | QuotaProblem;

/** The most attempts, because others may edit the same code at the same time: each attempt starts from their result. */
const MAX_ATTEMPTS = 5;

/**
 * Changes a code's title and filing and, if it is dynamic, its target and control, and records the editor. Its images stay unchanged. An
 * edit without changes leaves the revision unchanged.
 */
export async function updateQrCode(
  deps: Dependencies,
  editor: PlanEditor,
  codeId: CodeId,
  request: EditRequest,
  expected: ExpectedRevisions | null = null,
): Promise<Result<CountedQrCode, UpdateProblem>> {
  const edited = await editQrCode(deps, editor, codeId, request, expected);
  return edited.ok ? ok(await withScans(deps, edited.value.code)) : edited;
}

/** A code after an edit, and the version that the edit changed. */
export interface Edited {
  readonly code: QrCode;
  readonly before: QrCode;
}

/** The update without the scans. */
export async function editQrCode(
  deps: Dependencies,
  editor: PlanEditor,
  codeId: CodeId,
  request: EditRequest,
  expected: ExpectedRevisions | null = null,
): Promise<Result<Edited, UpdateProblem>> {
  const { accountId } = editor;
  const isForDynamic = request.target !== undefined || request.control !== undefined;
  const screening = screenTargets(deps, listAddresses(request));
  for (let attempt = 1; ; attempt++) {
    const [code, harmful] = await Promise.all([findQrCode(deps.db, accountId, codeId), screening]);
    if (!code) return err({ reason: 'not_found' });
    if (!code.isDynamic && isForDynamic) return err({ reason: 'code_not_dynamic' });
    const { revision } = code;
    if (expected && !expected.has(revision)) return err({ reason: 'precondition_failed', revision });

    const edit = await checkEdit(deps, code, request, harmful);
    if (!edit.ok) return err({ reason: 'invalid_fields', problems: edit.error });
    // Control is one value that is read, changed and written as a whole, so it is stored only if nobody changed it meanwhile. The same
    // applies to tags and metadata.
    const { control, tags, metadata } = edit.value;
    const isWhole = (control ?? tags ?? metadata) !== undefined;
    const at = isWhole ? new Set([revision]) : expected;
    const stored = await storeFreely(deps, editor, codeId, edit.value, at);
    if (!stored.ok) return stored;
    if (stored.value) {
      if (stored.value.revision !== revision) deps.afterResponse(copyShortLinks(deps, [stored.value]));
      return ok({ code: stored.value, before: code });
    }
    if (!isWhole || attempt === MAX_ATTEMPTS) return err(await findObstacle(deps, accountId, codeId));
  }
}

/** Stores an edit, unless another code has the new external id. */
async function storeFreely(
  ...[deps, editor, codeId, edit, expected]: Parameters<typeof storeEdit>
): Promise<Result<QrCode | null, UpdateProblem>> {
  try {
    return await storeEdit(deps, editor, codeId, edit, expected);
  } catch (error) {
    if (typeof edit.externalId !== 'string' || !isExternalIdTaken(error)) throw error;
    const { externalId } = edit;
    const holder = await findCodeByExternalId(deps, editor.accountId, externalId);
    return err({ reason: 'invalid_fields', problems: [toTaken({ externalId, holder })] });
  }
}

/**
 * Reads an edit of a code, and everything that is wrong with it but an external id that is taken. Who asked already which of its addresses
 * are harmful passes them.
 */
export async function readEdit(
  deps: Dependencies,
  code: Pick<QrCode, 'type' | 'control'> & Filing,
  { target, control: controlRequest, filing: filingRequest }: EditRequest,
  screened: ReadonlySet<string> | null = null,
) {
  const content = target === undefined ? null : parseTarget({ type: code.type, target }, deps);
  const control = controlRequest ? readControl(deps, code.control, controlRequest) : null;
  const filing = filingRequest ? changeFiling(code, filingRequest) : null;
  const problems: Problem[] = [
    ...(filing?.ok === false ? filing.error : []),
    ...(content?.ok === false ? [content.error] : []),
    ...(control?.ok === false ? control.error : []),
  ];
  const addresses = listAddresses({ type: code.type, target, control: controlRequest });
  const harm = findHarm(screened ?? (await screenTargets(deps, addresses)), addresses);
  return { content, control, filing, problems: joinHarm(harm, problems) };
}

/** Checks an edit of a code, and gives the values to store; or everything that is wrong with it. */
export async function checkEdit(
  deps: Dependencies,
  code: QrCode,
  request: EditRequest,
  screened: ReadonlySet<string> | null = null,
): Promise<Result<QrCodeEdit, Problem[]>> {
  const { target, title, externalId } = request;
  const { content, control, filing, problems } = await readEdit(deps, code, request, screened);
  // An external id that is taken shows when the edit is stored, unless there is none to store.
  if (problems.length > 0) return err([...problems, ...(await findTaken(deps, code, externalId))]);
  return ok({
    ...(title === undefined ? {} : { title }),
    ...(externalId === undefined ? {} : { externalId }),
    ...(filing?.ok ? toFilingEdit(code, filing.value) : {}),
    ...(target !== undefined && content?.ok
      ? { target: { target, redirectTo: content.value.redirectTo } }
      : {}),
    ...(control?.ok ? { control: await withScansTaken(deps, code, control.value) } : {}),
  });
}

async function findTaken(
  deps: Dependencies,
  { accountId, codeId }: QrCode,
  externalId: string | null | undefined,
): Promise<Problem[]> {
  if (typeof externalId !== 'string') return [];
  const holder = await findCodeByExternalId(deps, accountId, externalId);
  return holder === null || holder === codeId ? [] : [toTaken({ externalId, holder })];
}

/** The changes to a code's filing. */
export function toFilingEdit(
  code: Filing,
  { tags, metadata, isArchived }: Filing,
): Pick<QrCodeEdit, 'tags' | 'metadata' | 'isArchived'> {
  return {
    ...(isSameTags(code.tags, tags) ? {} : { tags }),
    ...(isSameMetadata(code.metadata, metadata) ? {} : { metadata }),
    ...(code.isArchived === isArchived ? {} : { isArchived }),
  };
}

/** A limit counts the scans of a code's lifetime: setting it takes the scans so far; later scans are counted as they are let through. */
export async function withScansTaken(deps: Dependencies, code: QrCode, control: Control | null) {
  const isLimitNew =
    control?.maxScans !== null && control !== null && (code.control?.maxScans ?? null) === null;
  return isLimitNew ? { control, scansTaken: (await withScans(deps, code)).scans } : { control };
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
