import type { QuotaProblem } from '#core/accounts/quota.ts';
import { err } from '#core/result.ts';
import { ApiError, invalid, quotaExceeded } from './problems/api-error.ts';
import type { Problem } from './problems/problems.ts';

/**
 * Why use cases of any subject do nothing. Each edge puts these reasons into words in one file: this one for programs, validate-form.ts for
 * people. A use case that can fail for another reason adds its own, which its route and its page say.
 */
export type UsualProblem =
  | { readonly reason: 'refused'; readonly problems: readonly Problem[] }
  | { readonly reason: 'not_found' }
  /** The account has as many as any plan allows. */
  | { readonly reason: 'too_many'; readonly things: 'files' | 'images' | 'templates'; readonly limit: number }
  | QuotaProblem;

/** What a use case gives if a request has faults that its schema does not see. */
export function refuse(...problems: readonly Problem[]) {
  return err({ reason: 'refused', problems } as const);
}

/** @param spare which one to delete if there are too many */
export function toUsualError(
  problem: UsualProblem,
  name: string,
  spare = 'that you no longer need',
): ApiError {
  switch (problem.reason) {
    case 'refused':
      return invalid(problem.problems);
    case 'not_found':
      return new ApiError('not_found', `There is no ${name} with this id in your account.`);
    case 'too_many': {
      const message = `An account has at most ${problem.limit} ${problem.things}. Delete one ${spare}.`;
      return new ApiError('limit_reached', message);
    }
    case 'quota_exceeded':
      return quotaExceeded(problem);
  }
}
