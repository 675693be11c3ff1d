import { type ApiRequest, cutRequest } from '#core/requests/api-request.ts';
import type { Dependencies } from '../dependencies.ts';
import { runAfterResponse } from '../run-after-response.ts';

/** Logs a request of an account after its response. A failure of the log is reported, and changes nothing. */
export function logApiRequest(
  deps: Pick<Dependencies, 'requests' | 'afterResponse' | 'reportFailure'>,
  request: ApiRequest,
): void {
  runAfterResponse(deps, 'request_not_logged', deps.requests.record(cutRequest(request)));
}
