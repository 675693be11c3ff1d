import { say } from '#languages/say.ts';
import { readAtMost } from '#core/bytes/read-at-most.ts';
import { readTypedAddress } from '#core/content/hosts/typed-address.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import { notAForm, PageError } from '../page-error.ts';

/** More than any form of the dashboard needs. */
const MAX_FORM_BYTES = 64 * 1024;

/** The fields of a form as typed, and their errors. The page shows both again. */
export class Form {
  readonly #values: ReadonlyMap<string, string>;
  readonly #errors = new Map<string, string>();
  #focused: string | undefined;
  #refusedWith: 403 | 422 = 422;

  constructor(values: Iterable<readonly [name: string, value: string]> = []) {
    this.#values = new Map(values);
  }

  /** A field's value; empty if the field is absent, like an unchecked box. */
  value(name: string): string {
    return this.#values.get(name) ?? '';
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** A field's value, trimmed: people paste white space without noticing. */
  trimmed(name: string): string {
    return this.value(name).trim();
  }

  /** A typed address of the web, with its scheme. */
  address(name: string): string {
    return readTypedAddress(this.value(name));
  }

  /** A typed number, with a comma or a point before its decimals, which becomes a point. */
  decimal(name: string): string {
    return this.trimmed(name).replace(',', '.');
  }

  /** The same as a number; undefined if the field is empty, and the text if it is not a number. */
  number(name: string): number | string | undefined {
    const text = this.decimal(name);
    if (text === '') return undefined;
    return /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : text;
  }

  /** The same for a field that must not be empty. */
  whole(name: string): number | string {
    return this.number(name) ?? '';
  }

  isChecked(name: string): boolean {
    return this.value(name) === 'on';
  }

  /** Adds an error to a field, or to the form as a whole if `name` is empty. A field keeps its first error. */
  refuse(name: string, message: string): void {
    if (!this.#errors.has(name)) this.#errors.set(name, message);
  }

  /** Says that nothing was done, because the plan of the account allows no more. */
  refuseBeyondPlan(message: string): void {
    this.refuse('', message);
    this.#refusedWith = 403;
  }

  error(name: string): string | undefined {
    return this.#errors.get(name);
  }

  /** All errors, in the order of their discovery. */
  errors(): [name: string, message: string][] {
    return [...this.#errors];
  }

  /** The field that gets the focus: the one that `focusOn` named, otherwise the first one with an error. */
  get focused(): string | undefined {
    return this.#focused ?? [...this.#errors.keys()].find((name) => name !== '');
  }

  focusOn(name: string): void {
    this.#focused = name;
  }

  get hasErrors(): boolean {
    return this.#errors.size > 0;
  }

  /** The status of the page that shows the form. */
  get status(): 200 | 403 | 422 {
    return this.hasErrors ? this.#refusedWith : 200;
  }

  entries(): [name: string, value: string][] {
    return [...this.#values];
  }
}

/** Reads a posted form of at most 64 KiB. Line breaks, which forms send as CR LF, become LF. */
export async function readForm(c: DashboardContext): Promise<Form> {
  const type = c.req.header('Content-Type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    throw notAForm(say('This address accepts only forms of the dashboard.'));
  }
  const text = await readBody(c);
  const values = [...new URLSearchParams(text)].map(
    ([name, value]) => [name, value.replaceAll('\r\n', '\n')] as const,
  );
  return new Form(values);
}

/** Reads a body of at most 64 KiB as text. It stops reading a longer one. */
export async function readBody(c: DashboardContext): Promise<string> {
  const bytes = await readAtMost(c.req.raw.body, MAX_FORM_BYTES);
  if (bytes !== null) return new TextDecoder().decode(bytes);
  throw new PageError(
    413,
    say('Too much text'),
    say('The form holds more than 64 KiB, so nothing was changed. Go back and shorten the text.'),
  );
}
