import {
  documentedTemplateChange,
  namedTemplate,
  overlayTemplate,
  type TemplateBook,
  templateBody,
  toTemplateFields,
  toTemplateResource,
} from '#contract/styles/templates.ts';
import { template } from '#contract/styles/template-responses.ts';
import { MAX_TEMPLATES, type TemplateFields } from '#core/styles/template.ts';
import type { Dependencies } from '#service/dependencies.ts';
import * as templates from '#service/styles/templates.ts';
import { findNamedTemplates, findTemplate, listTemplates as listStored } from '#storage/styles/templates.ts';
import { checkAll } from '#contract/problems/check-all.ts';
import { ApiError, invalidFields } from '#contract/problems/api-error.ts';
import { NEW_TEMPLATE, TEMPLATE } from '../examples.ts';
import { type Caller, operation } from '../operation.ts';
import { Resource } from '../lists/resource.ts';
import { requireValid } from '../validation.ts';
import { toRefusal } from '#contract/codes/refusals.ts';

/** `/v1/templates` */

const resource = new Resource({
  name: 'template',
  schema: template,
  example: TEMPLATE,
  show: toTemplateResource,
  find: ({ deps, actor }, id) => findTemplate(deps.db, actor.account.id, id),
});

export const createTemplate = operation({
  method: 'post',
  path: resource.path,
  summary: 'Create a template',
  description: `A named design, with campaign parameters if you like. A code that you create with \`"style": {"template": "tpl_…"}\` copies it. An account can have at most ${MAX_TEMPLATES}.`,
  body: templateBody,
  bodyExample: { ...NEW_TEMPLATE, color: { dark: '#123456' }, error_correction: 'Q' },
  // The account decides what is valid.
  read: ({ deps, actor }, json) => readFields(deps, actor.account.id, json),
  response: template,
  example: TEMPLATE,
  errors: ['low_contrast', 'limit_reached'],
  async handle({ deps, actor, body }) {
    const created = await templates.createTemplate(deps, actor.account.id, body);
    if (!created.ok) throw toTemplateError(created.error);
    return toTemplateResource(created.value);
  },
});

export const listTemplates = resource.list('In alphabetical order.', ({ deps, actor }) =>
  listStored(deps.db, actor.account.id),
);

export const getTemplate = resource.read('One template by its id.');

export const updateTemplate = operation({
  method: 'patch',
  path: resource.onePath,
  summary: 'Change a template',
  description:
    'Changes the fields that you send, including those inside `style`, `color` and `utm`. Codes that were made from the template do not change.',
  body: documentedTemplateChange,
  bodyExample: { style: { modules: 'classy' }, default: false },
  // A change is validated together with its template.
  read: (_, json) => {
    if (json !== null && typeof json === 'object' && Object.keys(json).length === 0) throw nothingToChange();
    return json;
  },
  response: template,
  example: { ...TEMPLATE, style: { ...TEMPLATE.style, modules: 'classy' }, default: false },
  errors: ['low_contrast'],
  async handle(call) {
    const { deps, actor, body } = call;
    const changed = await templates.changeTemplate(deps, actor.account.id, resource.idIn(call), (before) =>
      readFields(deps, actor.account.id, overlayTemplate(before, body)),
    );
    if (!changed.ok) throw toTemplateError(changed.error);
    return toTemplateResource(changed.value);
  },
});

export const deleteTemplate = resource.delete({
  description: 'Codes that were made from it do not change.',
  async remove({ deps, actor }, id) {
    const deleted = await templates.deleteTemplate(deps, actor, id);
    if (!deleted.ok) throw toTemplateError(deleted.error);
  },
});

async function readFields(deps: Dependencies, accountId: string, json: unknown): Promise<TemplateFields> {
  const body = await requireValid(checkAll(templateBody, json, { name: 'Template' }), (rests) =>
    Promise.all(rests.map((rest) => templates.findLookProblems(deps, accountId, toTemplateFields(rest)))),
  );
  return toTemplateFields(body);
}

/** The templates that these bodies name, if the account has them. */
export function readTemplateBook({ deps, actor }: Caller, bodies: readonly unknown[]): Promise<TemplateBook> {
  const names = bodies.flatMap((body) => namedTemplate(body) ?? []);
  return findNamedTemplates(deps.db, actor.account.id, names);
}

function toTemplateError(problem: templates.TemplateProblem): ApiError {
  switch (problem.reason) {
    case 'template_not_found':
      return resource.gone();
    case 'too_many_templates':
      return limitReached(`An account has at most ${MAX_TEMPLATES} templates`);
    case 'refused':
      return toRefusal(problem.problems);
  }
}

export function limitReached(limit: string): ApiError {
  return new ApiError('limit_reached', `${limit}. Delete one that you no longer need.`);
}

function nothingToChange(): ApiError {
  const message = '"body" must hold at least one field to change, like "name" or "style".';
  return invalidFields([{ field: 'body', code: 'invalid_value', message }]);
}
