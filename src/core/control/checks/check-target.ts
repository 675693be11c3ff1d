import { parseContent } from '../../content/content.ts';
import type { ControlProblem } from './control-problem.ts';
import type { ControlContext } from './control-request.ts';

/** A target as it is sent: in printable ASCII. A refused target stays unchanged. */
export function checkTarget(
  target: string,
  field: string,
  context: ControlContext,
  problems: ControlProblem[],
): string {
  const content = parseContent('url', target, context);
  if (content.ok) return content.value.redirectTo ?? target;
  problems.push({ code: 'unfit_content', field, values: content.error });
  return target;
}
