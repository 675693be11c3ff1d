import type { DashboardContext } from './dashboard-env.ts';
import { PageError } from './page-error.ts';

/** More than any form of ours can hold. */
const MAX_FORM_BYTES = 64 * 1024;

/** A form's fields as they were typed, and what is wrong with them: pages show both again. */
export class Form {
  readonly #values: ReadonlyMap<string, string>;
  readonly #errors = new Map<string, string>();
  #focused: string | undefined;

  constructor(values: Iterable<readonly [name: string, value: string]> = []) {
    this.#values = new Map(values);
  }

  /** Empty where the field is absent, as an unchecked box is. */
  value(name: string): string {
    return this.#values.get(name) ?? '';
  }

  /** Without the white space around it, which people paste unseen. */
  trimmed(name: string): string {
    return this.value(name).trim();
  }

  isChecked(name: string): boolean {
    return this.value(name) === 'on';
  }

  /** Names what is wrong with a field; with the form as a whole where `name` is empty. The first complaint of a field stands. */
  refuse(name: string, message: string): void {
    if (!this.#errors.has(name)) this.#errors.set(name, message);
  }

  error(name: string): string | undefined {
    return this.#errors.get(name);
  }

  /** Where whoever gets the form again goes on: at the first field that was refused, unless another was chosen. */
  get focused(): string | undefined {
    return this.#focused ?? [...this.#errors.keys()].find((name) => name !== '');
  }

  focusOn(name: string): void {
    this.#focused = name;
  }

  get hasErrors(): boolean {
    return this.#errors.size > 0;
  }

  entries(): [name: string, value: string][] {
    return [...this.#values];
  }
}

/** Reads a posted form of at most 64 KiB. Line breaks, which forms send as CR LF, become LF. */
export async function readForm(c: DashboardContext): Promise<Form> {
  const type = c.req.header('Content-Type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    throw new PageError(415, 'Not a form', 'This address takes only what a form of the dashboard sends.');
  }
  const text = await readBody(c);
  const values = [...new URLSearchParams(text)].map(
    ([name, value]) => [name, value.replaceAll('\r\n', '\n')] as const,
  );
  return new Form(values);
}

/** The body as text, at most 64 KiB: a longer one is never read to its end. */
export async function readBody(c: DashboardContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    length += chunk.length;
    if (length > MAX_FORM_BYTES) {
      throw new PageError(
        413,
        'Too much text',
        'This was more than 64 KiB. Nothing was changed; go back and shorten it.',
      );
    }
    chunks.push(chunk);
  }
  return new Blob(chunks).text();
}
