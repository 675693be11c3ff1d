import * as z from 'zod';
import { type ContentType, parseContentType } from '#core/content/content.ts';
import { describeContent, type TypeWithFields } from '#core/content/fields/content-fields.ts';
import type { FieldProblem } from '#core/content/fields/field.ts';
import { type ComposedContent, composeContent, listOtherProblems } from '#core/content/fields/read-values.ts';
import { isObject } from '#core/is-object.ts';
import { inField } from '#core/problem.ts';
import { err, type Result } from '#core/result.ts';
import type { Problem } from '../problems/problems.ts';
import { check } from '../problems/validation.ts';
import { CONTENT_SCHEMAS, TYPES_WITH_FIELDS } from './content.ts';

/** Reads the fields of a content and composes its target, or lists everything that is wrong with them. */
export function readContent(type: ContentType, input: unknown): Result<ComposedContent, Problem[]> {
  const description = describeContent(type);
  if (!description) {
    const values = { type, types: TYPES_WITH_FIELDS };
    return err([{ code: 'type_without_fields', field: 'content', values }]);
  }
  const toProblems = (found: readonly FieldProblem[]): Problem[] =>
    found.map(({ field, fault }) => inField(`content.${field}`, fault));
  // Within an object, so that the paths of its problems begin with the field.
  const checked = check(z.strictObject({ content: CONTENT_SCHEMAS[type as TypeWithFields] }), {
    content: input,
  });
  if (!checked.ok) {
    const isRefused = (field: string) =>
      checked.error.some(
        (one) => isWithin(`content.${field}`, one.field) || isWithin(one.field, `content.${field}`),
      );
    const others = listOtherProblems(description, input, isRefused);
    return err([...checked.error, ...toProblems(others)]);
  }
  const composed = composeContent(description, input);
  return composed.ok ? composed : err(toProblems(composed.error));
}

function isWithin(field: string, outer: string): boolean {
  return field === outer || field.startsWith(`${outer}.`);
}

/** Stands for a target that cannot be composed, so that the other fields can be checked. */
const NO_TARGET = 'https://example.com/';

/** The body of a create with its `target` composed of its `content`, if it has one; and what is wrong with that. */
export function composeTarget(json: unknown): { readonly json: unknown; readonly problems: Problem[] } {
  if (!isObject(json) || json['content'] === undefined) return { json, problems: [] };
  const { content: input, ...rest } = json;
  if (rest['target'] !== undefined)
    return { json: rest, problems: [{ code: 'content_and_target', field: 'content', values: {} }] };
  const { type: sent = 'url' } = rest;
  const type = typeof sent === 'string' ? parseContentType(sent) : null;
  // The schema refuses an unknown type.
  const composed = type === null ? err([]) : readContent(type, input);
  return composed.ok
    ? { json: { ...rest, ...composed.value }, problems: [] }
    : { json: { ...rest, target: NO_TARGET }, problems: composed.error };
}
