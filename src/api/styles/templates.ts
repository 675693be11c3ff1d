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
import { type ApiError, invalidFields } from '#contract/problems/api-error.ts';
import { NEW_TEMPLATE, TEMPLATE } from '../examples.ts';
import type { Caller } from '../operation.ts';
import { Resource } from '../lists/resource.ts';
import { requireValid } from '../validation.ts';

/** `/v1/templates` */

const resource = new Resource({
  name: 'template',
  schema: template,
  example: TEMPLATE,
  show: toTemplateResource,
  find: ({ deps, actor }, id) => findTemplate(deps.db, actor.account.id, id),
});

export const createTemplate = resource.create({
  description: `A named design, with campaign parameters if you like. A code that you create with \`"style": {"template": "tpl_…"}\` copies it. An account can have at most ${MAX_TEMPLATES}.`,
  body: templateBody,
  bodyExample: { ...NEW_TEMPLATE, color: { dark: '#123456' }, error_correction: 'Q' },
  // The account decides what is valid.
  read: ({ deps, actor }, json) => readFields(deps, actor.account.id, json),
  errors: ['low_contrast', 'limit_reached'],
  write: ({ deps, actor, body }) => templates.createTemplate(deps, actor.account.id, body),
});

export const listTemplates = resource.list('In alphabetical order.', ({ deps, actor }) =>
  listStored(deps.db, actor.account.id),
);

export const getTemplate = resource.read('One template by its id.');

export const updateTemplate = resource.update({
  description:
    'Changes the fields that you send, including those inside `style`, `color` and `utm`. Codes that were made from the template do not change.',
  find: resource.idIn,
  body: documentedTemplateChange,
  bodyExample: { style: { modules: 'classy' }, default: false },
  // A change is validated together with its template.
  read: (_, json) => {
    if (json !== null && typeof json === 'object' && Object.keys(json).length === 0) throw nothingToChange();
    return json;
  },
  example: { ...TEMPLATE, style: { ...TEMPLATE.style, modules: 'classy' }, default: false },
  errors: ['low_contrast'],
  write: ({ deps, actor, found: id, body }) =>
    templates.changeTemplate(deps, actor.account.id, id, (before) =>
      readFields(deps, actor.account.id, overlayTemplate(before, body)),
    ),
});

export const deleteTemplate = resource.delete({
  description: 'Codes that were made from it do not change.',
  remove: async ({ deps, actor }, id) => resource.unwrap(await templates.deleteTemplate(deps, actor, id)),
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

function nothingToChange(): ApiError {
  const message = '"body" must hold at least one field to change, like "name" or "style".';
  return invalidFields([{ field: 'body', code: 'invalid_value', message }]);
}
