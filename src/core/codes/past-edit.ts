import type { RecordedControl } from '../control/control.ts';
import { OWN_TEXT_NAMES } from './own-texts.ts';
import type { QrCode } from './qr-code.ts';

/** The fields of a code that can change, and that its history records, in the order in which people and programs read them. */
export const RECORDED_FIELDS = [
  'target',
  ...OWN_TEXT_NAMES,
  'tags',
  'metadata',
  'isArchived',
  'control',
] as const;
export type RecordedField = (typeof RECORDED_FIELDS)[number];

/** Control is null if nothing but the target decided. Tags have the names of that time. */
export type RecordedFields = Pick<QrCode, Exclude<RecordedField, 'control'>> & {
  readonly control: RecordedControl | null;
};

/** For each field that an edit changed, its values before and after. */
export type Changes = {
  readonly [Field in RecordedField]?: readonly [from: RecordedFields[Field], to: RecordedFields[Field]];
};

/** An edit as its account sees it later. */
export interface PastEdit {
  readonly id: number;
  readonly editedAtMs: number;
  /** The id of a person, of an API key or of an app. */
  readonly editorId: string;
  /** Null for an editor without a row. */
  readonly editor: { readonly kind: 'person' | 'api_key' | 'app'; readonly name: string } | null;
  readonly changes: Changes;
  /** The number of edits in the entry: more than 1 only in the oldest entry. `editor` made the last of them. */
  readonly edits: number;
}
