import { leadsToUrl } from '#core/content/content.ts';
import { say } from '#languages/say.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { ok } from '#core/result.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { parseTarget } from '#service/codes/new-code.ts';
import { isSplit } from '../../scans/charts/branches.tsx';
import { codeIsStatic, findCode } from '../find-code.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { Form } from '../../frame/forms/form.ts';
import { takeUploads } from '../../frame/forms/take-uploads.ts';
import { type Message, redirectSaying } from '../../frame/flash/flash.ts';
import { readTarget } from '../form/content/read-target.ts';
import { listTargetFields } from '../form/content/target-fields.tsx';
import { renderCode } from '../form/render-code.tsx';
import { FILE } from '../library/take-file.ts';
import { listOpened } from '../own-texts.ts';
import { saveMerged } from '../save-edit.ts';
import { addToUndo, formatUndo } from '../selection/undo.ts';
import { readAskedFigures } from './read-code-figures.ts';

/** The changes in the form. A field that was left unchanged is absent. */
type Edit = Partial<Pick<QrCode, EditField>>;

const EDIT_FIELDS = ['title', 'target'] as const;
type EditField = (typeof EDIT_FIELDS)[number];

/**
 * `POST /codes/{id}`: changes title and target of a dynamic code, or the title of a static one. The form sends what it showed (`was_title`,
 * `was_target`), so that only changes are written, and nobody's change is overwritten unseen.
 */
export async function editCode(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const sent = await takeUploads(c, code.type === 'file' ? [[FILE, 'target']] : []);
  if (!code.isDynamic && sent.value('target') !== '') throw codeIsStatic();
  // An address and a file are one field, the target.
  const isOfFields = !leadsToUrl(code.type) && code.type !== 'file';
  const typed = sent.has('target') && isOfFields ? readTarget(sent, code.type) : null;
  // Forms send line breaks as LF.
  const form = typed?.ok ? new Form([...sent.entries(), ['target', toLf(typed.value.target)]]) : sent;
  if (typed?.ok === false) for (const { field, message } of typed.error) form.refuse(field, message);
  const edit = { ...readEdit(c, form, code), ...(form.hasErrors ? { target: '' } : {}) };
  if (Object.keys(edit).length === 0) return toSaved(c, code, 'unchanged');
  const said = sayWhatCounts(edit, code);
  const { target, ...others } = edit;
  const { content } = typed?.ok ? typed.value : {};
  const body = target !== undefined && content ? { ...others, content } : edit;
  const { code: now, saved } = await saveMerged(c, form, body, code, {
    isLeft: (found) => listMissing(edit, found).length === 0 || listConflicts(form, edit, found).length > 0,
  });
  if (typeof saved === 'object') return toSaved(c, code, said, formatUndo(addToUndo([], [saved])));
  if (saved !== 'left') return renderCode(c, now, { form, status: saved });
  const conflicts = listConflicts(form, edit, now);
  return conflicts.length > 0 ? renderConflict(c, form, now, conflicts) : toSaved(c, code, said);
}

/** A new target has an effect on scans only if it is not the variants that decide. */
function sayWhatCounts(edit: Edit, { type, control }: QrCode) {
  if (edit.target === undefined) return 'saved';
  if (isSplit(control)) return 'later_target_saved';
  return type === 'file' ? 'file_saved' : 'target_saved';
}

/** Fields whose changes the code lacks. Those that it has come from an earlier request with the same form. */
function listMissing(edit: Edit, code: QrCode): EditField[] {
  return EDIT_FIELDS.filter((field) => field in edit && edit[field] !== code[field]);
}

/** The fields that somebody else has changed too. */
function listConflicts(form: Form, edit: Edit, code: QrCode): EditField[] {
  return listMissing(edit, code).filter((field) => toLf(code[field] ?? '') !== form.value(`was_${field}`));
}

/** The fields that were changed in the form. */
function readEdit(c: DashboardContext, form: Form, code: QrCode): Edit {
  return {
    ...(isChanged(form, 'title') ? { title: form.trimmed('title') || null } : {}),
    ...(isChanged(form, 'target') ? { target: checkTarget(c, form, code) } : {}),
  };
}

function isChanged(form: Form, field: EditField): boolean {
  return form.value(field) !== form.value(`was_${field}`);
}

function toLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Reads the target as in the form of a new code. It is checked here, because the service checks it only if the title is right. */
function checkTarget(c: DashboardContext, form: Form, { type }: QrCode): string {
  const typed = form.value('target');
  const read = leadsToUrl(type) ? readTarget(new Form([['url', typed]]), 'url') : ok({ target: typed });
  if (!read.ok) {
    for (const { message } of read.error) form.refuse('target', message);
    return '';
  }
  const { target } = read.value;
  const content = parseTarget({ type, target }, c.get('deps'));
  if (!content.ok) form.refuse('target', sayInForm(content.error));
  return target;
}

/**
 * Shows both values of a field that somebody else has changed too. From here on, the form is compared with the code's current values.
 */
function renderConflict(c: DashboardContext, form: Form, code: QrCode, conflicts: readonly EditField[]) {
  const sent = EDIT_FIELDS.filter((field) => form.has(field));
  const typed = new Set(listTargetFields(code.type));
  const fresh = new Form([
    ...form.entries().filter(([name]) => typed.has(name)),
    ...sent.flatMap((field) => listOpened({ [field]: code[field] })),
    ...sent.filter((field) => isChanged(form, field)).map((field) => [field, form.value(field)] as const),
  ]);
  fresh.refuse(
    '',
    say(
      'This code was changed after you opened it, so your version was not saved. Compare the two, and save again if yours is right.',
    ),
  );
  return renderCode(c, code, { form: fresh, status: 409, conflicts });
}

function toSaved(c: DashboardContext, code: QrCode, said: Message, undo = ''): Response {
  const range = c.req.query('range') === undefined ? '' : `?range=${readAskedFigures(c).range}`;
  // Without #main, browsers keep the form's #edit and scroll past the notice.
  return redirectSaying(c, `/codes/${toPublicId(code.codeId)}${range}#main`, said, undo);
}
