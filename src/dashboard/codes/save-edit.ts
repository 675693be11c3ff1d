import { say } from '#languages/say.ts';
import type { z } from 'zod';
import { toEditRequest, updateBody } from '#contract/codes/requests.ts';
import { explainQuota } from '#contract/problems/quota-phrases.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { type Changed, writeCode } from '#service/codes/write/write.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { Form } from '../frame/forms/form.ts';
import { findInput } from '../frame/forms/paths.ts';
import { type FormFields, refuseProblems, validateForm } from '../frame/forms/validate-form.ts';
import { PageError, pageNotFound } from '../frame/page-error.ts';
import { codeIsStatic, findCode, readCodeId } from './find-code.ts';

/** An edit in the fields of the interface, from a form; the schema has not checked it yet. */
export type EditBody = { readonly [field in keyof z.input<typeof updateBody>]: unknown };

type Refused = 403 | 409 | 422;

/**
 * Saves a form's changes to the code in the path; with `revision`, only to that revision. If it cannot, shows the problem on the form, and
 * returns the status of the page.
 */
export async function saveEdit(
  c: DashboardContext,
  form: Form,
  body: EditBody,
  { revision, ...fields }: Pick<FormFields, 'nameOf'> & { readonly revision?: number } = {},
): Promise<Changed | 'outdated' | Refused> {
  const nameOf = (path: string) => findInput(form, fields.nameOf?.(path) ?? path);
  const edit = validateForm(form, updateBody, body, { nameOf });
  if (!edit) return 422;
  const expected = revision === undefined ? null : new Set([revision]);
  const request = toEditRequest(edit);
  const wish = { kind: 'edit', codeId: readCodeId(c), request, expected } as const;
  const edited = await writeCode(c.get('deps'), c.get('person'), wish);
  if (edited.ok) return edited.value;
  const problem = edited.error;
  switch (problem.reason) {
    case 'not_found':
      throw pageNotFound();
    case 'code_not_dynamic':
      throw codeIsStatic();
    case 'precondition_failed':
      return 'outdated';
    case 'invalid_fields':
      refuseProblems(form, problem.problems, { nameOf }, body);
      return problem.problems.some(({ code }) => code === 'external_id_taken') ? 409 : 422;
    case 'quota_exceeded':
      form.refuse('', `${say('Nothing was changed.')} ${explainQuota(problem)}`);
      return 403;
  }
}

/** Others may edit the same code at the same moment: this is how often a form starts again from their version. */
const MAX_ATTEMPTS = 5;

/**
 * Saves a form's changes to a code that others may have changed since the form was opened.
 * @param isLeft whether the code already has the changes, or somebody else has changed the same values
 */
export async function saveMerged(
  c: DashboardContext,
  form: Form,
  body: EditBody,
  found: QrCode,
  { isLeft, ...fields }: Pick<FormFields, 'nameOf'> & { readonly isLeft: (code: QrCode) => boolean },
): Promise<{ readonly code: QrCode; readonly saved: Changed | 'left' | Refused }> {
  // Checked first: invalid changes cannot be compared with those of others.
  if (!validateForm(form, updateBody, body, fields)) return { code: found, saved: 422 };
  let code = found;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (isLeft(code)) return { code, saved: 'left' };
    const saved = await saveEdit(c, form, body, { ...fields, revision: code.revision });
    if (saved !== 'outdated') return { code, saved };
    code = await findCode(c);
  }
  form.refuse('', say('Others keep changing this code, so your version was not saved. Save it again.'));
  return { code, saved: 409 };
}

/** Saves the change of a button, whatever else was changed meanwhile. */
export async function saveAtOnce(c: DashboardContext, body: EditBody): Promise<Changed> {
  const form = new Form();
  const saved = await saveEdit(c, form, body);
  if (typeof saved === 'object') return saved;
  const message = form.error('') ?? say('Nothing was changed. Open the code again, and try once more.');
  throw new PageError(saved === 'outdated' ? 409 : saved, say('Not changed'), message);
}
