import { say } from '#languages/say.ts';
import { explainQuota } from '#contract/problems/quota-phrases.ts';
import { restoreEdit } from '#service/codes/history.ts';
import type { ChangeProblem } from '#contract/codes/write-problems.ts';
import { readForm } from '../../frame/forms/form.ts';
import { PageError } from '../../frame/page-error.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { findCode } from '../find-code.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';

/** `POST /codes/{id}/restore`: restores the code as a past edit left it, or with `side=before`, as it was before. */
export async function restoreCode(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const form = await readForm(c);
  const editId = Number(/^\d{1,15}$/.exec(form.value('edit'))?.[0] ?? Number.NaN);
  const restored = await restoreEdit(c.get('deps'), c.get('person'), code.codeId, {
    editId,
    side: form.value('side') === 'before' ? 'before' : 'after',
  });
  if (!restored.ok) throw notRestored(restored.error);
  const now = code.isDynamic ? 'restored' : 'saved';
  const said = restored.value.lacksPassword ? 'restored_without_password' : now;
  return redirectSaying(c, `/codes/${toPublicId(code.codeId)}#main`, said);
}

function notRestored(problem: ChangeProblem): PageError {
  if (problem.reason === 'quota_exceeded') {
    const why = `${say('Nothing was changed.')} ${explainQuota(problem)}`;
    return new PageError(403, say('No room for this change'), why);
  }
  return new PageError(
    409,
    say('Not restored'),
    say('Nothing was changed. Open the code again, and try once more.'),
  );
}
