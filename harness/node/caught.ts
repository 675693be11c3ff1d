import { expect } from 'vitest';
import { QrCodeServiceError } from '../../client/src/index.ts';

/** The error with which a client call fails. */
export async function caught(call: Promise<unknown>): Promise<QrCodeServiceError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(QrCodeServiceError);
  return error as QrCodeServiceError;
}

/** A `sleep` for the client that returns at once, and records the time. */
export function recordIn(waits: number[]): (ms: number) => Promise<void> {
  return (ms) => {
    waits.push(ms);
    return Promise.resolve();
  };
}
