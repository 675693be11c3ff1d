import type { CodeId } from '../codes/code-id.ts';

/** The result of checking a target: `unknown` if it does not let programs check. */
export type TargetVerdict = 'works' | 'unknown' | TargetFault;

/** Why people who scan a code do not see what its owner intended. */
export interface TargetFault {
  /** The status of its response; null if there was none, or too many redirects. */
  readonly status: number | null;
  readonly reason: FaultReason;
}

export const FAULT_REASONS = ['status', 'no_response', 'too_many_redirects'] as const;
type FaultReason = (typeof FAULT_REASONS)[number];

/** A fault of an address that a code leads to. */
export interface TargetFailure extends TargetFault {
  readonly codeId: CodeId;
  readonly url: string;
  /** When it was first seen; no check since then has succeeded. */
  readonly sinceMs: number;
  /** Whether it was seen twice, an hour apart: a single failure may be brief. */
  readonly isBroken: boolean;
}

const HOUR_MS = 60 * 60 * 1000;

/** The longest time between two checks of a target. */
export const TARGET_ROUND_MS = 7 * 24 * HOUR_MS;

/** When a faulty target is checked again: soon after the first time, then once a day. */
export function nextCheck(isFirst: boolean, nowMs: number): number {
  return nowMs + (isFirst ? 1 : 24) * HOUR_MS;
}

/**
 * The meaning of a final response's status (RFC 9110 §15). Only statuses that stop every visitor count as faults: 401, 403, 429 and the
 * like are often how a host treats programs.
 */
export function judgeStatus(status: number): TargetVerdict {
  if (status < 400) return 'works';
  const isFault = status === 404 || status === 410 || (status >= 500 && status < 600);
  return isFault ? { status, reason: 'status' } : 'unknown';
}

/** Completes a sentence that begins with the address. */
export function describeFault({ status, reason }: TargetFault): string {
  switch (reason) {
    case 'status':
      return status === 404 || status === 410
        ? `responds with ${status}: the page is gone`
        : `responds with ${status}, an error of its server`;
    case 'no_response':
      return 'does not respond';
    case 'too_many_redirects':
      return 'redirects in an endless loop';
  }
}
