import type { Fault } from './problems.ts';

/** A problem of the core as an issue of the schema that asked it. `faultOf` gives it back. */
export function toIssue(fault: Fault): {
  readonly code: 'custom';
  readonly params: { readonly fault: Fault };
} {
  return { code: 'custom', params: { fault } };
}
