import type { Form } from '../../frame/forms/form.ts';
import type { FixableProblem } from './design/fixes.ts';

/** Reads fields of a form. One that is wrong has its default, and is among the problems. */
export class FieldReader {
  readonly problems: FixableProblem[] = [];
  readonly #form: Form;

  constructor(form: Form) {
    this.#form = form;
  }

  refuse(field: string, message: string): void {
    this.problems.push({ field, message, isMissing: false });
  }

  /** A value that was read, null where it could not be. */
  take<T>(field: string, value: T | null, message: string, fallback: T): T {
    if (value === null) this.refuse(field, message);
    return value ?? fallback;
  }

  /** A whole number. */
  number(
    field: string,
    { min, max, default: fallback }: { readonly min: number; readonly max: number; readonly default: number },
  ): number {
    const text = this.#form.trimmed(field);
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    const value = number >= min && number <= max ? number : null;
    return this.take(field, value, `Enter a whole number from ${min} to ${max}.`, fallback);
  }

  oneOf<T extends string>(field: string, choices: readonly T[], fallback: T): T {
    const value = choices.find((choice) => choice === this.#form.value(field)) ?? null;
    return this.take(field, value, 'Choose one of the options.', fallback);
  }
}
