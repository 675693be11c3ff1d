import { logoImage, logoImageDeletion, logoImageList } from '#contract/styles/logos.ts';
import {
  documentedRenditionBody,
  rendition,
  renditionDeletion,
  renditionList,
} from '#contract/styles/renditions.ts';
import {
  documentedTemplateChange,
  template,
  templateBody,
  templateDeletion,
  templateList,
} from '#contract/styles/templates.ts';
import { MAX_RENDITIONS } from '#core/styles/rendition.ts';
import { MAX_TEMPLATES } from '#core/styles/template.ts';
import type { Documentation } from '../description.ts';

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

const IMAGE = {
  id: 'img_9c1e7a40b2d35f68',
  width: 800,
  height: 600,
  sha256: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
  bytes: 9120,
  in_use: false,
  created_at: '2026-11-21T12:00:00.000Z',
};

/** The looks of codes. */
export const STYLES = {
  createTemplate: {
    summary: 'Create a template',
    description: `A look under a name. A code that is created with \`"style": {"template": "tpl_…"}\` copies it. An account has at most ${MAX_TEMPLATES}.`,
    bodySchema: templateBody,
    bodyExample: { ...FIELDS, color: { dark: '#123456' }, error_correction: 'Q' },
    response: template,
    example: TEMPLATE,
    errors: ['low_contrast', 'limit_reached'],
  },
  listTemplates: {
    summary: 'List the templates of the account',
    description: 'All of them, in alphabetical order.',
    response: templateList,
    example: { data: [TEMPLATE], has_more: false, next_cursor: null },
  },
  getTemplate: {
    summary: 'Read a template',
    description: 'A template of the account.',
    response: template,
    example: TEMPLATE,
    errors: ['not_found'],
  },
  updateTemplate: {
    summary: 'Change a template',
    description:
      'Changes the fields that you send, also those inside `style` and `color`; the rest stays. Codes that were made from the template stay as they are.',
    bodySchema: documentedTemplateChange,
    bodyExample: { style: { modules: 'classy' }, default: false },
    response: template,
    example: { ...TEMPLATE, style: { ...TEMPLATE.style, modules: 'classy' }, default: false },
    errors: ['low_contrast', 'not_found'],
  },
  deleteTemplate: {
    summary: 'Delete a template',
    description: 'Codes that were made from it stay as they are.',
    response: templateDeletion,
    example: { id: TEMPLATE.id, deleted: true },
    errors: ['not_found'],
  },
  createRendition: {
    summary: 'Draw another look of a code',
    description: `Two more images of what the code holds, in another look. The images of the code itself stay as they are. The same look again is the rendition that there is. A code has at most ${MAX_RENDITIONS}.`,
    bodySchema: documentedRenditionBody,
    bodyExample: { style: FIELDS.style, color: { dark: '#123456' }, size: 512 },
    response: rendition,
    example: RENDITION,
    errors: ['low_contrast', 'unscannable', 'content_too_long', 'not_found', 'limit_reached'],
  },
  listRenditions: {
    summary: 'List the other looks of a code',
    description: 'All of them, the oldest first.',
    response: renditionList,
    example: { data: [RENDITION], has_more: false, next_cursor: null },
    errors: ['not_found'],
  },
  deleteRendition: {
    summary: 'Delete another look of a code',
    description: 'Its images go; the code and its own images stay.',
    response: renditionDeletion,
    example: { id: RENDITION.id, deleted: true },
    errors: ['not_found'],
  },
  uploadImage: {
    summary: 'Upload an image for the middle of symbols',
    description:
      'The body is the file, PNG or JPEG as its bytes say, at most 512 KiB and 2,048 pixels a side; no SVG. Its pixels are kept, in a square PNG of at most 256 pixels a side, and nothing else: neither metadata nor colour profiles. A photo is turned upright. The same file again is the image that there is. An account keeps at most 100 images; their bytes count among `stored_bytes`.',
    fileBody: ['image/png', 'image/jpeg'],
    response: logoImage,
    example: IMAGE,
    errors: ['quota_exceeded', 'limit_reached'],
  },
  listImages: {
    summary: 'List the images of the account',
    description: 'The newest come first.',
    response: logoImageList,
    example: { data: [IMAGE], has_more: false, next_cursor: null },
  },
  getImage: {
    summary: 'Read an image',
    description: 'What is known of it. Its pixels: `/v1/images/{image_id}/file`.',
    response: logoImage,
    example: IMAGE,
    errors: ['not_found'],
  },
  getImageFile: {
    summary: 'Read an image',
    description: 'A square PNG, as symbols are drawn with it.',
    response: { files: ['image/png'] },
    responseHeaders: ['ETag'],
    errors: ['not_found'],
  },
  deleteImage: {
    summary: 'Delete an image',
    description: 'Only while no code, no rendition and no template has it; deleted codes do not count.',
    response: logoImageDeletion,
    example: { id: IMAGE.id, deleted: true },
    errors: ['not_found', 'image_in_use'],
  },
} satisfies Documentation;
