import { DOCUMENTED_FILES } from '../exports/routes.ts';

interface PathParameter {
  readonly name: string;
  readonly in: 'path';
  readonly required: true;
  readonly description: string;
  readonly schema: {
    readonly type: 'string';
    readonly examples?: readonly string[];
    readonly enum?: readonly string[];
  };
}

/** The parameters in the paths of all operations. */
export const PATH_PARAMETERS: readonly PathParameter[] = [
  {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The code: `qr_` and its code id, or `ext:` and its external id.',
    schema: { type: 'string', examples: ['qr_k7m2p9qa', 'ext:sku-1'] },
  },
  {
    name: 'image_id',
    in: 'path',
    required: true,
    description: 'The image.',
    schema: { type: 'string', examples: ['img_9c1e7a40b2d35f68'] },
  },
  {
    name: 'file_id',
    in: 'path',
    required: true,
    description: 'The file.',
    schema: { type: 'string', examples: ['file_3f9a1c5e7b2d8046'] },
  },
  {
    name: 'domain_id',
    in: 'path',
    required: true,
    description: 'The domain.',
    schema: { type: 'string', examples: ['dom_5d1c8e2f90a7b346'] },
  },
  {
    name: 'import_id',
    in: 'path',
    required: true,
    description: 'The import.',
    schema: { type: 'string', examples: ['imp_3f9a6c0d12e45b78'] },
  },
  {
    name: 'file',
    in: 'path',
    required: true,
    description: 'The file.',
    schema: { type: 'string', enum: DOCUMENTED_FILES },
  },
  {
    name: 'template_id',
    in: 'path',
    required: true,
    description: 'The template.',
    schema: { type: 'string', examples: ['tpl_3f9a6c0d12e45b78'] },
  },
  {
    name: 'webhook_id',
    in: 'path',
    required: true,
    description: 'The webhook.',
    schema: { type: 'string', examples: ['wh_4c8e1f2a90b7d356'] },
  },
  {
    name: 'name',
    in: 'path',
    required: true,
    description: 'The tag, in any spelling.',
    schema: { type: 'string', examples: ['Menus'] },
  },
];

/** A path with an example in place of each parameter. */
export function fillPath(path: string): string {
  return PATH_PARAMETERS.reduce((filled, { name, schema }) => {
    const [example = ''] = schema.examples ?? schema.enum ?? [];
    return filled.replace(`{${name}}`, example);
  }, path);
}
