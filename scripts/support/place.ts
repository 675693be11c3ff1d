import type { Dependencies } from '#service/dependencies.ts';
import { openDatabase } from '#storage/database.ts';
import { type Carrier, toBinding } from './binding.ts';

/** A database, and the namespace with the copies of short links, for an operator without a Worker; in the form that use cases take. */
export interface Place extends Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes' | 'reportFailure'> {
  readonly binding: D1Database;
  /** The URL of its service's dashboard; null on this machine while no service runs. */
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
