import type { RecordedControl } from '../control/control.ts';

/** The state before or after an edit. */
export interface EditedFields {
  /** Null if the edit left the target unchanged. */
  readonly target: string | null;
  readonly title: string | null;
  readonly control: RecordedControl;
}

/** An edit as its account sees it later. */
export interface PastEdit {
  readonly id: number;
  readonly editedAtMs: number;
  /** The id of a person or of an API key. */
  readonly editorId: string;
  /** Null for an editor without a row. */
  readonly editor: { readonly kind: 'person' | 'api_key'; readonly name: string } | null;
  readonly from: EditedFields;
  readonly to: EditedFields;
  /** The number of edits in the entry: more than 1 only in the oldest entry. `editor` made the last of them. */
  readonly edits: number;
}
