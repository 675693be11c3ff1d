import * as z from 'zod';
import { err, ok, type Result } from '#core/result.ts';
import type { Fault, Problem } from './problems.ts';
import { createBody, updateBody } from '../codes/requests.ts';

/** Validates a body. Returns all problems. */
export function check<T extends z.ZodType>(schema: T, input: unknown): Result<z.output<T>, Problem[]> {
  const isUpdate = schema === (updateBody as z.ZodType);
  return parse(schema, input, (path, name, known) =>
    // The fields that are fixed at creation are known, but cannot be edited.
    isUpdate && path === '' && Object.hasOwn(createBody.shape, name)
      ? { code: 'not_editable', values: {} }
      : { code: 'unknown_field', values: { name, known } },
  );
}

/** Validates a query. Returns every invalid parameter, and the known parameters if one is unknown. */
export function checkQuery<T extends z.ZodObject>(
  schema: T,
  query: Readonly<Record<string, unknown>>,
): Result<z.output<T>, Problem[]> {
  return parse(schema, query, (_, name, known) => ({ code: 'unknown_parameter', values: { name, known } }));
}

/** @param known what the object at the path may have */
type NameUnknown = (path: string, name: string, known: readonly string[]) => Fault;

function parse<T extends z.ZodType>(
  schema: T,
  input: unknown,
  nameUnknown: NameUnknown,
): Result<z.output<T>, Problem[]> {
  const known = new Map<string, readonly string[]>();
  // Only this function sees which schema refused a key.
  const error = ({ code, inst, path = [] }: z.core.$ZodRawIssue) => {
    if (code === 'unrecognized_keys') known.set(formatPath(path), listFields(inst));
    return undefined;
  };
  const result = schema.safeParse(input, { reportInput: true, error });
  if (result.success) return ok(result.data);
  return err(
    result.error.issues.flatMap((issue) => {
      const path = formatPath(issue.path);
      if (issue.code !== 'unrecognized_keys') return [toProblem(path, toFault(issue))];
      return issue.keys.map((key) =>
        toProblem(path === '' ? key : `${path}.${key}`, nameUnknown(path, key, known.get(path) ?? [])),
      );
    }),
  );
}

function listFields(schema: z.core.$ZodRawIssue['inst']): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function toFault(issue: Exclude<z.core.$ZodIssue, { code: 'unrecognized_keys' }>): Fault {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { code: 'required', values: {} }
        : { code: 'wrong_type', values: { expected: issue.expected } };
    case 'invalid_value':
      return { code: 'wrong_value', values: { allowed: issue.values } };
    case 'too_small':
      return { code: 'too_small', values: { least: Number(issue.minimum) } };
    case 'too_big': {
      const values = { most: Number(issue.maximum) };
      return issue.origin === 'array' ? { code: 'too_many', values } : { code: 'too_large', values };
    }
    default: {
      const fault = issue.code === 'custom' ? (issue.params?.['fault'] as Fault | undefined) : undefined;
      return fault ?? { code: 'refused', values: { rule: issue.message } };
    }
  }
}

/** Where an input breaks its schema. */
export function listFaultyPaths({ issues }: z.ZodError): (readonly PropertyKey[])[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
  );
}

/** `rules[2].when.country` */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

const MAX_NAME_CHARACTERS = 100;

/** A problem with the field at a path. For the whole body, the field is `body`. */
export function toProblem(path: string, fault: Fault): Problem {
  // The caller chooses the field's name, so a limit keeps the response small.
  return { ...fault, field: path === '' ? 'body' : path.slice(0, MAX_NAME_CHARACTERS).toWellFormed() };
}
