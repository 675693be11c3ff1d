import type { Problem } from '../problems/problems.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';

/** The reasons why a wish is not fulfilled (service/codes/write/write.ts). */

export type CreateProblem =
  | Problem
  | QuotaProblem
  /** R2 failed to store the images. The request is not at fault. */
  | { readonly reason: 'images_not_stored' };

export interface NotCreated {
  readonly reason: 'not_created';
  readonly problems: readonly CreateProblem[];
}

export type DeleteProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'precondition_failed'; readonly revision: number };

export type ChangeProblem =
  | DeleteProblem
  | { readonly reason: 'code_not_dynamic' }
  | { readonly reason: 'invalid_fields'; readonly problems: readonly Problem[] }
  | QuotaProblem;

export type UpsertProblem =
  | NotCreated
  | ChangeProblem
  | { readonly reason: 'code_missing' }
  | { readonly reason: 'code_exists' };
