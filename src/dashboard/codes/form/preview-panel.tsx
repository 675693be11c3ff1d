import { PreviewButton } from './preview-button.tsx';
import { CodePreview, type CodePreviewProps } from './preview.tsx';

/** The preview of a form with a look, beside its fields; on a phone, an expandable strip at the bottom of the screen. */
export function PreviewPanel({ action, ...preview }: CodePreviewProps) {
  return (
    <section class="preview" aria-label="Preview">
      <div id="preview" aria-live="polite">
        <CodePreview {...preview} action={action} />
      </div>
      {/* Seen on a phone only. Without a name, so that it is never sent. */}
      <label class="larger">
        <input type="checkbox" role="switch" />
        <span class="visually-hidden">Details of the preview</span>
      </label>
      <PreviewButton action={action} />
    </section>
  );
}
