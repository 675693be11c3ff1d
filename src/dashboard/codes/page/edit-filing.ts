import { sayInForm } from '#contract/problems/form-phrases.ts';
import { explainQuota } from '#contract/problems/quota-phrases.ts';
import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { EditRequest } from '#core/codes/code-request.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { EXTERNAL_ID_PATTERN, EXTERNAL_ID_RULE } from '#core/codes/external-id.ts';
import type { FilingRequest } from '#core/codes/filing.ts';
import { findMetadataProblems } from '#core/codes/metadata.ts';
import { toTagKey } from '#core/codes/tags.ts';
import { type UpdateProblem, updateQrCode } from '#service/codes/update.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { type Form, readForm } from '../../frame/forms/form.ts';
import { PageError, pageNotFound } from '../../frame/page-error.ts';
import { redirectSaying } from '../../kit/flash.tsx';
import { findCode, readCodeId } from '../find-code.ts';
import { renderCode } from '../form/render-code.tsx';
import { readTags } from '../tags/read-tags.ts';
import { listRows } from './filing-form.tsx';

/** Others edit the same code in the same moment: each attempt starts from what they made of it. */
const MAX_ATTEMPTS = 5;

/**
 * `POST /codes/{id}/filing`: changes tags, external id and metadata. The form tells what it showed, so that only what was changed is
 * written: two people may add tags at once. Where somebody else has changed the same value, both are shown.
 */
export async function editFiling(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const filingForm = await readForm(c);
  const edit = readEdit(filingForm);
  if (!edit) return renderCode(c, counted, { filingForm, status: 422 });
  return save(c, filingForm, edit, counted);
}

/** `POST /codes/{id}/archive`: archives a code, or takes it back where `archived` is empty. */
export async function archiveCode(c: DashboardContext): Promise<Response> {
  const isArchived = (await readForm(c)).isChecked('archived');
  const codeId = readCodeId(c);
  const updated = await updateQrCode(c.get('deps'), editorOf(c), codeId, { filing: { isArchived } });
  if (!updated.ok) throw updated.error.reason === 'not_found' ? pageNotFound() : notChanged();
  return redirectSaying(c, `/codes/${toPublicId(codeId)}#main`, isArchived ? 'archived' : 'unarchived');
}

async function save(
  c: DashboardContext,
  filingForm: Form,
  edit: FilingEdit,
  counted: CountedQrCode,
  attempt = 1,
): Promise<Response> {
  const { code } = counted;
  refuseConflicts(filingForm, edit, counted);
  if (filingForm.hasErrors) return renderCode(c, counted, { filingForm, status: 409 });
  const expected = new Set([code.revision]);
  const updated = await updateQrCode(c.get('deps'), editorOf(c), code.codeId, toRequest(edit), expected);
  if (updated.ok) return redirectSaying(c, `/codes/${toPublicId(code.codeId)}#main`, 'saved');
  if (updated.error.reason === 'precondition_failed' && attempt < MAX_ATTEMPTS)
    return save(c, filingForm, edit, await findCode(c), attempt + 1);
  const status = refuse(filingForm, updated.error);
  return renderCode(c, counted, { filingForm, status });
}

/** What the form changes. */
interface FilingEdit {
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  /** Absent where it was left as it was shown. */
  readonly externalId?: string | null;
  /** The row of a key, what it was, and what it becomes: null removes it. */
  readonly metadata: readonly {
    readonly field: string;
    readonly key: string;
    readonly was: string | null;
    readonly value: string | null;
  }[];
}

/** Reads what was changed, and adds an error to each field that is wrong; null where one is. */
function readEdit(form: Form): FilingEdit | null {
  const tags = readTags(form.value('tags'));
  if (!tags.ok) form.refuse('tags', tags.error);
  const was = readTags(form.value('was_tags'));
  const [now, before] = [tags, was].map((read) => (read.ok ? read.value : []));
  const externalId = form.trimmed('external_id');
  if (externalId !== '' && !EXTERNAL_ID_PATTERN.test(externalId))
    form.refuse('external_id', `The external id ${EXTERNAL_ID_RULE}.`);
  const metadata = readMetadata(form);
  if (form.hasErrors) return null;
  return {
    addTags: without(now, before),
    removeTags: without(before, now),
    ...(externalId === form.value('was_external_id') ? {} : { externalId: externalId || null }),
    metadata,
  };
}

