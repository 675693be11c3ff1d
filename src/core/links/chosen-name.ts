import type { NewCode } from '../codes/code-request.ts';
import { toPrintedName } from '../gs1/printed-name.ts';
import type { FaultOf } from '../problem.ts';
import { ok, type Result } from '../result.ts';
import { checkChosenPath } from './own-path.ts';
import type { ShortCode, ShortCodeProblems } from './short-code.ts';

/** A new code whose host is known, by what decides its printed name. */
export type ChosenName = Pick<NewCode, 'host' | 'shortCode' | 'gs1'>;

/** The end of the short link of a new code: what a GS1 code identifies, or what its owner chose; null if that is its id. */
export function readChosenName(code: ChosenName): Result<ShortCode | null, FaultOf<ShortCodeProblems>> {
  if (code.gs1) return ok(toPrintedName(code.gs1));
  return code.shortCode ? checkChosenPath(code.shortCode, code.host ?? null) : ok(null);
}
