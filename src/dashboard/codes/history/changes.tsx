import type { Child } from 'hono/jsx';
import { mapOwnTexts } from '#core/codes/own-texts.ts';
import {
  type Changes,
  RECORDED_FIELDS,
  type RecordedField,
  type RecordedFields,
} from '#core/codes/past-edit.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { listControlChanges } from '../control/changes.ts';
import { OWN_TEXTS } from '../own-texts.ts';
import { Target } from '../page/target.tsx';

/** A change of an edit, as the history shows it. */
interface Change {
  readonly what: Child;
  readonly from: Child;
  readonly to: Child;
}

type Side<Field extends RecordedField> = RecordedFields[Field];
type Describe<Field extends RecordedField> = (from: Side<Field>, to: Side<Field>) => readonly Change[];

const DESCRIBE: { readonly [Field in RecordedField]: Describe<Field> } = {
  target: inPlace('Target', (target) => <Target target={target} />),
  ...mapOwnTexts((_, field) => {
    const { label, none } = OWN_TEXTS[field];
    return inPlace(label, (text: string | null) => orNone(text, none));
  }),
  tags: inPlace('Tags', (tags) => orNone(tags.join(', ') || null)),
  metadata: (from, to) =>
    [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((key) => from[key] !== to[key])
      .map((key) => ({
        what: <bdi>{key}</bdi>,
        from: orNone(from[key] ?? null),
        to: orNone(to[key] ?? null),
      })),
  isArchived: inPlace('Archived', (is) => (is ? say('yes') : say('no'))),
  control: (from, to) => listControlChanges(from ?? NO_CONTROL, to ?? NO_CONTROL),
};

/** The changes of an edit in words, in the order of `RECORDED_FIELDS`. */
export function listChanges(changes: Changes): readonly Change[] {
  return RECORDED_FIELDS.flatMap((field) => describe(field, changes[field]));
}

function describe<Field extends RecordedField>(
  field: Field,
  values: readonly [Side<Field>, Side<Field>] | undefined,
) {
  return values ? DESCRIBE[field](...values) : [];
}

function inPlace<Value>(what: PlainMessage, show: (value: Value) => Child) {
  return (from: Value, to: Value): readonly Change[] => [{ what: say(what), from: show(from), to: show(to) }];
}

function orNone(text: string | null, none: PlainMessage = 'none'): Child {
  return text === null ? <em>{say(none)}</em> : <bdi>{text}</bdi>;
}
