import type { DrawnTextProblems } from '#core/typeface/drawn-text.ts';
import type { DriftProblems } from '#core/codes/drift.ts';
import type { NewCodeProblems } from '#core/codes/new-code-problem.ts';
import type { FilingProblems } from '#core/codes/filing.ts';
import type { ControlProblems } from '#core/control/checks/control-problem.ts';
import type { RowProblems } from '#core/imports/row-problem.ts';
import type { SearchProblems } from '#core/lists/search.ts';
import type { HostProblems } from '#core/domains/host.ts';
import type { EndpointProblems } from '#core/events/endpoint.ts';
import type { ShortCodeProblems } from '#core/links/short-code.ts';
import type { ContentType } from '#core/content/content.ts';
import type { FieldFaults } from '#core/content/fields/field-fault.ts';
import type { FaultOf, NoValues, ProblemOf } from '#core/problem.ts';
import type { PrintProblems } from '#core/prints/print-problem.ts';
import type { FilterProblems } from '#core/scans/filter.ts';
import type { PeriodProblems } from '#core/scans/period.ts';
import { type Message, type Values, sayWith } from '#languages/say.ts';

/** The problems that a schema finds by itself. */
interface SchemaProblems {
  readonly required: NoValues;
  readonly wrong_type: { readonly expected: string };
  readonly wrong_value: { readonly allowed: readonly unknown[] };
  readonly too_small: { readonly least: number };
  readonly too_large: { readonly most: number };
  readonly too_many: { readonly most: number };
  /** A text that should be a number. */
  readonly no_number: NumberRange;
  /** Labels on a roll need a size, in millimetres. */
  readonly roll_size_required: { readonly min: number; readonly max: number };
  /** Labels of sheets, and layouts, have their size. */
  readonly size_needs_roll: NoValues;
  readonly field_needs_labels: NoValues;
  readonly field_needs_layout: NoValues;
  readonly unknown_field: UnknownName;
  readonly unknown_parameter: UnknownName;
  readonly not_editable: NoValues;
  readonly repeated: NoValues;
  readonly external_id_malformed: NoValues;
  readonly no_color: NoValues;
  readonly no_image_id: NoValues;
  readonly no_template: NoValues;
  readonly no_default_template: NoValues;
  /** The path of the request has another external id. */
  readonly not_of_path: { readonly externalId: string };
  readonly email_taken: NoValues;
  /** The field breaks a rule of this one schema. `rule` completes a sentence that begins with the field. */
  readonly refused: { readonly rule: string };
}

/** What is wrong with a content by fields as a whole. */
interface ContentProblems {
  readonly content_and_target: NoValues;
  readonly type_without_fields: { readonly type: ContentType; readonly types: readonly ContentType[] };
}

/** `known` is what stands in its place. */
interface UnknownName {
  readonly name: string;
  readonly known: readonly string[];
}

interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}

/** Every problem code, with its values. */
export interface Problems
  extends
    SchemaProblems,
    FilingProblems,
    ControlProblems,
    DriftProblems,
    NewCodeProblems,
    DrawnTextProblems,
    FilterProblems,
    PeriodProblems,
    RowProblems,
    ContentProblems,
    FieldFaults,
    SearchProblems,
    HostProblems,
    EndpointProblems,
    ShortCodeProblems,
    PrintProblems {}

export type Problem = ProblemOf<Problems>;
export type Fault = FaultOf<Problems>;

/**
 * The phrase for each problem code: a message, whose places are the values of the problem and `{it}`, or a function. `it` is the subject,
 * which names the faulty field in the reader's terms.
 */
export type BookOf<Codes> = {
  readonly [C in keyof Codes]: Message | ((values: Codes[C], subject: string) => string);
};
export type PhraseBook = BookOf<Problems>;

interface AnyFault {
  readonly code: PropertyKey;
  readonly values: object;
}

/**
 * A book whose messages have no place that lacks a value. It is written with `satisfies BookOf<…>`, and then read message by message: over
 * all messages at once, which `: BookOf<…>` would make of each, that takes the compiler minutes.
 */
type Complete<Book, F extends AnyFault> = {
  readonly [G in F as G['code']]: G['code'] extends keyof Book
    ? Sayable<Book[G['code']], G['values']>
    : never;
};

type Sayable<Phrase, V> = Message extends Phrase
  ? never
  : Phrase extends Message
    ? V & { readonly it: string } extends Values<Phrase, string | number | readonly string[]>
      ? Phrase
      : never
    : Phrase;

/** Puts a problem into words. Lists stand in a message with commas between their items. */
export function sayIn<F extends AnyFault, Book>(
  book: Book & Complete<Book, F>,
  fault: F,
  subject: string,
): string {
  const phrase = book[fault.code as keyof typeof book] as
    | Message
    | ((values: object, subject: string) => string);
  if (typeof phrase === 'function') return phrase(fault.values, subject);
  const values = Object.entries<unknown>({ it: subject, ...fault.values });
  const texts = values.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]);
  return sayWith(phrase, Object.fromEntries(texts));
}
