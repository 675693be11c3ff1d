import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { ApiError } from '../errors.ts';

/** Refuses every method that a path does not have (RFC 9110 §15.5.6). Mounted after the methods that it has. */
export function allowOnly(methods: string) {
  return (c: Context<AppEnv>): never => {
    throw new ApiError(
      'method_not_allowed',
      `This path does not allow ${c.req.method}; it allows ${methods}.`,
      {
        headers: { Allow: methods },
      },
    );
  };
}
