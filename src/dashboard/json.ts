import type { DashboardContext } from './dashboard-env.ts';
import { readBody } from './form.ts';
import { PageError } from './page-error.ts';

/** Reads a posted JSON body of at most 64 KiB. */
export async function readJson(c: DashboardContext): Promise<unknown> {
  if (!(c.req.header('Content-Type') ?? '').startsWith('application/json')) {
    throw new PageError(415, 'Not JSON', 'This address takes JSON only.');
  }
  try {
    return JSON.parse(await readBody(c));
  } catch (error) {
    if (error instanceof PageError) throw error;
    throw malformed();
  }
}

export function malformed(): PageError {
  return new PageError(400, 'Malformed', 'The browser sent something that cannot be read. Try again.');
}
