import { err, ok, type Result } from '../../result.ts';

/** What is wrong with one field of a form, for people. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
  /** No problem yet: the field is empty, and must be filled. */
  readonly isMissing: boolean;
}

export type ComposedTarget = Result<string, readonly FieldProblem[]>;

/** Converts the fields of a small form into the target of one type of content, and back. */
export interface TargetFamily {
  readonly fields: readonly string[];
  /** The field that gets an error about the whole target. */
  readonly mainField: string;
  /** @param read a field's text as typed; empty if the field is missing */
  readonly compose: (read: (field: string) => string) => ComposedTarget;
  /** The fields that would make a target; a target from elsewhere may hold more than they can. */
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

/** The target, unless a check found a problem. */
export function targetUnless(
  checks: readonly (FieldProblem | null)[],
  toTarget: () => string,
): ComposedTarget {
  const problems = checks.filter((check) => check !== null);
  return problems.length > 0 ? err(problems) : ok(toTarget());
}
