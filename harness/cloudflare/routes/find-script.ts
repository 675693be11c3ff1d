import type { Script } from '../account.ts';
import { ApiFailure, type ApiRequest, param } from './route.ts';

export function findScript(request: ApiRequest, code = 10_007): Script {
  const script = request.account.scripts.get(param(request, 'script'));
  if (!script) throw new ApiFailure(404, code, 'This Worker does not exist on your account.');
  return script;
}
