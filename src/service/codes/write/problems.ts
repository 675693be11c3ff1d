import type { Problem } from '#contract/problems/problems.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';
import type { CreateProblem } from '../new-code.ts';

/** Why a code is not as somebody wished it (write.ts). */

export interface NotCreated {
  readonly reason: 'not_created';
  readonly problems: readonly CreateProblem[];
}

export type ChangeProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'code_not_dynamic' }
  | { readonly reason: 'precondition_failed'; readonly revision: number }
  | { readonly reason: 'invalid_fields'; readonly problems: readonly Problem[] }
  | QuotaProblem;

export type UpsertProblem =
  | NotCreated
  | ChangeProblem
  | { readonly reason: 'code_missing' }
  | { readonly reason: 'code_exists' };
