import type { QrCode } from '#core/codes/qr-code.ts';
import type { PlainMessage } from '#languages/say.ts';
import type { FieldSpec } from '../frame/forms/field-table.tsx';

/** A text by which an account knows a code, and which nobody who scans it sees. */
interface OwnText extends FieldSpec {
  readonly of: (code: QrCode) => string | null;
  /** What stands in its place where there is none. */
  readonly none: PlainMessage;
}

/**
 * The own texts of a code, as the interface names them. The form of a new code, the page of a code and its history are made from this table:
 * a new text is a line here.
 */
const TABLE = {
  title: {
    label: 'Title',
    hint: 'Only people in your account can see the title.',
    of: ({ title }) => title,
    none: 'no title',
    attributes: { dir: 'auto' },
  },
  external_id: {
    kind: 'exact',
    label: 'External id',
    hint: 'What your own system calls this code. The API finds it by this id.',
    of: ({ externalId }) => externalId,
    none: 'none',
  },
} as const satisfies Record<string, OwnText>;

type OwnTextName = keyof typeof TABLE;
export const OWN_TEXTS: Readonly<Record<OwnTextName, OwnText>> = TABLE;

/** All but the title, which has its own place on every page. */
export const FILED_TEXTS = (Object.keys(TABLE) as OwnTextName[]).filter((name) => name !== 'title');

/** The freshly opened fields of a form: their values, and the same values again as `was_…`, to detect changes later. */
export function listOpened(values: Readonly<Record<string, string | null>>): [name: string, value: string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => [
    [name, value ?? ''],
    [`was_${name}`, value ?? ''],
  ]);
}
