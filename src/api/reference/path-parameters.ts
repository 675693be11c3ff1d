import { DOCUMENTED_FILES } from '../exports/routes.ts';
import { OPERATIONS } from '../operations.ts';

interface Parameter {
  readonly description: string;
  readonly schema: { readonly examples: readonly string[] } | { readonly enum: readonly string[] };
}

/** The parameters in paths that are no ids of resources. */
const PARAMETERS: Readonly<Record<string, Parameter>> = {
  id: {
    description: 'The code: `qr_` and its code id, or `ext:` and its external id.',
    schema: { examples: ['qr_k7m2p9qa', 'ext:sku-1'] },
  },
  file: { description: 'The file.', schema: { enum: DOCUMENTED_FILES } },
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
  const known = PARAMETERS[name] ?? describeId(name);
  if (!known) throw new Error(`path-parameters.ts does not say what {${name}} is`);
  return known;
}

/** The id of a resource: its reading has an example. */
function describeId(name: string): Parameter | undefined {
  const read = Object.values(OPERATIONS).find(({ path }) => path.endsWith(`s/{${name}}`));
  const { id } = (read?.example ?? {}) as { readonly id?: string };
  const description = `The ${name.replace('_id', '')}.`;
  return id === undefined ? undefined : { description, schema: { examples: [id] } };
}
