import type { Context } from 'hono';
import type { QrCode } from '#core/codes/qr-code.ts';
import { MAX_RENDITIONS, parseRenditionId, toRenditionId } from '#core/codes/rendition.ts';
import { overlayLook } from '#core/codes/template.ts';
import { createRendition, deleteRendition, type RenditionProblem } from '#service/codes/renditions.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { listRenditions } from '#storage/codes/renditions.ts';
import type { AppEnv } from '../app-env.ts';
import { readJsonBody } from '../json-body.ts';
import { renditionBody, toRenditionLook } from '#contract/renditions.ts';
import { noQuery } from '#contract/requests.ts';
import { toShownStyle } from '#contract/styles.ts';
import { applyTemplate, namedTemplate, type TemplateBook } from '#contract/templates.ts';
import { readQuery, validate, validateQuery } from '../validation.ts';
import { ApiError, invalid, notFound, unavailable } from '../errors.ts';
import { editorOf } from './editor.ts';
import { toRefusal } from './problems.ts';
import { readCodeId } from './read-code-id.ts';
import { toRenditionResource } from './resources.ts';
import { notDrawable } from './respond-with-file.ts';
import { readTemplateBook } from './templates.ts';
import { isObject } from '#core/is-object.ts';

/** `POST /v1/qr/{id}/renditions` */
export async function addRendition(c: Context<AppEnv>): Promise<Response> {
  const code = await readCode(c);
  const { json } = await readJsonBody(c.req.raw);
  const body = validate(renditionBody, overlayCode(code, json, await readTemplateBook(c, [json])));
  const created = await createRendition(c.get('deps'), code, toRenditionLook(body));
  if (!created.ok) throw toRenditionError(created.error);
  return c.json(toRenditionResource(created.value, c.env));
}

/** `GET /v1/qr/{id}/renditions` */
export async function readRenditions(c: Context<AppEnv>): Promise<Response> {
  const { codeId } = await readCode(c);
  const renditions = (await listRenditions(c.get('deps').db, [codeId])).get(codeId) ?? [];
  return c.json({ data: renditions.map((one) => toRenditionResource(one, c.env)) });
}

/** `DELETE /v1/qr/{id}/renditions/{rendition_id}` */
export async function removeRendition(c: Context<AppEnv>): Promise<Response> {
  const { codeId } = await readCode(c);
  const hash = parseRenditionId(c.req.param('rendition_id') ?? '');
  if (hash === null) throw renditionNotFound();
  const deleted = await deleteRendition(c.get('deps'), editorOf(c), codeId, hash);
  if (!deleted.ok) throw renditionNotFound();
  return c.json({ id: toRenditionId({ hash }), deleted: true });
}

async function readCode(c: Context<AppEnv>): Promise<QrCode> {
  const codeId = await readCodeId(c);
  validateQuery(noQuery, readQuery(c.req.url));
  const code = await findQrCode(c.get('deps').db, c.get('account').id, codeId);
  if (!code) throw notFound();
  return code;
}

/** What a body comes to, with what it leaves out as in its template, where it names one, or in the code. It is yet to be checked. */
function overlayCode(code: QrCode, json: unknown, templates: TemplateBook): unknown {
  const applied = applyTemplate(json, templates);
  if (!applied.ok) throw invalid(applied.error);
  if (!isObject(json)) return json;
  const { error_correction: level, ...look } = applied.value as Record<string, unknown>;
  const { style, color, size, margin } = code;
  const base = { style: style && toShownStyle(style), color, size, margin };
  // The level of a template is for new codes; one that was sent is an unknown field.
  const isOfTemplate = namedTemplate(json) !== null && !Object.hasOwn(json, 'error_correction');
  return overlayLook(base, isOfTemplate || level === undefined ? look : { ...look, error_correction: level });
}

function toRenditionError(problem: RenditionProblem): ApiError {
  switch (problem.reason) {
    case 'not_found':
      return notFound();
    case 'not_drawable':
      return notDrawable();
    case 'rendition_is_deleted':
      return unavailable();
    case 'too_many_renditions':
      return new ApiError(
        'limit_reached',
        `A code has at most ${MAX_RENDITIONS} renditions. Delete one that you no longer need.`,
      );
    case 'refused':
      return toRefusal(problem.problems);
  }
}

function renditionNotFound(): ApiError {
  return new ApiError('not_found', 'There is no rendition with this id of this code.');
}
