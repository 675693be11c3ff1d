import * as z from 'zod';
import {
  namedTemplate,
  overlayTemplate,
  type TemplateBook,
  templateBody,
  templatesQuery,
  toTemplateFields,
  toTemplateResource,
} from '#contract/styles/templates.ts';
import { MAX_TEMPLATES, type TemplateFields } from '#core/styles/template.ts';
import type { Dependencies } from '#service/dependencies.ts';
import * as templates from '#service/styles/templates.ts';
import { findNamedTemplates, findTemplate, listTemplates as listStored } from '#storage/styles/templates.ts';
import { checkAll } from '#contract/problems/check-all.ts';
import { ApiError, invalidFields } from '#contract/problems/api-error.ts';
import { type ApiContext, operation } from '../operation.ts';
import { cutPage } from '../page.ts';
import { requireValid } from '../validation.ts';
import { toRefusal } from '#service/codes/refusals.ts';

/** `/v1/templates` */

export const createTemplate = operation({
  method: 'post',
  path: '/v1/templates',
  // The handler validates the body, because the account decides what is valid.
  body: z.unknown(),
  async handle({ deps, account, body }) {
    const created = await templates.createTemplate(
      deps,
      account.id,
      await readFields(deps, account.id, body),
    );
    if (!created.ok) throw toTemplateError(created.error);
    return toTemplateResource(created.value);
  },
});

export const listTemplates = operation({
  method: 'get',
  path: '/v1/templates',
  query: templatesQuery,
  async handle({ deps, account, query }) {
    return cutPage((await listStored(deps.db, account.id)).map(toTemplateResource), query);
  },
});

export const getTemplate = operation({
  method: 'get',
  path: '/v1/templates/{template_id}',
  async handle({ c, deps, account }) {
    const template = await findTemplate(deps.db, account.id, readId(c));
    if (!template) throw templateNotFound();
    return toTemplateResource(template);
  },
});

export const updateTemplate = operation({
  method: 'patch',
  path: '/v1/templates/{template_id}',
  // The change is validated together with its template.
  body: z.unknown(),
  async handle({ c, deps, account, body }) {
    if (body !== null && typeof body === 'object' && Object.keys(body).length === 0) throw nothingToChange();
    const changed = await templates.changeTemplate(deps, account.id, readId(c), (template) =>
      readFields(deps, account.id, overlayTemplate(template, body)),
    );
    if (!changed.ok) throw toTemplateError(changed.error);
    return toTemplateResource(changed.value);
  },
});

export const deleteTemplate = operation({
  method: 'delete',
  path: '/v1/templates/{template_id}',
  async handle({ c, deps, editor }) {
    const deleted = await templates.deleteTemplate(deps, editor, readId(c));
    if (!deleted.ok) throw toTemplateError(deleted.error);
    return { id: deleted.value.id, deleted: true as const };
  },
});

async function readFields(deps: Dependencies, accountId: string, json: unknown): Promise<TemplateFields> {
  const body = await requireValid(checkAll(templateBody, json, { name: 'Template' }), (rests) =>
    Promise.all(rests.map((rest) => templates.findLookProblems(deps, accountId, toTemplateFields(rest)))),
  );
  return toTemplateFields(body);
}

function readId(c: ApiContext): string {
  return c.req.param('template_id') ?? '';
}

/** The templates that these bodies name, if the account has them. */
export function readTemplateBook(c: ApiContext, bodies: readonly unknown[]): Promise<TemplateBook> {
  const names = bodies.flatMap((body) => namedTemplate(body) ?? []);
  return findNamedTemplates(c.get('deps').db, c.get('account').id, names);
}

function toTemplateError(problem: templates.TemplateProblem): ApiError {
  switch (problem.reason) {
    case 'template_not_found':
      return templateNotFound();
    case 'too_many_templates':
      return limitReached(`An account has at most ${MAX_TEMPLATES} templates`);
    case 'refused':
      return toRefusal(problem.problems);
  }
}

export function limitReached(limit: string): ApiError {
  return new ApiError('limit_reached', `${limit}. Delete one that you no longer need.`);
}

function templateNotFound(): ApiError {
  return new ApiError('not_found', 'There is no template with this id in your account.');
}

function nothingToChange(): ApiError {
  const message = '"body" must hold at least one field to change, like "name" or "style".';
  return invalidFields([{ field: 'body', code: 'invalid_value', message }]);
}
