import { say } from '#languages/say.ts';
import { Button, ButtonRow } from '../../kit/buttons.tsx';
import { LivePreview } from './live-preview.tsx';
import { PreviewButton } from './preview-button.tsx';
import { CodePreview, type CodePreviewProps } from './preview.tsx';

interface PreviewPanelProps extends CodePreviewProps {
  /** The button that creates what is shown. */
  readonly submit: string;
  readonly cancel?: string | undefined;
}

/**
 * The preview of a form with a look and the button that creates it, beside its fields; on a phone, a strip at the bottom of the screen, with
 * the picture, the sentence and the button.
 */
export function PreviewPanel({ action, submit, cancel, ...preview }: PreviewPanelProps) {
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
