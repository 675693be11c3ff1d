import type { z } from 'zod';
import type { NewCode } from '#core/codes/code-request.ts';
import { ok, type Result } from '#core/result.ts';
import { checkAll, type Refused } from '../problems/check-all.ts';
import type { Problem } from '../problems/problems.ts';
import { applyTemplate, type TemplateBook } from '../styles/templates.ts';
import { composeTarget } from './read-content.ts';
import { createBody, toNewCode } from './requests.ts';

const REQUIRED = { target: 'https://example.com/' };

type CreateBody = z.output<typeof createBody>;

export type RefusedCode = Refused<NewCode>;

/** Reads the body of a create, completed from its template. */
export function readNewCode(json: unknown, templates: TemplateBook): Result<NewCode, RefusedCode> {
  const body = readCreateBody(json, templates);
  return body.ok ? ok(toNewCode(body.value)) : body;
}

/** Validates the body of a create, completed from its template. `known` are problems that were found before. */
export function readCreateBody(
  json: unknown,
  templates: TemplateBook,
  known: readonly Problem[] = [],
): Result<CreateBody, RefusedCode> {
  const { json: whole, problems } = composeTarget(json);
  const applied = applyTemplate(whole, templates);
  const body = applied.ok
    ? checkAll(createBody, applied.value, REQUIRED, [...problems, ...known])
    : checkAll(createBody, whole, REQUIRED, [...applied.error, ...problems, ...known]);
  if (body.ok) return body;
  const { rest } = body.error;
  return { ok: false, error: { ...body.error, rest: rest && toNewCode(rest) } };
}
