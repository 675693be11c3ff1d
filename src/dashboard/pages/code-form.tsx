import { TARGET_FAMILIES } from '../../core/compose-target.ts';
import { CONTENT_TYPES, type ContentType } from '../../core/content.ts';
import type { ContrastProblem } from '../../core/contrast.ts';
import { CodePreview, type CodePreviewProps } from '../components/code-preview.tsx';
import { Field, FormProblem } from '../components/field.tsx';
import { StyleFields } from '../components/style-fields.tsx';
import { TARGET_FIELDS } from '../components/target-fields.tsx';
import { CONTENT_LABELS } from '../content-labels.ts';
import type { Form } from '../form.ts';

export interface CodeFormProps {
  readonly form: Form;
  readonly type: ContentType;
  readonly contrast: ContrastProblem | null;
  readonly preview: CodePreviewProps;
}

/**
 * The form of a new code. Its buttons are several: only the last one creates, the others post the form to `/codes/new`, which shows it again
 * for another type, with other colours or with a preview. The server has the only word on what is wrong, so that it is told in one way.
 */
export function CodeFormPage({ form, type, contrast, preview }: CodeFormProps) {
  const TargetFields = TARGET_FIELDS[type];
  return (
    <>
      <h1>New code</h1>
      <FormProblem form={form} />
      <form class="code-form" method="post" action="/codes" data-preview="/codes/preview" novalidate>
        {/* The first button is the one that Enter presses. */}
        <button type="submit" hidden />
        <input type="hidden" name="id" value={form.value('id')} />
        <input type="hidden" name="type" value={type} />
        <CarriedFields form={form} type={type} />
        <TypeChooser chosen={type} />
        <div class="fields">
          <TargetFields form={form} />
        </div>
        <Preview {...preview} />
        <Options form={form} contrast={contrast} />
        <p class="actions">
          <button type="submit">Create</button>
          <a href="/codes">Cancel</a>
        </p>
      </form>
    </>
  );
}

/** What codes of every type have. */
function Options({ form, contrast }: Pick<CodeFormProps, 'form' | 'contrast'>) {
  return (
    <div class="options">
      <Field
        form={form}
        name="title"
        label="Title (optional)"
        hint="What you call it; nobody who scans it sees it."
      />
      <StyleFields form={form} contrast={contrast} />
    </div>
  );
}

function Preview(preview: CodePreviewProps) {
  return (
    <section class="preview" aria-label="Preview">
      <div id="preview" aria-live="polite">
        <CodePreview {...preview} />
      </div>
      <button
        type="submit"
        class="secondary outline"
        formaction="/codes/new"
        name="preview"
        value="1"
        data-preview-button
      >
        Preview
      </button>
    </section>
  );
}

function TypeChooser({ chosen }: { readonly chosen: ContentType }) {
  return (
    <fieldset class="types">
      <legend>What the code holds</legend>
      {CONTENT_TYPES.map((type) => (
        <button
          type="submit"
          class={type === chosen ? '' : 'secondary outline'}
          aria-current={type === chosen ? 'true' : undefined}
          formaction="/codes/new"
          name="type"
          value={type}
        >
          {CONTENT_LABELS[type]}
        </button>
      ))}
    </fieldset>
  );
}

/** What was typed for other types: whoever comes back to them finds it again. */
function CarriedFields({ form, type }: { readonly form: Form; readonly type: ContentType }) {
  const shown = new Set(fieldsOf(type));
  const carried = new Set(CONTENT_TYPES.flatMap(fieldsOf).filter((name) => !shown.has(name)));
  return (
    <>
      {[...carried].map((name) =>
        form.value(name) === '' ? null : <input type="hidden" name={name} value={form.value(name)} />,
      )}
    </>
  );
}

function fieldsOf(type: ContentType): readonly string[] {
  const { fields } = TARGET_FAMILIES[type];
  return type === 'url' ? [...fields, 'dynamic'] : fields;
}
