import type { RecordedControl } from '../control/control.ts';
import type { QrCode } from './qr-code.ts';

/** The fields of a code that can change, as its history records them: `RECORDED_FIELDS` has their order. */
export interface RecordedFields extends Pick<
  QrCode,
  'target' | 'title' | 'externalId' | 'tags' | 'metadata' | 'isArchived'
> {
  /** Null if nothing but the target decided. */
  readonly control: RecordedControl | null;
}
export type RecordedField = keyof RecordedFields;

/** For each field that an edit changed, its values before and after. Tags have the names of that time. */
export type Changes = {
  readonly [Field in RecordedField]?: readonly [from: RecordedFields[Field], to: RecordedFields[Field]];
};

/** In the order in which people and programs read them. */
export const RECORDED_FIELDS = Object.keys({
  target: 0,
  title: 0,
  externalId: 0,
  tags: 0,
  metadata: 0,
  isArchived: 0,
  control: 0,
} satisfies Record<RecordedField, 0>) as RecordedField[];

/** An edit as its account sees it later. */
export interface PastEdit {
  readonly id: number;
  readonly editedAtMs: number;
  /** The id of a person or of an API key. */
  readonly editorId: string;
  /** Null for an editor without a row. */
  readonly editor: { readonly kind: 'person' | 'api_key'; readonly name: string } | null;
  readonly changes: Changes;
  /** The number of edits in the entry: more than 1 only in the oldest entry. `editor` made the last of them. */
  readonly edits: number;
}
