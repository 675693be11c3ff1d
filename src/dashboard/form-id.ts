import { createRandomId, RANDOM_ID_BYTES } from '../core/random-id.ts';
import type { DashboardContext } from './dashboard-env.ts';
import type { Form } from './form.ts';
import { PageError } from './page-error.ts';

/**
 * A form that makes something carries the id of what it will make: sent twice, it makes one thing. The id is random and new with every
 * page, and what it names is made only where nothing has the id.
 */
export function createFormId(c: DashboardContext, prefix: string): string {
  return createRandomId(prefix, c.get('deps').randomBytes(RANDOM_ID_BYTES));
}

/** The id in a form; a 400 where the page that it comes from did not put one there. */
export function readFormId(form: Form, prefix: string): string {
  const id = form.value('id');
  if (id.startsWith(`${prefix}_`) && /^[a-z]+_[0-9a-f]{16}$/.test(id)) return id;
  throw new PageError(
    400,
    'Not a form of ours',
    'A part of the form is missing. Open the page anew, and try again.',
  );
}
