import type { z } from 'zod';
import { err, type Result } from '#core/result.ts';
import type { Problem } from './problems.ts';
import { check, formatPath, listFaultyPaths } from './validation.ts';

/**
 * A schema stops before the checks of the core. So what it refuses is read a second time without the fields at fault, for the core to check
 * the rest: then a response names every field at fault.
 */

/** A refused input. */
export interface Refused<Output> {
  /** What the schema found. */
  readonly problems: readonly Problem[];
  /** The input without its fields at fault; null if nothing can be read without them. */
  readonly rest: Output | null;
  /** Adds what the core finds in the rest. Leaves out what only follows from a field at fault, and names fields as in the input. */
  readonly join: (found: readonly Problem[]) => readonly Problem[];
}

/** What a field, or a problem, depends on beside the field: where that is at fault, the problem means nothing. */
const READ_BESIDE: Readonly<Record<string, readonly string[]>> = {
  target: ['type', 'content'],
  content: ['type'],
  color: ['style.template', 'style.background'],
  style: ['style.template', 'style.gradient', 'color'],
  window_empty: ['starts_at', 'ends_at'],
  too_many_tags: ['tags', 'add_tags', 'remove_tags'],
};

/** As many as a response names. A body with thousands of faults is not read again. */
const MOST_PROBLEMS = 20;

/** The fields of a body lie at most this deep: each reading goes up one level where something required is missing. */
const MOST_READINGS = 6;

/**
 * Validates a body, and reads the rest of one that is refused.
 *
 * @param required valid values for the required fields, in case one of them is at fault
 * @param known problems that were found before
 */
export function checkAll<T extends z.ZodType>(
  schema: T,
  input: unknown,
  required: Readonly<Record<string, unknown>> = {},
  known: readonly Problem[] = [],
): Result<z.output<T>, Refused<z.output<T>>> {
  const checked = check(schema, input);
  if (checked.ok && known.length === 0) return checked;
  const problems = [...known, ...(checked.ok ? [] : checked.error)];
  const cut = new Cut();
  return err({
    problems,
    rest: problems.length > MOST_PROBLEMS ? null : readRest(schema, input, required, cut),
    join: (found) => [
      ...problems,
      ...found.map((problem) => cut.placeProblem(problem)).filter((one) => !followsFrom(one, problems)),
    ],
  });
}

function readRest<T extends z.ZodType>(
  schema: T,
  input: unknown,
  required: Readonly<Record<string, unknown>>,
  cut: Cut,
): z.output<T> | null {
  for (let reading = 0; reading < MOST_READINGS; reading++) {
    const rest = cut.apply(input);
    const filled = Object.entries(required).filter(([field]) => cut.has([field]));
    const checked = schema.safeParse(
      filled.length === 0 ? rest : { ...(rest as object), ...Object.fromEntries(filled) },
    );
    if (checked.success) return checked.data;
    const places = listFaultyPaths(checked.error).map((path) => cut.place(path));
    if (!places.every((path) => cut.add(path))) return null;
  }
  return null;
}

/** The parts that are cut out of an input. */
class Cut {
  isWhole = false;
  readonly parts = new Map<PropertyKey, Cut>();

  /** Cuts what is at a path; or what holds it, if it is cut already. False if that would be everything. */
  add(path: readonly PropertyKey[]): boolean {
    if (path.length === 0) return false;
    if (this.has(path)) return this.add(path.slice(0, -1));
    this.remove(path);
    return true;
  }

  private remove([key, ...deeper]: readonly PropertyKey[]): void {
    if (key === undefined) {
      this.isWhole = true;
      return;
    }
    const part = this.parts.get(key) ?? new Cut();
    this.parts.set(key, part);
    part.remove(deeper);
  }

  has([key, ...deeper]: readonly PropertyKey[]): boolean {
    if (this.isWhole || key === undefined) return this.isWhole;
    return this.parts.get(key)?.has(deeper) ?? false;
  }

  apply(input: unknown): unknown {
    if (this.parts.size === 0 || input === null || typeof input !== 'object') return input;
    const keep = <Key extends PropertyKey>(key: Key, value: unknown): [Key, unknown][] => {
      const part = this.parts.get(key);
      if (part?.isWhole) return [];
      return [[key, part ? part.apply(value) : value]];
    };
    if (Array.isArray(input)) return input.flatMap((value, i) => keep(i, value).map(([, part]) => part));
    return Object.fromEntries(Object.entries(input).flatMap(([key, value]) => keep(key, value)));
  }

  /** The path in the input of what is at this path in the rest: items of lists have moved up. */
  place([key, ...deeper]: readonly PropertyKey[]): PropertyKey[] {
    if (key === undefined) return [];
    let placed = key;
    if (typeof key === 'number') {
      let index = key;
      for (let i = 0; i <= index; i++) if (this.parts.get(i)?.isWhole) index++;
      placed = index;
    }
    return [placed, ...(this.parts.get(placed)?.place(deeper) ?? deeper)];
  }

  /** The problem with its field as in the input. */
  placeProblem(problem: Problem): Problem {
    if (!problem.field.includes('[')) return problem;
    const keys = problem.field.split(/[.[\]]+/).filter((key) => key !== '');
    const field = formatPath(this.place(keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key))));
    return { ...problem, field };
  }
}

/** Whether a problem may only be there because another field is at fault: one that holds it, is in it, or is read beside it. */
function followsFrom({ code, field }: Problem, problems: readonly Problem[]): boolean {
  const [top = ''] = field.split(/[.[]/, 1);
  const read = [field, ...(READ_BESIDE[top] ?? []), ...(READ_BESIDE[code] ?? [])];
  return problems.some(({ field: faulty }) =>
    read.some((one) => isWithin(one, faulty) || isWithin(faulty, one)),
  );
}

function isWithin(field: string, outer: string): boolean {
  return field === outer || field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);
}
