import type { CodeId } from '../core/code-id.ts';
import type { ContentProblem } from '../core/content.ts';
import type { ExpectedRevisions, QrCode } from '../core/qr-code.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Editor, QrCodeEdit } from '../storage/qr-code-edits.ts';
import { findQrCode, updateQrCode as storeEdit } from '../storage/qr-codes.ts';
import { copyShortLinks } from './copy-short-links.ts';
import type { Dependencies } from './dependencies.ts';
import { parseTarget } from './qr-code-request.ts';
import { type CountedQrCode, withScans } from './read-qr-codes.ts';

/** What an owner may send. An absent field stays as it is; a null title clears it. */
export interface EditRequest {
  readonly target?: string | undefined;
  readonly title?: string | null | undefined;
}

export type UpdateProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'code_not_dynamic' }
  | { readonly reason: 'precondition_failed'; readonly revision: number }
  | { readonly reason: 'invalid_target'; readonly problem: ContentProblem };

/** Changes where a dynamic code leads, or what it is called, and remembers who did. Its images stay as they are: they hold the short URL. */
export async function updateQrCode(
  deps: Dependencies,
  editor: Editor,
  codeId: CodeId,
  request: EditRequest,
  expected: ExpectedRevisions | null = null,
): Promise<Result<CountedQrCode, UpdateProblem>> {
  const { accountId } = editor;
  const code = await findQrCode(deps.db, accountId, codeId);
  if (!code) return err({ reason: 'not_found' });
  if (!code.isDynamic) return err({ reason: 'code_not_dynamic' });

  const edit = toEdit(deps, code, request);
  if (!edit.ok) return err({ reason: 'invalid_target', problem: edit.error });
  const updated = await storeEdit(deps.db, editor, codeId, edit.value, expected, deps.nowMs());
  if (!updated) return err(await findObstacle(deps, accountId, codeId));
  deps.afterAnswer(copyShortLinks(deps, [updated]));
  return ok(await withScans(deps, updated));
}

function toEdit(deps: Dependencies, code: QrCode, request: EditRequest): Result<QrCodeEdit, ContentProblem> {
  const title = request.title === undefined ? {} : { title: request.title };
  if (request.target === undefined) return ok(title);
  const content = parseTarget({ type: code.type, target: request.target }, deps.shortUrlBase);
  if (!content.ok) return content;
  return ok({ ...title, target: { target: request.target, redirectTo: content.value.redirectTo } });
}

/** Why a change that found the code a moment ago was not made: it is gone by now, or not at an expected revision. */
export async function findObstacle(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
): Promise<{ reason: 'not_found' } | { reason: 'precondition_failed'; revision: number }> {
  const code = await findQrCode(deps.db, accountId, codeId);
  return code ? { reason: 'precondition_failed', revision: code.revision } : { reason: 'not_found' };
}
