import { OWN_TEXT_FIELDS, type OwnTextField } from '#core/codes/own-texts.ts';
import type { PlainMessage } from '#languages/say.ts';
import type { FieldSpec } from '../frame/forms/field-table.tsx';

interface OwnText extends FieldSpec {
  /** What stands in its place where there is none. */
  readonly none: PlainMessage;
}

/** The own texts of a code in forms, on its page and in its history. */
export const OWN_TEXTS: Readonly<Record<OwnTextField, OwnText>> = {
  title: {
    label: 'Title',
    hint: 'Only people in your account can see the title.',
    none: 'no title',
    attributes: { dir: 'auto' },
  },
  external_id: {
    kind: 'exact',
    label: 'External id',
    hint: 'What your own system calls this code. The API finds it by this id.',
    none: 'none',
  },
};

/** All but the title, which has its own place on every page. */
export const FILED_TEXTS = OWN_TEXT_FIELDS.filter((field) => field !== 'title');

/** The freshly opened fields of a form: their values, and the same values again as `was_…`, to detect changes later. */
export function listOpened(values: Readonly<Record<string, string | null>>): [name: string, value: string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => [
    [name, value ?? ''],
    [`was_${name}`, value ?? ''],
  ]);
}
