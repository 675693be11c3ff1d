import type { Dependencies } from './dependencies.ts';

/** Lets work go on after the response. Its failure is reported as `event`, and the response stays as it was. */
export function runAfterResponse(
  deps: Pick<Dependencies, 'afterResponse' | 'reportFailure'>,
  event: string,
  work: Promise<void>,
): void {
  deps.afterResponse(work.catch((error: unknown) => deps.reportFailure(event, error)));
}