function without(tags: readonly string[] = [], others: readonly string[] = []): string[] {
  const keys = new Set(others.map(toTagKey));
  return tags.filter((tag) => !keys.has(toTagKey(tag)));
}

function readMetadata(form: Form): FilingEdit['metadata'] {
  const changes = listRows(form).flatMap((row) => {
    const isOld = form.isChecked(`is_old_${row}`);
    const key = isOld ? form.value(`key_${row}`) : form.trimmed(`key_${row}`);
    const typed = form.value(`value_${row}`);
    const was = isOld ? form.value(`was_value_${row}`) : null;
    const value = form.isChecked(`remove_${row}`) ? null : typed;
    const isEmptyRow = !isOld && key === '' && typed === '';
    if (isEmptyRow || value === was) return [];
    const [problem] = findMetadataProblems(Object.fromEntries([[key, value]]));
    const field = isOld ? `value_${row}` : `key_${row}`;
    if (problem) form.refuse(field, sayInForm(problem));
    return [{ field, key, was, value }];
  });
  for (const [i, { field, key }] of changes.entries()) {
    if (changes.slice(0, i).some((other) => other.key === key))
      form.refuse(field, `The key “${key}” appears twice.`);
  }
  return changes;
}

/** A value that somebody else has changed since the form was opened is not overwritten unseen. */
function refuseConflicts(form: Form, edit: FilingEdit, { code }: CountedQrCode): void {
  for (const { field, key, was, value } of edit.metadata) {
    const now = Object.hasOwn(code.metadata, key) ? (code.metadata[key] ?? '') : null;
    if (toLines(now) === was || toLines(now) === value) continue;
    form.refuse(
      field,
      now === null
        ? 'Somebody else has removed this key. Open the page again.'
        : `The code has this key already, with the value “${now}”. Open the page again to change it.`,
    );
  }
  const { externalId } = edit;
  const isTheirs =
    (code.externalId ?? '') !== form.value('was_external_id') && code.externalId !== externalId;
  if (externalId !== undefined && isTheirs) {
    const now = code.externalId === null ? 'removed it' : `made it “${code.externalId}”`;
    form.refuse('external_id', `Somebody else has ${now}. Open the page again to change it.`);
  }
}

/** As forms send line breaks. */
function toLines(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\r\n', '\n');
}

function toRequest({ addTags, removeTags, externalId, metadata }: FilingEdit): EditRequest {
  const filing: FilingRequest = {
    addTags,
    removeTags,
    metadata: Object.fromEntries(metadata.map(({ key, value }) => [key, value])),
  };
  return { filing, ...(externalId === undefined ? {} : { externalId }) };
}

/** Says what is wrong with the form, and by which status. */
function refuse(form: Form, problem: UpdateProblem): 403 | 409 | 422 {
  switch (problem.reason) {
    case 'not_found':
      throw pageNotFound();
    case 'code_not_dynamic':
      throw notChanged();
    case 'invalid_fields':
      for (const found of problem.problems) {
        const [field = ''] = /tags|^external_id$/.exec(found.field) ?? [];
        form.refuse(field, sayInForm(found));
      }
      return problem.problems.some(({ code }) => code === 'external_id_taken') ? 409 : 422;
    case 'quota_exceeded':
      form.refuse('', `Nothing was changed. ${explainQuota(problem)}`);
      return 403;
    case 'precondition_failed':
      form.refuse('', 'Others keep changing this code, so your version was not saved. Save it again.');
      return 409;
  }
}

function editorOf(c: DashboardContext) {
  const { id: editorId, account } = c.get('person');
  return { accountId: account.id, plan: account.plan, editorId };
}

function notChanged(): PageError {
  return new PageError(409, 'Not changed', 'Nothing was changed. Open the code again, and try once more.');
}
