import { expect } from 'vitest';
import { QrCodeServiceError } from '../../client/src/index.ts';

/** The error that a call of the client ends with. */
export async function caught(call: Promise<unknown>): Promise<QrCodeServiceError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(QrCodeServiceError);
  return error as QrCodeServiceError;
}

/** A client's `sleep` that does not sleep, and notes how long it would have. */
export function recordIn(waits: number[]): (ms: number) => Promise<void> {
  return (ms) => {
    waits.push(ms);
    return Promise.resolve();
  };
}
