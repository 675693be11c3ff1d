import type { QrCode } from '../../core/qr-code.ts';
import type { ScanRange } from '../../core/scan-range.ts';
import type { Form } from '../form.ts';
import { Field, FormProblem } from './field.tsx';
import { Target } from './target.tsx';

interface EditFormProps {
  readonly code: QrCode;
  readonly path: string;
  /** The period that the page shows: it stays. */
  readonly range: ScanRange;
  readonly form: Form;
  /** Whether the code was changed since the form was opened: then it shows what stands there now. */
  readonly isOutdated: boolean;
}

/** Title and target. The revision says which state of the code was edited, so that nobody's change is lost unseen. */
export function EditForm({ code, path, range, form, isOutdated }: EditFormProps) {
  return (
    // Where it is refused, the page opens at the form.
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
        hint="A label for yourself; scanners do not see it."
        attributes={{ dir: 'auto', autocomplete: 'off' }}
      />
      <Field
        form={form}
        name="target"
        label="Target"
        hint="Printed codes lead here. Every scan follows a change within 30 seconds."
        attributes={{ inputmode: 'url', autocomplete: 'off', spellcheck: 'false', required: true }}
      />
      <button type="submit">{isOutdated ? 'Save mine instead' : 'Save'}</button>
    </form>
  );
}
