/** Draws the preview of the form that it stands in. The script draws it by itself, and hides the button. */
export function PreviewButton() {
  return (
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
  );
}
