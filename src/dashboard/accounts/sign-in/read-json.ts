import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { readBody } from '../../frame/form.ts';
import { PageError } from '../../frame/page-error.ts';

/** Reads a posted JSON body of at most 64 KiB. */
export async function readJson(c: DashboardContext): Promise<unknown> {
  if (!(c.req.header('Content-Type') ?? '').startsWith('application/json')) {
    throw new PageError(415, 'Not JSON', 'This address accepts only JSON.');
  }
  try {
    return JSON.parse(await readBody(c));
  } catch (error) {
    if (error instanceof PageError) throw error;
    throw malformed();
  }
}

export function malformed(): PageError {
  return new PageError(
    400,
    'Cannot read the request',
    'The browser sent data that we cannot read. Please try again.',
  );
}
