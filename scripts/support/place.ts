import type { Dependencies } from '#service/dependencies.ts';
import { openDatabase } from '#storage/database.ts';
import { type Carrier, toBinding } from './binding.ts';

/** A database, and the namespace of the short links' copies, that an operator works on without a Worker before them; as use cases take them. */
export interface Place extends Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes' | 'reportFailure'> {
  readonly binding: D1Database;
  /** Where the dashboard of its service is; null on this machine while no service runs on it. */
  readonly dashboardUrl: string | null;
  /** Writes values to the namespace. */
  putPairs(pairs: readonly { readonly key: string; readonly value: string }[]): Promise<void>;
}

export function toPlace(carrier: Carrier, rest: Pick<Place, 'dashboardUrl' | 'putPairs'>): Place {
  const binding = toBinding(carrier);
  return {
    ...rest,
    binding,
    db: openDatabase(binding),
    nowMs: Date.now,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    reportFailure: (event, error) => console.error(`${event}: ${String(error)}`),
  };
}
