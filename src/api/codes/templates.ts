import { type Context, Hono } from 'hono';
import { MAX_TEMPLATES } from '#core/codes/template.ts';
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  type TemplateProblem,
} from '#service/codes/templates.ts';
import { findNamedTemplates, findTemplate, listTemplates } from '#storage/codes/templates.ts';
import type { AppEnv } from '../app-env.ts';
import { readJsonBody } from '../json-body.ts';
import { noQuery } from '#contract/requests.ts';
import {
  namedTemplate,
  overlayTemplate,
  type TemplateBook,
  templateBody,
  toTemplateFields,
  toTemplateResource,
} from '#contract/templates.ts';
import { readQuery, validate, validateQuery } from '../validation.ts';
import { ApiError, invalidFields } from '../errors.ts';
import { allowOnly } from '../middleware/allow-only.ts';
import { editorOf } from './editor.ts';
import { toRefusal } from './problems.ts';

/** `/v1/templates` */
export const templateRoutes = new Hono<AppEnv>()
  .post('/', async (c) => {
    validateQuery(noQuery, readQuery(c.req.url));
    const body = validate(templateBody, (await readJsonBody(c.req.raw)).json);
    const created = await createTemplate(c.get('deps'), c.get('account').id, toTemplateFields(body));
    if (!created.ok) throw toTemplateError(created.error);
    return c.json(toTemplateResource(created.value));
  })

  .get('/', async (c) => {
    validateQuery(noQuery, readQuery(c.req.url));
    const templates = await listTemplates(c.get('deps').db, c.get('account').id);
    return c.json({ data: templates.map(toTemplateResource) });
  })

  .get('/:template_id', async (c) => {
    validateQuery(noQuery, readQuery(c.req.url));
    const template = await findTemplate(c.get('deps').db, c.get('account').id, c.req.param('template_id'));
    if (!template) throw templateNotFound();
    return c.json(toTemplateResource(template));
  })

  .patch('/:template_id', async (c) => {
    validateQuery(noQuery, readQuery(c.req.url));
    const { json } = await readJsonBody(c.req.raw);
    if (json !== null && typeof json === 'object' && Object.keys(json).length === 0) throw nothingToChange();
    const changed = await changeTemplate(
      c.get('deps'),
      c.get('account').id,
      c.req.param('template_id'),
      (template) => toTemplateFields(validate(templateBody, overlayTemplate(template, json))),
    );
    if (!changed.ok) throw toTemplateError(changed.error);
    return c.json(toTemplateResource(changed.value));
  })

  .delete('/:template_id', async (c) => {
    validateQuery(noQuery, readQuery(c.req.url));
    const deleted = await deleteTemplate(c.get('deps'), editorOf(c), c.req.param('template_id'));
    if (!deleted.ok) throw toTemplateError(deleted.error);
    return c.json({ id: deleted.value.id, deleted: true });
  })

  .all('/', allowOnly('GET, HEAD, POST'))
  .all('/:template_id', allowOnly('GET, HEAD, PATCH, DELETE'));

/** The templates that these bodies name, as far as the account has them. */
export function readTemplateBook(c: Context<AppEnv>, bodies: readonly unknown[]): Promise<TemplateBook> {
  const names = bodies.flatMap((body) => namedTemplate(body) ?? []);
  return findNamedTemplates(c.get('deps').db, c.get('account').id, names);
}

function toTemplateError(problem: TemplateProblem): ApiError {
  switch (problem.reason) {
    case 'template_not_found':
      return templateNotFound();
    case 'too_many_templates':
      return new ApiError(
        'limit_reached',
        `An account has at most ${MAX_TEMPLATES} templates. Delete one that you no longer need.`,
      );
    case 'refused':
      return toRefusal(problem.problems);
  }
}

function templateNotFound(): ApiError {
  return new ApiError('not_found', 'There is no template with this id in your account.');
}

function nothingToChange(): ApiError {
  const message = '"body" must hold at least one field to change, like "name" or "style".';
  return invalidFields([{ field: 'body', code: 'invalid_value', message }]);
}
