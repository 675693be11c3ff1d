import { explainQuota } from '#contract/problems/quota-phrases.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { type RestoreProblem, restoreEdit } from '#service/codes/restore.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { readForm } from '../../frame/forms/form.ts';
import { PageError } from '../../frame/page-error.ts';
import { redirectSaying } from '../../kit/flash.tsx';
import { findCode } from '../find-code.ts';
import { editorOf } from '../save-edit.ts';

/** `POST /codes/{id}/restore`: restores the code as a past edit left it, or with `side=before`, as it was before. */
export async function restoreCode(c: DashboardContext): Promise<Response> {
  const { code } = await findCode(c);
  const form = await readForm(c);
  const editId = Number(/^\d{1,15}$/.exec(form.value('edit'))?.[0] ?? Number.NaN);
  const restored = await restoreEdit(c.get('deps'), editorOf(c), code.codeId, {
    editId,
    side: form.value('side') === 'before' ? 'before' : 'after',
  });
  if (!restored.ok) throw notRestored(restored.error);
  const said = restored.value.lacksPassword ? 'restored_without_password' : 'restored';
  return redirectSaying(c, `/codes/${toPublicId(code.codeId)}#main`, said);
}

function notRestored(problem: RestoreProblem): PageError {
  switch (problem.reason) {
    case 'not_restored':
      return new PageError(
        409,
        'Not restored',
        'Nothing was changed. Open the code again, and try once more.',
      );
    case 'quota_exceeded':
      return new PageError(403, 'No room for this change', `Nothing was changed. ${explainQuota(problem)}`);
  }
}
