import type { Actor } from '#core/accounts/account.ts';
import { NO_FILING } from '#core/codes/filing.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { EditRequest, NewCode } from '#core/codes/code-request.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { admitDrafts } from './write/new-codes.ts';
import { checkEdit, readEdit } from './write/check-edit.ts';
import { isOfScans } from './write/write.ts';

/** What is wrong with the rest of a request whose fields are not all valid. Nothing is created or changed. */

/** The problems of each new code that show without drawing it. */
export async function findCreateProblems(
  deps: Dependencies,
  actor: Actor,
  newCodes: readonly NewCode[],
): Promise<readonly (readonly Problem[])[]> {
  if (newCodes.length === 0) return [];
  const drafts = await admitDrafts(deps, actor, newCodes);
  return drafts.map((draft) =>
    draft.ok
      ? []
      : draft.error.filter((problem) => 'code' in problem).filter((problem) => !isOfRequest(problem)),
  );
}

/** The name is also that of another code of the request, which is refused as well. */
function isOfRequest(problem: Problem): boolean {
  return (
    (problem.code === 'external_id_taken' && problem.values.holder === null) ||
    ((problem.code === 'short_code_taken' || problem.code === 'key_taken') && problem.values.isInRequest)
  );
}

const OF_NEW_CODES: ReadonlySet<Problem['code']> = new Set<Problem['code']>([
  'external_id_taken',
  'short_code_taken',
  'key_taken',
  'gs1_of_other_type',
  'links_of_other_type',
  'control_of_static_code',
  'type_not_dynamic',
  'type_only_dynamic',
]);

/** The problems of each upsert that show without its code: whether that exists decides some others. */
export async function findUpsertProblems(
  ...request: Parameters<typeof findCreateProblems>
): Promise<readonly (readonly Problem[])[]> {
  const found = await findCreateProblems(...request);
  return found.map((problems) => problems.filter(({ code }) => !OF_NEW_CODES.has(code)));
}

/** A code without any settings: a problem with an edit of this one is a problem for every code. */
const PLAIN = { type: 'url', control: null, ...NO_FILING } as const;

/** The problems that an edit has for every code. */
export async function findSharedProblems(
  deps: Dependencies,
  accountId: string,
  request: EditRequest,
): Promise<readonly Problem[]> {
  // The fields of a content depend on the type of each code.
  const { problems } = await readEdit(deps, { ...PLAIN, accountId }, { ...request, content: undefined });
  return problems.filter(({ code }) => code !== 'links_of_other_type');
}

/** The problems of an edit; none if there is no such code, or the edit is not for a static one. */
export async function findEditProblems(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
  request: EditRequest,
): Promise<readonly Problem[]> {
  const code = await findQrCode(deps.db, accountId, codeId);
  if (!code || (!code.isDynamic && isOfScans(request))) return [];
  const edit = await checkEdit(deps, code, request);
  return edit.ok ? [] : edit.error;
}
