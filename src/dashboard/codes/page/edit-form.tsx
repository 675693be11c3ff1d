import type { QrCode } from '#core/codes/qr-code.ts';
import type { ScanRange } from '#core/scans/range.ts';
import { hasBranches, isSplit } from '../../control/branches.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { Field, FilledForm, HiddenField } from '../../kit/field.tsx';
import { LookAlikeWarning } from '../look-alike.tsx';
import { Target } from './target.tsx';

const LOOK_ALIKE = 'target-look-alike';

/** What the target decides, beside the code's rules and variants. */
function describeTarget({ control }: QrCode): { readonly label: string; readonly hint: string } {
  if (isSplit(control))
    return {
      label: 'Target after the split',
      hint: 'No scan leads here now: the variants decide. Scans will lead here once you remove them.',
    };
  const lead = hasBranches(control) ? 'Scans that match no rule lead here.' : 'Printed codes lead here.';
  return { label: 'Target', hint: `${lead} A change takes effect within 30 seconds.` };
}

interface EditFormProps {
  readonly code: QrCode;
  readonly path: string;
  /** The period on the page, so that it stays the same after saving. */
  readonly range: ScanRange;
  readonly form: Form;
  /** Fields that somebody else has changed too since the form was opened, to be shown beside the typed text. */
  readonly conflicts: readonly ('title' | 'target')[];
}

/**
 * The form for the title and, in a dynamic code, the target. It also sends the values that it showed, so that two people can change
 * different fields at once, and nobody overwrites a change unseen.
 */
export function EditForm({ code, path, range, form, conflicts }: EditFormProps) {
  return (
    // After an error, the page opens at the form.
    <FilledForm form={form} action={`${path}?range=${range}#edit`} class="edit-code" data-unsaved>
      {conflicts.length === 0 ? null : (
        <dl class="facts">
          {conflicts.includes('title') ? (
            <>
              <dt>Title now</dt>
              <dd dir="auto">{code.title ?? 'no title'}</dd>
            </>
          ) : null}
          {conflicts.includes('target') ? (
            <>
              <dt>Target now</dt>
              <dd>
                <Target target={code.target} />
              </dd>
            </>
          ) : null}
        </dl>
      )}
      <HiddenField name="was_title" />
      <Field
        name="title"
        label="Title"
        hint="Only people in your account can see the title."
        attributes={{ dir: 'auto', autocomplete: 'off' }}
      />
      {code.isDynamic ? (
        <>
          <HiddenField name="was_target" />
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
            {form.value('target') === code.target ? null : <LookAlikeWarning target={form.value('target')} />}
          </div>
        </>
      ) : null}
      <button type="submit">{conflicts.length > 0 ? 'Save my version' : 'Save'}</button>
    </FilledForm>
  );
}
