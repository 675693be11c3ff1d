import { findPlainTextProblem } from '../plain-text.ts';
import { type ControlProblem, problem } from './control-problem.ts';
import { LONGEST_CONTROL_NAME } from './control-request.ts';

/** Checks the names of rules or variants, those that have one. `path` is the list's. */
export function checkNames(
  named: readonly { readonly name?: string | null | undefined }[],
  path: string,
  problems: ControlProblem[],
): void {
  const seen = new Map<string, number>();
  for (const [i, { name }] of named.entries()) {
    if (typeof name !== 'string') continue;
    const field = `${path}[${i}].name`;
    const rest = findNameProblem(name);
    if (rest !== null) problems.push(problem(field, 'invalid_value', `"${field}" ${rest}`));
    const first = seen.get(name);
    seen.set(name, first ?? i);
    if (first === undefined) continue;
    const message = `"${field}" is also the name of "${path}[${first}]": statistics could not tell them apart.`;
    problems.push(problem(field, 'duplicate_name', message));
  }
}

function findNameProblem(name: string): string | null {
  if (name.trim() === '') return 'must not be empty.';
  if (name.trim() !== name) return 'must not begin or end with white space.';
  return findPlainTextProblem(name, LONGEST_CONTROL_NAME);
}
