import { explainQuota } from '#core/accounts/quota.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { TARGET_FAMILIES } from '#core/content/forms/forms.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { parseTitle } from '#core/codes/title.ts';
import { parseTarget } from '#service/codes/new-code.ts';
import { type UpdateProblem, updateQrCode } from '#service/codes/update.ts';
import { findCode } from './find-code.ts';
import { explainTarget } from './explain-problems.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { type Form, readForm } from '../frame/form.ts';
import { PageError, pageNotFound } from '../frame/page-error.ts';
import { renderCode } from './render-code.tsx';
import { readRange } from '../scans/read-figures.ts';

type Edit = Pick<QrCode, 'title' | 'target'>;

/** `POST /codes/{id}`: changes title and target, unless somebody else changed them after the form was opened. */
export async function editCode(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const { code } = counted;
  if (!code.isDynamic) throw codeIsStatic();
  const form = await readForm(c);
  const revision = readRevision(form);
  const edit = readEdit(c, form);
  if (!edit) return renderCode(c, counted, { form, status: 422 });

  const { id: editorId, account } = c.get('person');
  const editor = { accountId: account.id, plan: account.plan, editorId };
  const updated = await updateQrCode(c.get('deps'), editor, code.codeId, edit, new Set([revision]));
  if (!updated.ok) return renderProblem(c, form, edit, updated.error);
  return toSaved(c, code, isSame(code, edit) ? 'unchanged' : 'saved');
}

function readRevision(form: Form): number {
  const revision = form.value('revision');
  if (/^[1-9]\d{0,14}$/.test(revision)) return Number(revision);
  throw new PageError(
    400,
    'Incomplete form',
    'Part of the form is missing, so nothing was changed. Open the code again and edit it there.',
  );
}

/** Reads title and target, and adds an error to each that is wrong; null where one is. */
function readEdit(c: DashboardContext, form: Form): Edit | null {
  const title = parseTitle(form.value('title'));
  if (!title.ok) form.refuse('title', title.error);
  const target = readTarget(c, form);
  return title.ok && target !== null ? { title: title.value, target } : null;
}

/** Reads the target. Only a web address can change; it is read as in the form of a new code. */
function readTarget(c: DashboardContext, form: Form): string | null {
  const target = TARGET_FAMILIES.url.compose(() => form.value('target'));
  if (!target.ok) {
    for (const { message } of target.error) form.refuse('target', message);
    return null;
  }
  const content = parseTarget({ type: 'url', target: target.value }, c.get('deps'));
  if (content.ok) return target.value;
  form.refuse('target', explainTarget(content.error));
  return null;
}

async function renderProblem(
  c: DashboardContext,
  form: Form,
  edit: Edit,
  problem: UpdateProblem,
): Promise<Response> {
  switch (problem.reason) {
    case 'not_found':
      throw pageNotFound();
    case 'code_not_dynamic':
      throw codeIsStatic();
    case 'invalid_fields':
      for (const { field, code, message } of problem.problems) {
        form.refuse(field, explainTarget({ code, message }));
      }
      return renderCode(c, await findCode(c), { form, status: 422 });
    case 'quota_exceeded':
      form.refuse('', `Nothing was changed. ${explainQuota(problem)}`);
      return renderCode(c, await findCode(c), { form, status: 403 });
    case 'precondition_failed':
      return renderConflict(c, form, edit);
  }
}

async function renderConflict(c: DashboardContext, form: Form, edit: Edit): Promise<Response> {
  const counted = await findCode(c);
  // The form was sent twice: the first request has done what the second one asks for.
  if (isSame(counted.code, edit)) return toSaved(c, counted.code, 'saved');
  form.refuse(
    '',
    'This code was changed after you opened it, so your version was not saved. Compare the two, and save again if yours is right.',
  );
  return renderCode(c, counted, { form, status: 409, isOutdated: true });
}

function isSame(code: QrCode, { title, target }: Edit): boolean {
  return code.title === title && code.target === target;
}

function toSaved(c: DashboardContext, { codeId }: QrCode, outcome: 'saved' | 'unchanged'): Response {
  const range = c.req.query('range') === undefined ? '' : `&range=${readRange(c)}`;
  // Without #main, browsers keep the form's #edit and scroll past the notice.
  return c.redirect(`/codes/${toPublicId(codeId)}?${outcome}=1${range}#main`, 303);
}

function codeIsStatic(): PageError {
  return new PageError(
    409,
    'This code cannot change',
    'It is static: the symbol itself holds the content. Nothing was changed.',
  );
}
