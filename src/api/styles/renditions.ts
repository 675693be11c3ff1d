import type { QrCode } from '#core/codes/qr-code.ts';
import { MAX_RENDITIONS, parseRenditionId, toRenditionId } from '#core/styles/rendition.ts';
import { overlayStyle } from '#core/styles/template.ts';
import {
  createRendition as draw,
  deleteRendition as remove,
  type RenditionProblem,
} from '#service/styles/renditions.ts';
import { findLookProblems } from '#service/styles/templates.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { listRenditions as listStored } from '#storage/styles/renditions.ts';
import {
  documentedRenditionBody,
  rendition,
  renditionBody,
  renditionDeletion,
  renditionList,
  renditionsQuery,
  toRenditionFields,
} from '#contract/styles/renditions.ts';
import { toShownStyle } from '#contract/styles/styles.ts';
import {
  applyTemplate,
  namedTemplate,
  type TemplateBook,
  withoutTemplate,
} from '#contract/styles/templates.ts';
import { NEW_TEMPLATE, RENDITION } from '../examples.ts';
import { type Caller, operation } from '../operation.ts';
import { reckonCreationMs } from '#service/images/drawing-time.ts';
import { cutPage } from '../page.ts';
import { requireValid } from '../validation.ts';
import { checkAll } from '#contract/problems/check-all.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { ApiError, notFound, unavailable } from '#contract/problems/api-error.ts';
import { toRefusal } from '#contract/codes/refusals.ts';
import { readCodeId } from '../codes/read-code-id.ts';
import { toRenditionResource } from '#contract/resources.ts';
import { notDrawable } from '../codes/problems.ts';
import { limitReached, readTemplateBook } from './templates.ts';
import { isObject } from '#core/is-object.ts';

/** `/v1/qr/{id}/renditions`: the code is found before the body is read, because the body only states differences from the code. */

export const createRendition = operation({
  method: 'post',
  path: '/v1/qr/{id}/renditions',
  summary: 'Create a rendition of a code',
  description: `Draws two more images of the code in another design. The images of the code itself do not change. If you send the same design again, you get the same rendition. A code can have at most ${MAX_RENDITIONS}. It counts against the plan as a new code does.`,
  find: findCode,
  body: documentedRenditionBody,
  bodyExample: { style: NEW_TEMPLATE.style, color: { dark: '#123456' }, size: 512 },
  async read(caller, json) {
    const { deps, found: code } = caller;
    const { overlaid, problems } = overlayCode(code, json, await readTemplateBook(caller, [json]));
    const body = await requireValid(checkAll(renditionBody, overlaid, {}, problems), (rests) =>
      Promise.all(rests.map((rest) => findLookProblems(deps, code.accountId, toRenditionFields(rest)))),
    );
    return toRenditionFields(body);
  },
  response: rendition,
  example: RENDITION,
  errors: ['low_contrast', 'unscannable', 'content_too_long', 'not_found', 'limit_reached'],
  async handle({ deps, plan, hosts, found: code, body: fields }) {
    await plan.allowance().charge(reckonCreationMs({ ...code, ...fields }));
    const created = await draw(deps, code, fields);
    if (!created.ok) throw toRenditionError(created.error);
    return toRenditionResource(created.value, hosts);
  },
});

export const listRenditions = operation({
  method: 'get',
  path: '/v1/qr/{id}/renditions',
  summary: 'List the renditions of a code',
  description: 'Oldest first.',
  find: findCode,
  query: renditionsQuery,
  response: renditionList,
  example: { data: [RENDITION], has_more: false, next_cursor: null },
  errors: ['not_found'],
  async handle({ deps, hosts, found: { codeId }, query }) {
    const renditions = (await listStored(deps.db, [codeId])).get(codeId) ?? [];
    return cutPage(
      renditions.map((one) => toRenditionResource(one, hosts)),
      query,
    );
  },
});

export const deleteRendition = operation({
  method: 'delete',
  path: '/v1/qr/{id}/renditions/{rendition_id}',
  summary: 'Delete a rendition',
  description: 'Deletes its images. The code and its own images remain.',
  find: findCode,
  response: renditionDeletion,
  example: { id: RENDITION.id, deleted: true },
  errors: ['not_found'],
  async handle({ deps, actor, found: { codeId }, params }) {
    const hash = parseRenditionId(params['rendition_id'] ?? '');
    if (hash === null) throw renditionNotFound();
    const deleted = await remove(deps, actor, codeId, hash);
    if (!deleted.ok) throw renditionNotFound();
    return { id: toRenditionId({ hash }), deleted: true as const };
  },
});

async function findCode(caller: Caller): Promise<QrCode> {
  const code = await findQrCode(caller.deps.db, caller.actor.account.id, await readCodeId(caller));
  if (!code) throw notFound();
  return code;
}

/**
 * A rendition from a body, completed from its template, if it names one, or from the code; and what is wrong with the template. The result
 * is not yet validated.
 */
function overlayCode(
  code: QrCode,
  json: unknown,
  templates: TemplateBook,
): { readonly overlaid: unknown; readonly problems: readonly Problem[] } {
  const applied = applyTemplate(json, templates);
  const problems = applied.ok ? [] : applied.error;
  if (!isObject(json)) return { overlaid: json, problems };
  const { error_correction: level, ...fields } = (
    applied.ok ? applied.value : withoutTemplate(json)
  ) as Record<string, unknown>;
  const { style, color, size, margin } = code;
  const base = { style: style && toShownStyle(style), color, size, margin };
  // The level of a template is for new codes. A level in the body is an unknown field.
  const isOfTemplate = namedTemplate(json) !== null && !Object.hasOwn(json, 'error_correction');
  const overlaid = overlayStyle(
    base,
    isOfTemplate || level === undefined ? fields : { ...fields, error_correction: level },
  );
  return { overlaid, problems };
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
      return limitReached(`A code has at most ${MAX_RENDITIONS} renditions`);
    case 'refused':
      return toRefusal(problem.problems);
  }
}

function renditionNotFound(): ApiError {
  return new ApiError('not_found', 'There is no rendition with this id of this code.');
}
