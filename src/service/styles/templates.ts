import { MAX_TEMPLATES, type Template, type TemplateFields } from '#core/styles/template.ts';
import { checkUtm } from '#core/control/checks/check-utm.ts';
import type { ControlProblem } from '#core/control/checks/control-problem.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Actor } from '#core/accounts/account.ts';
import {
  deleteTemplate as deleteRow,
  findTemplate,
  insertTemplate,
  updateTemplate,
} from '#storage/styles/templates.ts';
import { isLogoMissing } from '#storage/logos/logos.ts';
import { recordActivity } from '../accounts/activity.ts';
import type { Dependencies } from '../dependencies.ts';
import { findPictures, takePicture } from './logo-pictures.ts';
import type { Problem } from '#contract/problems/problems.ts';
import type { UsualProblem } from '#contract/usual-problem.ts';
import { listBudgetProblems, listLookProblems } from '../codes/new-code.ts';

/** The most attempts, because others may change the same template at the same time: each attempt starts from their result. */
const MAX_ATTEMPTS = 5;

/** Stores a template. If it is the default, no other one stays the default. */
export async function createTemplate(
  deps: Dependencies,
  accountId: string,
  fields: TemplateFields,
): Promise<Result<Template, UsualProblem>> {
  const problems = await findLookProblems(deps, accountId, fields);
  if (problems.length > 0) return err({ reason: 'refused', problems });
  const id = createRandomId('tpl', deps.randomBytes(RANDOM_ID_BYTES));
  const nowMs = deps.nowMs();
  const template = { ...fields, id, revision: 1, createdAtMs: nowMs, updatedAtMs: nowMs };
  try {
    const isStored = await insertTemplate(deps.db, accountId, template, MAX_TEMPLATES);
    return isStored ? ok(template) : err({ reason: 'too_many', things: 'templates', limit: MAX_TEMPLATES });
  } catch (error) {
    return refuseMissing(error, await findLookProblems(deps, accountId, fields));
  }
}

/** The problems of a template whose image was deleted after the check; throws any other error. */
function refuseMissing(error: unknown, problems: readonly Problem[]): Result<never, UsualProblem> {
  if (!isLogoMissing(error) || problems.length === 0) throw error;
  return err({ reason: 'refused', problems });
}

/** Applies `change` to a template; codes made from it stay unchanged. `change` may throw, and may be called again. */
export async function changeTemplate(
  deps: Dependencies,
  accountId: string,
  id: string,
  change: (template: Template) => TemplateFields | Promise<TemplateFields>,
): Promise<Result<Template, UsualProblem>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const template = await findTemplate(deps.db, accountId, id);
    if (!template) return err({ reason: 'not_found' });
    const fields = await change(template);
    const problems = await findLookProblems(deps, accountId, fields);
    if (problems.length > 0) return err({ reason: 'refused', problems });
    try {
      const changed = await updateTemplate(deps.db, accountId, template, fields, deps.nowMs());
      if (changed) return ok(changed);
    } catch (error) {
      return refuseMissing(error, await findLookProblems(deps, accountId, fields));
    }
  }
  throw new Error(`others changed the template during each of ${MAX_ATTEMPTS} attempts`);
}

/** Deletes a template. Codes made from it stay unchanged. */
export async function deleteTemplate(
  deps: Dependencies,
  actor: Actor,
  id: string,
): Promise<Result<Template, UsualProblem>> {
  const deleted = await deleteRow(deps.db, actor.account.id, id);
  if (!deleted) return err({ reason: 'not_found' });
  await recordActivity(deps, actor, { action: 'template.deleted', subjectId: id, note: deleted.name });
  return ok(deleted);
}

/** The problems of a look, and of its campaign parameters, that can be found without drawing it. */
export async function findLookProblems(
  deps: Dependencies,
  accountId: string,
  fields: Pick<TemplateFields, 'style' | 'color'> & Partial<Pick<TemplateFields, 'utm'>>,
): Promise<Problem[]> {
  const picture = takePicture(await findPictures(deps, accountId, [fields]), fields);
  const ofUtm: ControlProblem[] = [];
  checkUtm(undefined, fields.utm, ofUtm);
  return [
    ...ofUtm,
    ...listLookProblems(fields),
    ...listBudgetProblems(fields, deps.budget),
    ...(picture.ok ? [] : [picture.error]),
  ];
}
