import { say } from '#languages/say.ts';
import { useContext } from 'hono/jsx';
import { writeOwnTexts } from '#core/codes/own-texts.ts';
import { METADATA_LIMITS } from '#core/codes/metadata.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { Button } from '../../kit/buttons.tsx';
import { CheckBox, Field, Filled, HiddenField, FilledForm, TextArea } from '../../kit/field.tsx';
import { Form } from '../../frame/forms/form.ts';
import { Fields } from '../../frame/forms/field-table.tsx';
import { FILED_TEXTS, listOpened, OWN_TEXTS } from '../own-texts.ts';
import { TagsField } from '../tags/tags-field.tsx';
import { writeTags } from '../tags/read-tags.ts';

/** Empty rows for new keys. */
const NEW_ROWS = 2;

/** The freshly opened form: its values, and the same values again, to detect changes later. Rows of metadata are numbered. */
export function toFilingForm(code: QrCode): Form {
  const { title: _, ...texts } = writeOwnTexts(code);
  return new Form([
    ...listOpened({ tags: writeTags(code.tags), ...texts }),
    ...Object.entries(code.metadata).flatMap(([key, value], row): [string, string][] => [
      [`key_${row}`, key],
      [`value_${row}`, value],
      [`was_value_${row}`, value],
      [`is_old_${row}`, 'on'],
    ]),
  ]);
}

/** The rows of the form, in order. */
export function listRows(form: Form): number[] {
  const rows = form.entries().flatMap(([name]) => /^key_(\d{1,2})$/.exec(name)?.[1] ?? []);
  return rows.map(Number).slice(0, METADATA_LIMITS.keys + NEW_ROWS);
}

interface FilingFormProps {
  readonly path: string;
  readonly form: Form;
  readonly knownTags: readonly string[];
}

/** Tags, own texts and metadata, which people who scan the code never see. */
export function FilingForm({ path, form, knownTags }: FilingFormProps) {
  const rows = listRows(form);
  const old = rows.filter((row) => form.isChecked(`is_old_${row}`));
  const typed = rows.filter((row) => !old.includes(row));
  const next = Math.max(-1, ...rows) + 1;
  const empty = Array.from({ length: Math.max(0, NEW_ROWS - typed.length) }, (_, i) => next + i);
  const hasErrors = rows.some((row) => form.error(`key_${row}`) ?? form.error(`value_${row}`));
  return (
    <FilledForm form={form} action={`${path}/filing#filing`} class="edit-code" data-unsaved>
      <HiddenField name="was_tags" />
      {FILED_TEXTS.map((name) => (
        <HiddenField name={`was_${name}`} />
      ))}
      <TagsField known={knownTags} label={say('Tags')} />
      <Fields of={OWN_TEXTS} names={FILED_TEXTS} areOptional />
      <details open={old.length > 0 || hasErrors}>
        <summary>{say('Metadata')}</summary>
        {old.map((row) => (
          <OldRow row={row} />
        ))}
        {[...typed, ...empty].map((row) => (
          <div class="grid">
            <Field name={`key_${row}`} label={say('New key')} attributes={{ autocomplete: 'off' }} />
            <Field name={`value_${row}`} label={say('Value')} attributes={{ autocomplete: 'off' }} />
          </div>
        ))}
      </details>
      <Button>{say('Save')}</Button>
    </FilledForm>
  );
}

function OldRow({ row }: { readonly row: number }) {
  const form = useContext(Filled);
  const name = `value_${row}`;
  const key = form.value(`key_${row}`);
  // Only a text area keeps line breaks.
  const Value = /\n/.test(form.value(name)) ? TextArea : Field;
  return (
    <div class="cluster">
      <HiddenField name={`key_${row}`} />
      <HiddenField name={`was_value_${row}`} />
      <HiddenField name={`is_old_${row}`} />
      <Value name={name} label={key} attributes={{ autocomplete: 'off', dir: 'auto' }} />
      <CheckBox name={`remove_${row}`} label={say('Remove')} />
    </div>
  );
}
