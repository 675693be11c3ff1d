import type { Dependencies } from './dependencies.ts';

/** Runs work after the response. A failure is reported as `event` and does not change the response. */
export function runAfterResponse(
  deps: Pick<Dependencies, 'afterResponse' | 'reportFailure'>,
  event: string,
  work: Promise<void>,
): void {
  deps.afterResponse(work.catch((error: unknown) => deps.reportFailure(event, error)));
}
