import { say } from '#languages/say.ts';
import { parseCodeId } from '#core/codes/code-id.ts';
import { parseShortCode } from '#core/links/short-code.ts';
import { writeCode } from '#service/codes/write/write.ts';
import { findCode } from '../find-code.ts';
import { renderCode } from '../form/render-code.tsx';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { readForm } from '../../frame/forms/form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';

/** `POST /codes/{id}/delete`: deletes the code whose id was typed. */
export async function deleteCode(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const deleteForm = await readForm(c);
  const { codeId, shortCode } = code;
  const typed = deleteForm.trimmed('confirmation');
  if (parseCodeId(typed) !== codeId && (shortCode === null || parseShortCode(typed) !== shortCode)) {
    deleteForm.refuse(
      'confirmation',
      say('Nothing was deleted, because this is not {id}.', { id: shortCode ?? codeId }),
    );
    return renderCode(c, code, { deleteForm, status: 422 });
  }
  const deleted = await writeCode(c.get('deps'), c.get('person'), { kind: 'delete', codeId: code.codeId });
  // Somebody else has just deleted it.
  if (!deleted.ok) throw pageNotFound();
  return redirectSaying(c, '/codes', 'code_deleted');
}
