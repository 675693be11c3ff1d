import { leadsToUrl } from '#core/content/content.ts';
import { say } from '#languages/say.ts';
import type { PropsWithChildren } from 'hono/jsx';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { ScanRange } from '#core/scans/range.ts';
import { hasBranches, isSplit } from '../../scans/charts/branches.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { Button } from '../../kit/buttons.tsx';
import { Field, FilledForm, HiddenField } from '../../kit/field.tsx';
import { Fields, type FieldTable } from '../../frame/forms/field-table.tsx';
import { ChosenFile, type FileChoice, FileFields } from '../library/file-fields.tsx';
import { TargetFields } from '../form/content/target-fields.tsx';
import { OWN_TEXTS } from '../own-texts.ts';
import { LookAlikeWarning } from '../look-alike.tsx';
import { Target } from './target.tsx';

const LOOK_ALIKE = 'target-look-alike';

/** What the target decides, beside the code's rules and variants. */
function describeTarget({ control }: QrCode): { readonly label: string; readonly hint: string } {
  if (isSplit(control))
    return {
      label: say('Target after the test'),
      hint: say(
        'No scan leads here now: the variants decide. Scans will lead here once you remove the variants.',
      ),
    };
  return {
    label: say('Target'),
    hint: hasBranches(control)
      ? say('Scans that match no rule lead here. A change takes effect within 30 seconds.')
      : say('Printed codes lead here. A change takes effect within 30 seconds.'),
  };
}

export interface EditFormProps {
  readonly code: QrCode;
  readonly path: string;
  /** The period on the page, so that it stays the same after saving. */
  readonly range: ScanRange;
  readonly form: Form;
  /** Fields that somebody else has changed too since the form was opened, to be shown beside the typed text. */
  readonly conflicts: readonly ('title' | 'target')[];
}

/** Unlike in the form of a new code, no browser brings back what was typed: somebody else may have changed the title since. */
const TITLE = { title: { ...OWN_TEXTS.title, kind: 'name' } } as const satisfies FieldTable;

/** The form for the title. */
export function TitleForm(props: EditFormProps) {
  const { code, conflicts } = props;
  return (
    <EditForm {...props} field="title">
      {conflicts.includes('title') ? (
        <dl class="pair">
          <dt>{say('Title now')}</dt>
          <dd dir="auto">{code.title ?? say('no title')}</dd>
        </dl>
      ) : null}
      <Fields of={TITLE} />
    </EditForm>
  );
}

type TargetFormProps = EditFormProps & { readonly files: readonly FileChoice[] };

/** The form for the target of a dynamic code. */
export function TargetForm(props: TargetFormProps) {
  const { code, conflicts } = props;
  return (
    <EditForm {...props} field="target">
      {conflicts.includes('target') ? (
        <dl class="pair">
          <dt>{say('Target now')}</dt>
          <dd>
            <Target target={code.target} />
          </dd>
        </dl>
      ) : null}
      <Content {...props} />
    </EditForm>
  );
}

/** The target of an address, the file, or the fields of a content. */
function Content({ code, files, form, path }: TargetFormProps) {
  if (code.type === 'file')
    return (
      <>
        <FileFields name="target" files={files} action={`${path}/file`} />
        <div class="outcome">
          <ChosenFile files={files} chosen={form.value('target')} />
        </div>
      </>
    );
  if (!leadsToUrl(code.type))
    return (
      <>
        <input type="hidden" name="target" value={form.value('target')} />
        <p class="muted">{say('Printed codes show this. A change takes effect within 30 seconds.')}</p>
        <TargetFields type={code.type} isOfCode />
      </>
    );
  return (
    <>
      <Field
        name="target"
        {...describeTarget(code)}
        attributes={{
          inputmode: 'url',
          autocomplete: 'off',
          spellcheck: 'false',
          required: true,
          'data-look-alike': LOOK_ALIKE,
        }}
      />
      <div id={LOOK_ALIKE} aria-live="polite">
        {/* That of the target as it is stands beside it. */}
        {form.value('target') === code.target ? null : <LookAlikeWarning target={form.address('target')} />}
      </div>
    </>
  );
}

/** Also sends the value that it showed, so that two people can change different fields at once, and nobody overwrites a change unseen. */
function EditForm({
  path,
  range,
  form,
  conflicts,
  field,
  code,
  children,
}: PropsWithChildren<EditFormProps & { readonly field: 'title' | 'target' }>) {
  const id = field === 'title' ? 'name' : 'edit';
  return (
    // After an error, the page opens at the form.
    <FilledForm
      form={form}
      action={`${path}?range=${range}#${id}`}
      class="edit-code"
      data-unsaved
      enctype={field === 'target' && code.type === 'file' ? 'multipart/form-data' : undefined}
      data-outcome={field === 'target' && code.type === 'file' ? `${path}/file/outcome` : undefined}
    >
      <HiddenField name={`was_${field}`} />
      {children}
      <Button>{conflicts.includes(field) ? say('Save my version') : say('Save')}</Button>
    </FilledForm>
  );
}
