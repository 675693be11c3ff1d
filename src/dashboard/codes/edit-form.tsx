import type { QrCode } from '#core/codes/qr-code.ts';
import type { ScanRange } from '#core/scans/range.ts';
import type { Form } from '../frame/form.ts';
import { Field, FormProblem } from '../frame/field.tsx';
import { Target } from './target.tsx';

interface EditFormProps {
  readonly code: QrCode;
  readonly path: string;
  /** The period that the page shows, so that it stays the same after saving. */
  readonly range: ScanRange;
  readonly form: Form;
  /** Whether the code changed after the form was opened. The form then also shows the current title and target. */
  readonly isOutdated: boolean;
}

/** The form of title and target. Its revision says which version of the code was edited, so that no edit overwrites another one. */
export function EditForm({ code, path, range, form, isOutdated }: EditFormProps) {
  return (
    // After an error, the page opens at the form.
    <form method="post" action={`${path}?range=${range}#edit`} class="edit-code">
      <FormProblem form={form} />
      {isOutdated ? (
        <dl class="facts">
          <dt>Title now</dt>
          <dd dir="auto">{code.title ?? 'no title'}</dd>
          <dt>Target now</dt>
          <dd>
            <Target target={code.target} />
          </dd>
        </dl>
      ) : null}
      <input type="hidden" name="revision" value={String(code.revision)} />
      <Field
        form={form}
        name="title"
        label="Title"
        hint="Only people of your account see the title."
        attributes={{ dir: 'auto', autocomplete: 'off' }}
      />
      <Field
        form={form}
        name="target"
        label="Target"
        hint="Printed codes lead here. A change takes effect within 30 seconds."
        attributes={{ inputmode: 'url', autocomplete: 'off', spellcheck: 'false', required: true }}
      />
      <button type="submit">{isOutdated ? 'Save my version' : 'Save'}</button>
    </form>
  );
}
