import type { Dependencies } from '../service/dependencies.ts';

/** Lets work go on after the answer; its failure is logged, and changes no answer. */
export function runAfterAnswer(deps: Dependencies, failure: string, work: Promise<void>): void {
  deps.afterAnswer(work.catch((error: unknown) => deps.reportFailure(failure, error)));
}
