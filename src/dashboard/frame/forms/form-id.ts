import { say } from '#languages/say.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import type { MiddlewareHandler } from 'hono';
import type { DashboardContext, DashboardEnv } from '../dashboard-env.ts';
import type { Form } from './form.ts';
import { PageError } from '../page-error.ts';

/**
 * Creates the id of the thing that a form will create. A form that is sent twice has the same id both times, and creates only one thing.
 * The id is random, and every page has a new one.
 */
export function createFormId(c: DashboardContext, prefix: string): string {
  return createRandomId(prefix, c.get('deps').randomBytes(RANDOM_ID_BYTES));
}

/** The parameter of an address with the id of the form that it opens. */
const PARAMETER = 'form';

/**
 * Gives a form its id in its address, so that “back” shows the same form again: sent once more, it creates nothing more. Browsers do not
 * store our pages, but they put the typed text back, which would then be in a form with another id.
 */
export function keepFormId(prefix: string): MiddlewareHandler<DashboardEnv> {
  return async function keepId(c, next) {
    if (isFormId(c.req.query(PARAMETER), prefix)) return next();
    const { pathname, searchParams } = new URL(c.req.url);
    searchParams.set(PARAMETER, createFormId(c, prefix));
    return c.redirect(`${pathname}?${searchParams.toString()}`, 303);
  };
}

/** The id of a form that is opened: that of its address, or a new one. */
export function openFormId(c: DashboardContext, prefix: string): string {
  const id = c.req.query(PARAMETER);
  return isFormId(id, prefix) ? id : createFormId(c, prefix);
}

function isFormId(id: string | undefined, prefix: string): id is string {
  return id !== undefined && id.startsWith(`${prefix}_`) && /^[a-z]+_[0-9a-f]{16}$/.test(id);
}

/** The id in a form; throws a 400 if the form has none. */
export function readFormId(form: Form, prefix: string): string {
  const id = form.value('id');
  if (isFormId(id, prefix)) return id;
  throw new PageError(
    400,
    say('Incomplete form'),
    say('Part of the form is missing. Open the page of the form again, and send it from there.'),
  );
}
