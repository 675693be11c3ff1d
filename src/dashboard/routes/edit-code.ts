import { toPublicId } from '../../core/code-id.ts';
import { TARGET_FAMILIES } from '../../core/compose-target.ts';
import type { QrCode } from '../../core/qr-code.ts';
import { parseTitle } from '../../core/title.ts';
import { parseTarget } from '../../service/qr-code-request.ts';
import { type UpdateProblem, updateQrCode } from '../../service/update-qr-code.ts';
import { codeOf } from '../code-of.ts';
import { explainTarget } from '../create-problems.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import { type Form, readForm } from '../form.ts';
import { PageError, pageNotFound } from '../page-error.ts';
import { presentCode } from '../present-code.tsx';
import { rangeOf } from '../read-figures.ts';

type Edit = Pick<QrCode, 'title' | 'target'>;

/** `POST /codes/{id}`: changes title and target, if nobody else did since the form was opened. */
export async function editCode(c: DashboardContext): Promise<Response> {
  const counted = await codeOf(c);
  const { code } = counted;
  if (!code.isDynamic) throw codeIsStatic();
  const form = await readForm(c);
  const revision = readRevision(form);
  const edit = readEdit(c, form);
  if (!edit) return presentCode(c, counted, { form, status: 422 });

  const { id: editorId, account } = c.get('person');
  const editor = { accountId: account.id, editorId };
  const updated = await updateQrCode(c.get('deps'), editor, code.codeId, edit, new Set([revision]));
  if (!updated.ok) return answerProblem(c, form, edit, updated.error);
  return toSaved(c, code, isSame(code, edit) ? 'unchanged' : 'saved');
}

function readRevision(form: Form): number {
  const revision = form.value('revision');
  if (/^[1-9]\d{0,14}$/.test(revision)) return Number(revision);
  throw new PageError(
    400,
    'Not understood',
    'The form came incomplete, and nothing was changed. Open the code again, and edit it from there.',
  );
}

/** Null where a field is wrong; the form then says which. Both are checked here, so that both are named at once. */
function readEdit(c: DashboardContext, form: Form): Edit | null {
  const title = parseTitle(form.value('title'));
  if (!title.ok) form.refuse('title', title.error);
  const target = readTarget(c, form);
  return title.ok && target !== null ? { title: title.value, target } : null;
}

/** What can change is a web address, and is read as the form of a new code reads one. */
function readTarget(c: DashboardContext, form: Form): string | null {
  const target = TARGET_FAMILIES.url.compose(() => form.value('target'));
  if (!target.ok) {
    for (const { message } of target.error) form.refuse('target', message);
    return null;
  }
  const content = parseTarget({ type: 'url', target: target.value }, c.get('deps').shortUrlBase);
  if (content.ok) return target.value;
  form.refuse('target', explainTarget(content.error));
  return null;
}

async function answerProblem(
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
    case 'invalid_target':
      form.refuse('target', explainTarget(problem.problem));
      return presentCode(c, await codeOf(c), { form, status: 422 });
    case 'precondition_failed':
      return answerConflict(c, form, edit);
  }
}

async function answerConflict(c: DashboardContext, form: Form, edit: Edit): Promise<Response> {
  const counted = await codeOf(c);
  // A form sent twice: the first one has done what the second one asks for.
  if (isSame(counted.code, edit)) return toSaved(c, counted.code, 'saved');
  form.refuse(
    '',
    'This code was changed after you opened it, so yours was not saved. Compare the two, and save again if yours is right.',
  );
  return presentCode(c, counted, { form, status: 409, isOutdated: true });
}

function isSame(code: QrCode, { title, target }: Edit): boolean {
  return code.title === title && code.target === target;
}

function toSaved(c: DashboardContext, { codeId }: QrCode, outcome: 'saved' | 'unchanged'): Response {
  const range = c.req.query('range') === undefined ? '' : `&range=${rangeOf(c)}`;
  // Else browsers keep the form's own #edit, and the notice stands above what is seen.
  return c.redirect(`/codes/${toPublicId(codeId)}?${outcome}=1${range}#main`, 303);
}

function codeIsStatic(): PageError {
  return new PageError(
    409,
    'This code cannot change',
    'It is static: the symbol itself holds the content. Nothing was changed.',
  );
}
