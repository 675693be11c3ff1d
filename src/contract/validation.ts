import type { z } from 'zod';
import { err, ok, type Result } from '#core/result.ts';
import type { FieldError } from './error-codes.ts';
import { createBody, updateBody } from './requests.ts';

/** Validates a body. Gives every invalid field. */
export function check<T extends z.ZodType>(schema: T, input: unknown): Result<z.output<T>, FieldError[]> {
  return parse(schema, input, schema === (updateBody as z.ZodType) ? explainFixedField : explainUnknownField);
}

/** Validates a query. Gives every invalid parameter, and those that there are where one is unknown. */
export function checkQuery<T extends z.ZodObject>(
  schema: T,
  query: Readonly<Record<string, unknown>>,
): Result<z.output<T>, FieldError[]> {
  return parse(schema, query, explainUnknownParameter(Object.keys(schema.shape)));
}

function parse<T extends z.ZodType>(
  schema: T,
  input: unknown,
  explainUnknown: (path: string, key: string) => FieldError,
): Result<z.output<T>, FieldError[]> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return ok(result.data);
  return err(result.error.issues.flatMap((issue) => toFieldErrors(issue, explainUnknown)));
}

const joinPath = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

function explainUnknownField(path: string, key: string): FieldError {
  return toError(joinPath(path, key), 'unknown_field', 'is not a known field.');
}

/** What a code has from its creation on is known, and cannot be edited. */
function explainFixedField(path: string, key: string): FieldError {
  if (path !== '' || !Object.hasOwn(createBody.shape, key)) return explainUnknownField(path, key);
  return toError(key, 'not_editable', 'cannot change, because the printed symbol cannot change.');
}

function explainUnknownParameter(known: readonly string[]) {
  const names = known.map((name) => `"${name}"`).join(', ');
  const rest = names === '' ? 'It takes none.' : `There are ${names}.`;
  return (path: string, key: string) =>
    toError(joinPath(path, key), 'unknown_field', `is not a parameter of this request. ${rest}`);
}

function toFieldErrors(
  issue: z.core.$ZodIssue,
  explainUnknown: (path: string, key: string) => FieldError,
): FieldError[] {
  const path = formatPath(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => explainUnknown(path, key));
    case 'invalid_type':
      return [
        issue.input === undefined
          ? toError(path, 'required', 'is required.')
          : toError(
              path,
              'invalid_type',
              `must be ${issue.expected === 'int' ? 'a whole number' : `of type ${issue.expected}`}.`,
            ),
      ];
    case 'invalid_value':
      return [
        toError(
          path,
          'invalid_value',
          `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}.`,
        ),
      ];
    case 'too_small':
      return [toError(path, 'too_small', `must be at least ${issue.minimum}.`)];
    case 'too_big':
      return [
        toError(
          path,
          'too_big',
          issue.origin === 'array'
            ? `must hold at most ${issue.maximum}.`
            : `must be at most ${issue.maximum}.`,
        ),
      ];
    default:
      return [toError(path, 'invalid_value', issue.message)];
  }
}

/** `rules[2].when.country` */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

const MAX_NAME_CHARACTERS = 100;

/** An issue of the whole body has no path. Its field is `body`. */
export function toError(path: string, code: string, rest: string): FieldError {
  // The caller chooses the field's name: a limit keeps the response small.
  const field = path === '' ? 'body' : path.slice(0, MAX_NAME_CHARACTERS).toWellFormed();
  return { field, code, message: `"${field}" ${rest}` };
}
