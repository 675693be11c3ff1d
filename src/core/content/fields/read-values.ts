import { err, ok, type Result } from '../../result.ts';
import type { ContentDescription, Field, FieldProblem, Fields, Value, Values } from './field.ts';

/** A content of fields: the text that it makes, and its fields in normal form, without those that are absent. */
export interface ComposedContent {
  readonly target: string;
  readonly content: Values;
}

/** Reads fields that are of their kinds and within their bounds, and composes the text of the symbol; or lists what is wrong with them. */
export function composeContent(
  description: ContentDescription,
  input: unknown,
): Result<ComposedContent, readonly FieldProblem[]> {
  const { values, problems } = readContent(description, input);
  if (problems.length > 0) return err(problems);
  return ok({ target: description.compose(values), content: withoutAbsent(description.fields, values) });
}

/** What is wrong with the rest of a content some of whose fields were refused already. */
export function listOtherProblems(
  description: ContentDescription,
  input: unknown,
  isRefused: (field: string) => boolean,
): readonly FieldProblem[] {
  return readContent(description, input).problems.filter(
    ({ field, fault }) =>
      !isRefused(field) &&
      !(fault.code === 'field_needs_other' && fault.values.fields.some((other) => isRefused(other))),
  );
}

function readContent(description: ContentDescription, input: unknown) {
  const problems: FieldProblem[] = [];
  const values = readFields(description.fields, toObject(input), (field, fault) => {
    problems.push({ field, fault });
    return '';
  });
  const isFaulty = new Set(problems.map(({ field }) => field));
  return {
    values,
    problems: [...problems, ...description.check(values).filter(({ field }) => !isFaulty.has(field))],
  };
}

/** The fields of a text that they make in full; null for a text that holds more than they can, or other than they would write it. */
export function findContent(description: ContentDescription, target: string): Values | null {
  const composed = composeContent(description, description.decompose(target));
  return composed.ok && composed.value.target === target ? composed.value.content : null;
}

type Refuse = (field: string, fault: FieldProblem['fault']) => string;

function readFields(fields: Fields, input: Readonly<Record<string, unknown>>, refuse: Refuse): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      readField(field, input[name], (path, fault) => refuse(path === '' ? name : `${name}.${path}`, fault)),
    ]),
  );
}

function readField(field: Field, input: unknown, refuse: Refuse): Value {
  switch (field.kind) {
    case 'line':
    case 'lines':
    case 'exact': {
      const sent = typeof input === 'string' ? input : '';
      const text = field.kind === 'exact' ? sent : sent.replaceAll(/\r\n|\r/g, '\n').trim();
      if (text === '') return field.isRequired ? refuse('', { code: 'required', values: {} }) : '';
      const read = field.read(text);
      return read.ok ? read.value : refuse('', read.error);
    }
    case 'choice':
      return field.options.find((option) => option === input) ?? field.options[0];
    case 'flag':
      return input === true;
    case 'number':
      // Adding 0 makes a plain zero of a negative one.
      return typeof input === 'number' && Number.isFinite(input)
        ? Number(input.toFixed(field.decimals)) + 0
        : 0;
    case 'group':
      if (input !== undefined && input !== null) return readFields(field.fields, toObject(input), refuse);
      return field.isRequired ? refuse('', { code: 'required', values: {} }) : null;
  }
}

function withoutAbsent(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = fields[name];
      if (field?.kind === 'group' && value !== null)
        return [[name, withoutAbsent(field.fields, value as Values)] as const];
      return value === '' || value === null ? [] : [[name, value] as const];
    }),
  );
}

function toObject(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
}
