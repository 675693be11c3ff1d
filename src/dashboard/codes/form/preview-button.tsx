/** Draws the preview of the form that it stands in. The script draws it by itself, and hides the button. */
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
      Preview
    </button>
  );
}
