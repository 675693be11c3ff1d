import { logoImage, logoImageDeletion, logoImageList } from '#contract/styles/logos.ts';
import {
  documentedRenditionBody,
  rendition,
  renditionDeletion,
  renditionList,
} from '#contract/styles/renditions.ts';
import { documentedTemplateChange, templateBody } from '#contract/styles/templates.ts';
import { template, templateDeletion, templateList } from '#contract/styles/template-responses.ts';
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
    description: `A named design. A code that you create with \`"style": {"template": "tpl_…"}\` copies it. An account can have at most ${MAX_TEMPLATES}.`,
    bodySchema: templateBody,
    bodyExample: { ...FIELDS, color: { dark: '#123456' }, error_correction: 'Q' },
    response: template,
    example: TEMPLATE,
    errors: ['low_contrast', 'limit_reached'],
  },
  listTemplates: {
    summary: 'List the templates of the account',
    description: 'In alphabetical order.',
    response: templateList,
    example: { data: [TEMPLATE], has_more: false, next_cursor: null },
  },
  getTemplate: {
    summary: 'Read a template',
    description: 'One template by its id.',
    response: template,
    example: TEMPLATE,
    errors: ['not_found'],
  },
  updateTemplate: {
    summary: 'Change a template',
    description:
      'Changes the fields that you send, including those inside `style` and `color`. Codes that were made from the template do not change.',
    bodySchema: documentedTemplateChange,
    bodyExample: { style: { modules: 'classy' }, default: false },
    response: template,
    example: { ...TEMPLATE, style: { ...TEMPLATE.style, modules: 'classy' }, default: false },
    errors: ['low_contrast', 'not_found'],
  },
  deleteTemplate: {
    summary: 'Delete a template',
    description: 'Codes that were made from it do not change.',
    response: templateDeletion,
    example: { id: TEMPLATE.id, deleted: true },
    errors: ['not_found'],
  },
  createRendition: {
    summary: 'Create a rendition of a code',
    description: `Draws two more images of the code in another design. The images of the code itself do not change. If you send the same design again, you get the same rendition. A code can have at most ${MAX_RENDITIONS}. It counts against the plan as a new code does.`,
    bodySchema: documentedRenditionBody,
    bodyExample: { style: FIELDS.style, color: { dark: '#123456' }, size: 512 },
    response: rendition,
    example: RENDITION,
    errors: ['low_contrast', 'unscannable', 'content_too_long', 'not_found', 'limit_reached'],
  },
  listRenditions: {
    summary: 'List the renditions of a code',
    description: 'Oldest first.',
    response: renditionList,
    example: { data: [RENDITION], has_more: false, next_cursor: null },
    errors: ['not_found'],
  },
  deleteRendition: {
    summary: 'Delete a rendition',
    description: 'Deletes its images. The code and its own images remain.',
    response: renditionDeletion,
    example: { id: RENDITION.id, deleted: true },
    errors: ['not_found'],
  },
  uploadImage: {
    summary: 'Upload an image for logos',
    description:
      'The body is a PNG or JPEG file of at most 512 KiB and 2,048 pixels a side, or an SVG of at most 256 KiB. Of a PNG or JPEG, the service keeps its pixels as a square PNG of at most 256 pixels a side, without metadata and colour profiles. It turns photos upright. Of an SVG, it keeps the outlines of its filled shapes, so the logo is sharp in any size; strokes, text, gradients, transparency and references are refused by name. If you upload the same file again, you get the same image. An account can have at most 100 images; their bytes count towards `stored_bytes`.',
    fileBody: ['image/png', 'image/jpeg', 'image/svg+xml'],
    response: logoImage,
    example: IMAGE,
    errors: ['quota_exceeded', 'limit_reached'],
  },
  listImages: {
    summary: 'List the images of the account',
    description: 'Newest first.',
    response: logoImageList,
    example: { data: [IMAGE], has_more: false, next_cursor: null },
  },
  getImage: {
    summary: 'Read an image',
    description: 'The details of an image. Its pixels are at `/v1/images/{image_id}/file`.',
    response: logoImage,
    example: IMAGE,
    errors: ['not_found'],
  },
  getImageFile: {
    summary: 'Read an image',
    description: 'The square PNG that appears in the middle of symbols.',
    response: { files: ['image/png', 'image/svg+xml'] },
    responseHeaders: ['ETag'],
    errors: ['not_found'],
  },
  deleteImage: {
    summary: 'Delete an image',
    description: 'Works only if no code, rendition or template uses it. Deleted codes do not count.',
    response: logoImageDeletion,
    example: { id: IMAGE.id, deleted: true },
    errors: ['not_found', 'image_in_use'],
  },
} satisfies Documentation;
