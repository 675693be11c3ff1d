import type { PropsWithChildren } from 'hono/jsx';
import { Filled, FormProblem } from '../../../kit/field.tsx';
import type { Form } from '../../../frame/forms/form.ts';
import { CodePreview, type CodePreviewProps, type Preview } from '../preview.tsx';
import { say } from '#languages/say.ts';
import { Button, ButtonRow } from '../../../kit/buttons.tsx';
import { LivePreview } from '../live-preview.tsx';
import { PreviewButton } from '../preview-button.tsx';

interface DesignFormProps {
  readonly form: Form;
  /** The path to which the last button posts the form. */
  readonly action: string;
  /** The path to which all other buttons post it, which shows it again. */
  readonly again: string;
  readonly preview: Preview;
  /** The last button. */
  readonly submit: string;
  readonly cancel?: string;
  /** Where the script keeps what was typed, until it is sent: browser/forms/draft.ts. */
  readonly draft?: string | undefined;
}

/**
 * A form with a design beside its preview. Only its last button creates something; the others show the form again with other values or with
 * a preview. `novalidate`: only the server reports errors, so that they look the same everywhere.
 */
export function DesignForm({ form, action, again, preview, ...props }: PropsWithChildren<DesignFormProps>) {
  return (
    <>
      <FormProblem form={form} />
      <form
        method="post"
        class="code-form split"
        action={action}
        data-preview="/codes/preview"
        enctype="multipart/form-data"
        novalidate
        data-unsaved
        data-draft={props.draft}
      >
        {/* Enter presses the first button of a form. */}
        <button type="submit" hidden />
        <div class="parts stack">
          <Filled.Provider value={form}>{props.children}</Filled.Provider>
        </div>
        {/* Last: on a phone it sticks to the bottom of the screen, below all fields. */}
        <PreviewPanel {...preview} action={again} submit={props.submit} cancel={props.cancel} />
      </form>
    </>
  );
}

interface PreviewPanelProps extends CodePreviewProps {
  /** The button that creates what is shown. */
  readonly submit: string;
  readonly cancel?: string | undefined;
}

/**
 * The preview of a form with a look and the button that creates it, beside its fields; on a phone, a strip at the bottom of the screen, with
 * the picture, the sentence and the button.
 */
function PreviewPanel({ action, submit, cancel, ...preview }: PreviewPanelProps) {
  return (
    <section class="preview card sticky" aria-label={say('Preview')}>
      <LivePreview>
        <CodePreview {...preview} action={action} />
      </LivePreview>
      <PreviewButton action={action} />
      <ButtonRow>
        <Button>{submit}</Button>
        {cancel === undefined ? null : <a href={cancel}>{say('Cancel')}</a>}
      </ButtonRow>
    </section>
  );
}
