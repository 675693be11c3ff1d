import { findPlainTextProblem } from '../../plain-text.ts';
import { type FaultOf, inField } from '../../problem.ts';
import type { ControlProblem, ControlProblems, NamedList } from './control-problem.ts';
import { LONGEST_CONTROL_NAME } from './control-request.ts';

/** Checks the names of rules or variants, those that have one. `path` is the list's. */
export function checkNames(
  named: readonly { readonly name?: string | null | undefined }[],
  path: NamedList,
  problems: ControlProblem[],
): void {
  const seen = new Map<string, number>();
  for (const [i, { name }] of named.entries()) {
    if (typeof name !== 'string') continue;
    const field = `${path}[${i}].name`;
    const fault = findNameProblem(name);
    if (fault) problems.push(inField(field, fault));
    const first = seen.get(name);
    seen.set(name, first ?? i);
    if (first === undefined) continue;
    problems.push({ code: 'name_taken', field, values: { list: path, first } });
  }
}

function findNameProblem(name: string): FaultOf<ControlProblems> | null {
  if (name.trim() === '') return { code: 'name_empty', values: {} };
  if (name.trim() !== name) return { code: 'name_padded', values: {} };
  return findPlainTextProblem(name, LONGEST_CONTROL_NAME);
}
