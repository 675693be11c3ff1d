import type { Fault } from './problems.ts';

/** A problem from the core as an issue of the calling schema. `faultOf` restores it. */
export function toIssue(fault: Fault): {
  readonly code: 'custom';
  readonly params: { readonly fault: Fault };
} {
  return { code: 'custom', params: { fault } };
}
