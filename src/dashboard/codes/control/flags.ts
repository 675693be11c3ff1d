import { FLAG_NAMES, FLAGS, type FlagName } from '#core/control/flags.ts';
import type { Control } from '#core/control/control.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import type { FieldTable } from '../../frame/forms/field-table.tsx';

interface FlagWords {
  /** The column of a file. */
  readonly column: PlainMessage;
  /** What the code does if the field says something else than usual: in a list, and as a sentence; absent if its state says it. */
  readonly does: PlainMessage;
  readonly sentence?: PlainMessage;
  /** The box in the form; absent if a button switches it. */
  readonly box?: FieldTable[string];
}

const FLAG_WORDS: Readonly<Record<FlagName, FlagWords>> = {
  isPaused: { column: 'Paused', does: 'Paused' },
  forwardsQuery: {
    column: 'Pass on URL parameters',
    does: 'Passes the URL parameters on',
    sentence: 'Passes the URL parameters of its short link on to the target.',
    box: {
      kind: 'check',
      label: 'Pass the URL parameters of the short link on to the target',
      hint: 'What follows “?”, such as ?table=5',
    },
  },
  isUncounted: {
    column: 'Count scans',
    does: 'Does not count scans',
    sentence: 'Its scans are not counted, and nothing of them is stored.',
    box: {
      kind: 'check',
      label: 'Count scans',
      hint: 'Without it, scans lead on, and nothing of them is stored.',
    },
  },
};

/** By the fields of the interface. */
export const FLAG_COLUMNS = Object.fromEntries(
  FLAG_NAMES.map((name) => [FLAGS[name].field, FLAG_WORDS[name].column]),
) as Readonly<Record<(typeof FLAGS)[FlagName]['field'], PlainMessage>>;

export const FLAG_BOXES: FieldTable = Object.fromEntries(
  FLAG_NAMES.flatMap((name) => {
    const { box } = FLAG_WORDS[name];
    return box ? [[FLAGS[name].field, box]] : [];
  }),
);

/** Each flag, by what it does. */
export const FLAG_DEEDS = FLAG_NAMES.map((name) => [FLAG_WORDS[name].does, name] as const);

export function listFlagSentences(control: Control): string[] {
  return FLAG_NAMES.flatMap((name) => {
    const { sentence } = FLAG_WORDS[name];
    return control[name] && sentence ? [say(sentence)] : [];
  });
}

/** What the boxes of the form say that are ticked, for people who do not open it. */
export function listFlagDeeds(control: Control): string[] {
  return FLAG_NAMES.flatMap((name) =>
    control[name] && FLAG_WORDS[name].box ? [say(FLAG_WORDS[name].does)] : [],
  );
}
