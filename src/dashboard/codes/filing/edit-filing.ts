import { say } from '#languages/say.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { toMetadataPath } from '#core/codes/metadata.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { writeOwnTexts } from '#core/codes/own-texts.ts';
import { tagsWithout } from '#core/codes/tags.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { type Form, readForm } from '../../frame/forms/form.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { findCode, readCodeId } from '../find-code.ts';
import { renderCode } from '../form/render-code.tsx';
import { type EditBody, saveAtOnce, saveMerged } from '../save-edit.ts';
import { addToUndo, formatUndo } from '../selection/undo.ts';
import { readTypedTags } from '../tags/read-tags.ts';
import { readFields } from '../../frame/forms/field-table.tsx';
import { FILED_TEXTS, OWN_TEXTS } from '../own-texts.ts';
import { listRows } from './filing-form.tsx';

/**
 * `POST /codes/{id}/filing`: changes tags, own texts and metadata. The form sends what it showed, so that only changes are written: two
 * people can add tags at once. If somebody else has changed the same value, both values are shown.
 */
export async function editFiling(c: DashboardContext): Promise<Response> {
  const found = await findCode(c);
  const filingForm = await readForm(c);
  const entries = readMetadata(filingForm);
  const body = toBody(filingForm, entries);
  if (filingForm.hasErrors) return renderCode(c, found, { filingForm, status: 422 });
  const { code: now, saved } = await saveMerged(c, filingForm, body, found, {
    nameOf: (path) => toField(path, entries),
    isLeft: (code) => {
      refuseConflicts(filingForm, entries, code);
      return filingForm.hasErrors;
    },
  });
  if (typeof saved === 'object') {
    // Only a change of nothing but tags can be taken back whole.
    const undo =
      entries.length === 0 && listChangedTexts(filingForm).length === 0 ? addToUndo([], [saved]) : null;
    return redirectSaying(c, `/codes/${toPublicId(found.codeId)}#main`, 'saved', formatUndo(undo));
  }
  return renderCode(c, now, { filingForm, status: saved === 'left' ? 409 : saved });
}

/** `POST /codes/{id}/archive`: archives a code, or restores it if `archived` is empty. */
export async function archiveCode(c: DashboardContext): Promise<Response> {
  const archived = (await readForm(c)).isChecked('archived');
  const saved = await saveAtOnce(c, { archived });
  const page = `/codes/${toPublicId(readCodeId(c))}#main`;
  return redirectSaying(c, page, archived ? 'archived' : 'unarchived', formatUndo(addToUndo([], [saved])));
}

/** The change of one key: its row, its old value, and its new one. Null removes it. */
interface Entry {
  readonly field: string;
  readonly key: string;
  readonly was: string | null;
  readonly value: string | null;
}

function toBody(form: Form, entries: readonly Entry[]): EditBody {
  const [tags, were] = [readTagsOf(form, 'tags'), readTagsOf(form, 'was_tags')];
  return {
    add_tags: tagsWithout(tags, were),
    remove_tags: tagsWithout(were, tags),
    metadata: Object.fromEntries(entries.map(({ key, value }) => [key, value])),
    ...readFields(form, OWN_TEXTS, listChangedTexts(form)),
  };
}

function readTagsOf(form: Form, field: 'tags' | 'was_tags'): string[] {
  const tags = readTypedTags(form.value(field));
  if (tags.ok) return tags.value;
  form.refuse('tags', tags.error);
  return [];
}

function listChangedTexts(form: Form) {
  return FILED_TEXTS.filter((name) => form.trimmed(name) !== form.value(`was_${name}`));
}

/** The form field for a path of the interface. */
function toField(path: string, entries: readonly Entry[]): string {
  if (/^(add|remove)_tags/.test(path)) return 'tags';
  return entries.find(({ key }) => toMetadataPath(key) === path)?.field ?? path;
}

function readMetadata(form: Form): readonly Entry[] {
  const entries = listRows(form).flatMap((row) => {
    const isOld = form.isChecked(`is_old_${row}`);
    const key = isOld ? form.value(`key_${row}`) : form.trimmed(`key_${row}`);
    const typed = form.value(`value_${row}`);
    const was = isOld ? form.value(`was_value_${row}`) : null;
    const value = form.isChecked(`remove_${row}`) ? null : typed;
    const isEmptyRow = !isOld && key === '' && typed === '';
    if (isEmptyRow || value === was) return [];
    return [{ field: isOld ? `value_${row}` : `key_${row}`, key, was, value }];
  });
  for (const [i, { field, key }] of entries.entries()) {
    if (entries.slice(0, i).some((other) => other.key === key))
      form.refuse(field, say('The key “{key}” appears twice.', { key }));
  }
  return entries;
}

/** A value that somebody else has changed since the form was opened is never overwritten unseen. */
function refuseConflicts(form: Form, entries: readonly Entry[], code: QrCode): void {
  for (const { field, key, was, value } of entries) {
    const now = Object.hasOwn(code.metadata, key) ? (code.metadata[key] ?? '') : null;
    if (toLines(now) === was || toLines(now) === value) continue;
    form.refuse(
      field,
      now === null
        ? say('Somebody else has removed this key. Open the page again.')
        : say('The code has this key already, with the value “{now}”. Open the page again to change it.', {
            now,
          }),
    );
  }
  for (const name of listChangedTexts(form)) {
    const id = writeOwnTexts(code)[name] ?? '';
    if (id === form.value(`was_${name}`) || id === form.trimmed(name)) continue;
    form.refuse(
      name,
      id === ''
        ? say('Somebody else has removed it. Open the page again to change it.')
        : say('Somebody else has made it “{id}”. Open the page again to change it.', { id }),
    );
  }
}

/** As forms send line breaks. */
function toLines(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\r\n', '\n');
}
