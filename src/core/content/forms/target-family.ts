import { err, ok, type Result } from '../../result.ts';

/** What is wrong with one field of a form, for people. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
  /** Nothing is wrong yet: the field is empty, and may not stay so. */
  readonly isMissing: boolean;
}

export type ComposedTarget = Result<string, readonly FieldProblem[]>;

/** How the fields of a small form become the target of one type of content. */
export interface TargetFamily {
  readonly fields: readonly string[];
  /** The field to blame for what is wrong with the whole. */
  readonly mainField: string;
  /** @param read a field's text as it was typed; empty where there is none */
  readonly compose: (read: (field: string) => string) => ComposedTarget;
  /** The fields that would make a target; a target that was not made here may hold more than they can. */
  readonly decompose: (target: string) => Readonly<Record<string, string>>;
}

export function defineTarget<const Field extends string>(
  fields: readonly Field[],
  mainField: Field,
  compose: (values: Readonly<Record<Field, string>>) => ComposedTarget,
  decompose: (target: string) => Readonly<{ [field in Field]?: string | undefined }>,
): TargetFamily {
  return {
    fields,
    mainField,
    compose: (read) =>
      compose(Object.fromEntries(fields.map((field) => [field, read(field)])) as Record<Field, string>),
    decompose: (target) => {
      const values = decompose(target);
      return Object.fromEntries(fields.map((field) => [field, values[field] ?? '']));
    },
  };
}

export function missing(field: string, message: string): FieldProblem {
  return { field, message, isMissing: true };
}

export function wrong(field: string, message: string): FieldProblem {
  return { field, message, isMissing: false };
}

/** The target, unless one of the checks found something. */
export function targetUnless(
  checks: readonly (FieldProblem | null)[],
  toTarget: () => string,
): ComposedTarget {
  const problems = checks.filter((check) => check !== null);
  return problems.length > 0 ? err(problems) : ok(toTarget());
}
