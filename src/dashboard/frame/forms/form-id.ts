import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import type { Form } from './form.ts';
import { PageError } from '../page-error.ts';

/**
 * Creates the id of the thing that a form will create. A form that is sent twice has the same id both times, and creates only one thing.
 * The id is random, and every page has a new one.
 */
export function createFormId(c: DashboardContext, prefix: string): string {
  return createRandomId(prefix, c.get('deps').randomBytes(RANDOM_ID_BYTES));
}

/** The id in a form; throws a 400 if the form has none. */
export function readFormId(form: Form, prefix: string): string {
  const id = form.value('id');
  if (id.startsWith(`${prefix}_`) && /^[a-z]+_[0-9a-f]{16}$/.test(id)) return id;
  throw new PageError(
    400,
    'Incomplete form',
    'Part of the form is missing. Open the page of the form again, and send it from there.',
  );
}
