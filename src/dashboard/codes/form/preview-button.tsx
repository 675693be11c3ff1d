import { say } from '#languages/say.ts';

/** Draws the preview of its form. With the script, the preview is automatic, and the button hidden. */
export function PreviewButton({ action }: { readonly action: string }) {
  return (
    <button
      type="submit"
      class="secondary outline"
      formaction={action}
      name="preview"
      value="1"
      data-preview-button
    >
      {say('Preview')}
    </button>
  );
}
