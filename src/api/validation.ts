import type { z } from 'zod';
import { err, type Result } from '#core/result.ts';
import { type ApiError, invalid } from '#contract/problems/api-error.ts';
import type { Refused } from '#contract/problems/check-all.ts';
import { type FindProblems, nameAllFaults } from '#contract/problems/name-all-faults.ts';
import { check, checkQuery, toProblem } from '#contract/problems/validation.ts';

/** Validates a body. Throws a 400 that names every invalid field. */
export function validate<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = check(schema, input);
  if (!result.ok) throw invalid(result.error);
  return result.value;
}

/** The value of a body. Throws a 400 that names every field at fault: those of the schema, and what `find` finds in the rest. */
export async function requireValid<T, Rest>(
  body: Result<T, Refused<Rest>>,
  find: FindProblems<Rest>,
): Promise<T> {
  const [named] = await validateAll([body], find);
  if (!named) throw new Error('a body has no result');
  if (!named.ok) throw named.error;
  return named.value;
}

/** The values of the bodies of a bulk, each validated separately: an error names every field at fault. */
export async function validateAll<T, Rest>(
  bodies: readonly Result<T, Refused<Rest>>[],
  find: FindProblems<Rest>,
): Promise<readonly Result<T, ApiError>[]> {
  const named = await nameAllFaults(bodies, find);
  return named.map((body) => (body.ok ? body : err(invalid(body.error))));
}

/** Validates a query. Throws a 400 that names every invalid parameter, and the known parameters if one is unknown. */
export function validateQuery<T extends z.ZodObject>(
  schema: T,
  query: Readonly<Record<string, unknown>>,
): z.output<T> {
  const result = checkQuery(schema, query);
  if (!result.ok) throw invalid(result.error);
  return result.value;
}

/**
 * Returns the query parameters as an object, each as a text, except those in `repeatable`, which become arrays. `a[b]=c` is the entry `b`
 * of `a`; all of `a` become an array of entries. Those in `lists` become arrays, too: their values have commas between them, or stand in
 * parameters of their own, as some clients write arrays. Throws a 400 if any other parameter is repeated, because it is unclear which one
 * counts.
 */
export function readQuery(
  url: string,
  repeatable: readonly string[] = [],
  lists: readonly string[] = [],
): Record<string, unknown> {
  const query = new Map<string, unknown>();
  const arrays = new Map<string, unknown[]>();
  const append = (name: string, values: readonly unknown[]) => {
    arrays.set(name, [...(arrays.get(name) ?? []), ...values]);
  };
  const known = new Set<string>();
  for (const [name, value] of new URL(url).searchParams) {
    const [, object = '', key = ''] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
    if (repeatable.includes(name)) append(name, [value]);
    else if (lists.includes(name)) append(name, value.split(','));
    else if (known.has(name)) throw invalid([toProblem(name, { code: 'repeated', values: {} })]);
    else if (repeatable.includes(`${object}[]`)) append(object, [[key, value]]);
    else query.set(name, value);
    known.add(name);
  }
  return Object.fromEntries([...query, ...arrays]);
}
