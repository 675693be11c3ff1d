import type { CodeId } from '../codes/code-id.ts';
import type { Changes } from '../codes/past-edit.ts';

/** What can happen in an account, and what a webhook can ask for. */
export const EVENT_TYPES = [
  'qr.created',
  'qr.updated',
  'qr.deleted',
  'qr.started',
  'qr.ended',
  'qr.exhausted',
  'qr.target_broken',
  'qr.target_works',
  'qr.milestone',
  'file.replaced',
  'import.finished',
  'domain.active',
  'domain.broken',
  'domain.expiring',
  'scans.recorded',
  'scans.counted',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** What an event tells beside its subject. */
export interface EventFacts {
  /** As the history has them: `{field: [before, after]}`. */
  readonly changes?: Changes;
  /** Of a deleted code. */
  readonly externalId?: string | null;
  /** The number of scans that was reached. */
  readonly milestone?: number;
  /** The faulty address, and what is wrong with it. */
  readonly fault?: { readonly url: string; readonly status: number | null; readonly reason: string };
  /** The rows of the scan log after the first id, up to the second. */
  readonly scans?: { readonly after: number; readonly last: number; readonly hasMore: boolean };
  /** The scans of codes in an hour, and how many of them came from the symbol and from the link. */
  readonly counts?: {
    readonly fromMs: number;
    readonly codes: readonly (readonly [CodeId, scans: number, symbol: number, link: number])[];
  };
}

export interface AccountEvent {
  readonly id: string;
  readonly accountId: string;
  readonly type: EventType;
  readonly subjectId: string;
  readonly facts: EventFacts | null;
  readonly happenedAtMs: number;
}
