import { explainQuota } from '#contract/problems/quota-phrases.ts';
import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { TARGET_FAMILIES } from '#core/content/forms/forms.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { parseTitle } from '#core/codes/title.ts';
import { parseTarget } from '#service/codes/new-code.ts';
import { type UpdateProblem, updateQrCode } from '#service/codes/update.ts';
import { findCode } from '../find-code.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { PageError, pageNotFound } from '../../frame/page-error.ts';
import { redirectSaying } from '../../kit/flash.tsx';
import { renderCode } from '../form/render-code.tsx';
import { readAskedFigures } from '../../scans/read-figures.ts';

/** What the form changes. A field that is left as it was shown is absent. */
type Edit = { -readonly [field in EditField]?: QrCode[field] };

const EDIT_FIELDS = ['title', 'target'] as const;
type EditField = (typeof EDIT_FIELDS)[number];

/** Others edit the same code in the same moment: each attempt starts from what they made of it. */
const MAX_ATTEMPTS = 5;

/**
 * `POST /codes/{id}`: changes title and target of a dynamic code, the title of a static one. The form tells what it showed (`was_title`,
 * `was_target`), so that only what was changed is written, and nobody's change is overwritten unseen.
 */
export async function editCode(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const { code } = counted;
  const form = await readForm(c);
  if (!code.isDynamic && form.value('target') !== '') throw codeIsStatic();
  const edit = readEdit(c, form);
  if (!edit) return renderCode(c, counted, { form, status: 422 });
  if (Object.keys(edit).length === 0) return toSaved(c, code, 'unchanged');
  return save(c, form, edit, counted);
}

async function save(
  c: DashboardContext,
  form: Form,
  edit: Edit,
  counted: CountedQrCode,
  attempt = 1,
): Promise<Response> {
  const { code } = counted;
  // What the code is already, an earlier request with the same form has made it.
  const missing = EDIT_FIELDS.filter((field) => field in edit && edit[field] !== code[field]);
  if (missing.length === 0) return toSaved(c, code, 'saved');
  const conflicts = missing.filter((field) => (code[field] ?? '') !== form.value(`was_${field}`));
  if (conflicts.length > 0) return renderConflict(c, form, counted, conflicts);

  const { id: editorId, account } = c.get('person');
  const editor = { accountId: account.id, plan: account.plan, editorId };
  const updated = await updateQrCode(c.get('deps'), editor, code.codeId, edit, new Set([code.revision]));
  if (updated.ok) return toSaved(c, code, 'saved');
  if (updated.error.reason === 'precondition_failed' && attempt < MAX_ATTEMPTS)
    return save(c, form, edit, await findCode(c), attempt + 1);
  return renderProblem(c, form, counted, updated.error);
}

/** Reads what was changed, and adds an error to each field that is wrong; null where one is. */
function readEdit(c: DashboardContext, form: Form): Edit | null {
  const isChanged = (field: EditField) => form.value(field) !== form.value(`was_${field}`);
  const edit: Edit = {};
  if (isChanged('title')) {
    const title = parseTitle(form.value('title'));
    if (title.ok) edit.title = title.value;
    else form.refuse('title', sayInForm(title.error, 'The title'));
  }
  if (isChanged('target')) {
    const target = readTarget(c, form);
    if (target !== null) edit.target = target;
  }
  return form.hasErrors ? null : edit;
}

/** Reads the target as in the form of a new code. */
function readTarget(c: DashboardContext, form: Form): string | null {
  const target = TARGET_FAMILIES.url.compose(() => form.value('target'));
  if (!target.ok) {
    for (const { message } of target.error) form.refuse('target', message);
    return null;
  }
  const content = parseTarget({ type: 'url', target: target.value }, c.get('deps'));
  if (content.ok) return target.value;
  form.refuse('target', sayInForm(content.error));
  return null;
}

async function renderProblem(
  c: DashboardContext,
  form: Form,
  counted: CountedQrCode,
  problem: UpdateProblem,
): Promise<Response> {
  switch (problem.reason) {
    case 'not_found':
      throw pageNotFound();
    case 'code_not_dynamic':
      throw codeIsStatic();
    case 'invalid_fields':
      for (const found of problem.problems) form.refuse(found.field, sayInForm(found));
      return renderCode(c, counted, { form, status: 422 });
    case 'quota_exceeded':
      form.refuse('', `Nothing was changed. ${explainQuota(problem)}`);
      return renderCode(c, counted, { form, status: 403 });
    case 'precondition_failed':
      form.refuse('', 'Others keep changing this code, so your version was not saved. Save it again.');
      return renderCode(c, counted, { form, status: 409 });
  }
}

/** Shows both values of a field that somebody else has changed too. What only they changed, and what both have now, becomes what is shown. */
function renderConflict(
  c: DashboardContext,
  form: Form,
  counted: CountedQrCode,
  conflicts: readonly EditField[],
): Promise<Response> {
  const { code } = counted;
  const merged = EDIT_FIELDS.flatMap((field): [string, string][] => {
    const now = code[field] ?? '';
    const isMine = form.value(field) !== form.value(`was_${field}`);
    return [
      [field, isMine ? form.value(field) : now],
      [`was_${field}`, now],
    ];
  });
  const fresh = new Form(merged);
  fresh.refuse(
    '',
    'This code was changed after you opened it, so your version was not saved. Compare the two, and save again if yours is right.',
  );
  return renderCode(c, counted, { form: fresh, status: 409, conflicts });
}

function toSaved(c: DashboardContext, code: QrCode, outcome: 'saved' | 'unchanged'): Response {
  const range = c.req.query('range') === undefined ? '' : `?range=${readAskedFigures(c).range}`;
  const said = outcome === 'saved' && code.isDynamic ? 'target_saved' : outcome;
  // Without #main, browsers keep the form's #edit and scroll past the notice.
  return redirectSaying(c, `/codes/${toPublicId(code.codeId)}${range}#main`, said);
}

function codeIsStatic(): PageError {
  return new PageError(
    409,
    'This code cannot change',
    'It is static: the symbol itself holds the content, so only its title can change. Nothing was changed.',
  );
}
