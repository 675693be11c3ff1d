import { MAX_RENDITIONS } from '#core/codes/rendition.ts';
import { MAX_TEMPLATES } from '#core/codes/template.ts';
import {
  documentedTemplateChange,
  template,
  templateBody,
  templateDeletion,
  templateList,
} from '#contract/templates.ts';
import {
  documentedRenditionBody,
  rendition,
  renditionDeletion,
  renditionList,
} from '#contract/renditions.ts';
import { type Operation, WRITE_ERRORS } from './operation.ts';

const TEMPLATE = {
  id: 'tpl_3f9a6c0d12e45b78',
  name: 'Menus',
  style: {
    modules: 'dot',
    eyes: { shape: 'rounded', color: null },
    gradient: null,
    background: 'solid',
    logo: null,
    frame: null,
  },
  color: { dark: '#123456', light: '#ffffff' },
  margin: 4,
  error_correction: 'Q',
  default: true,
  created_at: '2026-11-21T12:00:00.000Z',
  updated_at: '2026-11-21T12:00:00.000Z',
};

const RENDITION = {
  id: 'rnd_5f0c7b1e2d3a49586b7c8d9e0f1a2b3c',
  image_url: 'https://cdn.example.com/qr/k7m2p9qa/5f0c7b1e2d3a49586b7c8d9e0f1a2b3c.png',
  svg_url: 'https://cdn.example.com/qr/k7m2p9qa/5f0c7b1e2d3a49586b7c8d9e0f1a2b3c.svg',
  style: TEMPLATE.style,
  color: { dark: '#123456', light: '#ffffff' },
  size: 512,
  margin: 4,
  symbol_version: 2,
  error_correction: 'Q',
  scan_check: { passed: true, reader: 'jsQR', module_px: 4, min_width_mm: 10.9 },
  logo_check: null,
  created_at: '2026-11-21T12:00:00.000Z',
};

const FIELDS = { name: 'Menus', style: { modules: 'dot', eyes: { shape: 'rounded' } }, default: true };

/** Looks that codes are made in. */
export const LOOK_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/templates',
    operationId: 'createTemplate',
    tag: 'Templates',
    summary: 'Create a template',
    description: `A look under a name. A code that is created with \`"style": {"template": "tpl_…"}\` copies it. An account has at most ${MAX_TEMPLATES}.`,
    body: {
      schema: templateBody,
      example: { ...FIELDS, color: { dark: '#123456' }, error_correction: 'Q' },
    },
    response: template,
    example: TEMPLATE,
    errors: [...WRITE_ERRORS, 'low_contrast', 'limit_reached'],
  },
  {
    method: 'get',
    path: '/v1/templates',
    operationId: 'listTemplates',
    tag: 'Templates',
    summary: 'List the templates of the account',
    description: 'All of them, in alphabetical order.',
    response: templateList,
    example: { data: [TEMPLATE] },
    errors: ['invalid_request'],
  },
  {
    method: 'get',
    path: '/v1/templates/{template_id}',
    operationId: 'getTemplate',
    tag: 'Templates',
    summary: 'Read a template',
    description: 'A template of the account.',
    response: template,
    example: TEMPLATE,
    errors: ['invalid_request', 'not_found'],
  },
  {
    method: 'patch',
    path: '/v1/templates/{template_id}',
    operationId: 'updateTemplate',
    tag: 'Templates',
    summary: 'Change a template',
    description:
      'Changes the fields that you send, also those inside `style` and `color`; the rest stays. Codes that were made from the template stay as they are.',
    body: { schema: documentedTemplateChange, example: { style: { modules: 'classy' }, default: false } },
    response: template,
    example: { ...TEMPLATE, style: { ...TEMPLATE.style, modules: 'classy' }, default: false },
    errors: [...WRITE_ERRORS, 'low_contrast', 'not_found'],
  },
  {
    method: 'delete',
    path: '/v1/templates/{template_id}',
    operationId: 'deleteTemplate',
    tag: 'Templates',
    summary: 'Delete a template',
    description: 'Codes that were made from it stay as they are.',
    response: templateDeletion,
    example: { id: TEMPLATE.id, deleted: true },
    errors: ['invalid_request', 'insufficient_scope', 'not_found'],
  },
  {
    method: 'post',
    path: '/v1/qr/{id}/renditions',
    operationId: 'createRendition',
    summary: 'Draw another look of a code',
    description: `Two more images of what the code holds, in another look. The images of the code itself stay as they are. The same look again is the rendition that there is. A code has at most ${MAX_RENDITIONS}.`,
    body: {
      schema: documentedRenditionBody,
      example: { style: FIELDS.style, color: { dark: '#123456' }, size: 512 },
    },
    response: rendition,
    example: RENDITION,
    errors: [
      ...WRITE_ERRORS,
      'low_contrast',
      'unscannable',
      'content_too_long',
      'not_found',
      'limit_reached',
    ],
  },
  {
    method: 'get',
    path: '/v1/qr/{id}/renditions',
    operationId: 'listRenditions',
    summary: 'List the other looks of a code',
    description: 'All of them, the oldest first.',
    response: renditionList,
    example: { data: [RENDITION] },
    errors: ['invalid_request', 'not_found'],
  },
  {
    method: 'delete',
    path: '/v1/qr/{id}/renditions/{rendition_id}',
    operationId: 'deleteRendition',
    summary: 'Delete another look of a code',
    description: 'Its images go; the code and its own images stay.',
    response: renditionDeletion,
    example: { id: RENDITION.id, deleted: true },
    errors: ['invalid_request', 'insufficient_scope', 'not_found'],
  },
];
