import type { Context } from 'hono';
import { ERROR_STATUS } from '#contract/error-codes.ts';
import type { z } from 'zod';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { AppEnv } from './app-env.ts';
import type { errorBody } from '#contract/responses.ts';
import { ApiError, unavailable } from './errors.ts';
import { reportFailure } from './middleware/log-request.ts';

/** Writes the response of an error. No other file writes an error's status or body. */
export function renderError(c: Context<AppEnv>, error: ApiError): Response {
  const { code, message, fields, headers, quota } = error;
  c.set('errorCode', code);
  const body: z.output<typeof errorBody> = {
    code,
    message,
    request_id: c.get('requestId'),
    ...(fields.length > 0 ? { errors: [...fields] } : {}),
    ...(quota ? { quota } : {}),
  };
  return c.json(body, ERROR_STATUS[code], { ...headers });
}

/** Turns whatever a handler threw into an error of the contract. What no handler expected is logged, and its cause stays there. */
export function toApiError(c: Context<AppEnv>, error: Error): ApiError {
  if (error instanceof ApiError) return error;
  if (isStorageFailure(error)) {
    reportFailure('storage_failed', error, c.get('requestId'));
    return unavailable();
  }
  reportFailure('unexpected_error', error, c.get('requestId'));
  return new ApiError('internal_error', 'The service failed. Retry the request.');
}
