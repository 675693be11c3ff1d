import { DOCUMENTED_FILES } from '../exports/routes.ts';

interface Parameter {
  readonly description: string;
  readonly schema: { readonly examples: readonly string[] } | { readonly enum: readonly string[] };
}

/** The parameters in the paths of all operations. */
const PARAMETERS: Readonly<Record<string, Parameter>> = {
  id: {
    description: 'The code: `qr_` and its code id, or `ext:` and its external id.',
    schema: { examples: ['qr_k7m2p9qa', 'ext:sku-1'] },
  },
  image_id: { description: 'The image.', schema: { examples: ['img_9c1e7a40b2d35f68'] } },
  file_id: { description: 'The file.', schema: { examples: ['file_3f9a1c5e7b2d8046'] } },
  domain_id: { description: 'The domain.', schema: { examples: ['dom_5d1c8e2f90a7b346'] } },
  import_id: { description: 'The import.', schema: { examples: ['imp_3f9a6c0d12e45b78'] } },
  file: { description: 'The file.', schema: { enum: DOCUMENTED_FILES } },
  template_id: { description: 'The template.', schema: { examples: ['tpl_3f9a6c0d12e45b78'] } },
  webhook_id: { description: 'The webhook.', schema: { examples: ['wh_4c8e1f2a90b7d356'] } },
  name: { description: 'The tag, in any spelling.', schema: { examples: ['Menus'] } },
};

/** The parameters of a path. Throws if one is not described: a document without it would be invalid. */
export function parametersOf(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const { description, schema } = describe(name);
    return { name, in: 'path', required: true, description, schema: { type: 'string', ...schema } };
  });
}

/** A path with an example in place of each parameter. */
export function fillPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { schema } = describe(name);
    return ('examples' in schema ? schema.examples : schema.enum)[0] ?? '';
  });
}

function describe(name: string): Parameter {
  const known = PARAMETERS[name];
  if (!known) throw new Error(`path-parameters.ts does not say what {${name}} is`);
  return known;
}
