import { DrizzleQueryError } from 'drizzle-orm';

/** A store did not respond in time: the request is not at fault, and a retry may help. */
export class StorageUnavailable extends Error {
  constructor(store: string, cause: unknown) {
    super(`${store} did not respond`, { cause });
    this.name = 'StorageUnavailable';
  }
}

/** Returns the result of `operation`; any failure becomes `StorageUnavailable`. */
export async function orUnavailable<T>(store: string, operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    throw new StorageUnavailable(store, error);
  }
}

/** Whether an error means that a store failed. A broken constraint is our own mistake, not an outage. */
export function isStorageFailure(error: unknown): boolean {
  if (error instanceof StorageUnavailable) return true;
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return (
    cause instanceof Error &&
    !cause.message.includes('SQLITE_CONSTRAINT') &&
    (error !== cause || cause.message.startsWith('D1_'))
  );
}
