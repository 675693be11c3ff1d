import * as z from 'zod';
import { ANY_IMAGE_SIZE, MARGIN } from '#core/codes/limits.ts';
import { checkTemplate, DEFAULT_NAME, LONGEST_TEMPLATE } from '#core/exports/file-name.ts';
import { type FileForm, type FilesRequest, MAX_FORMS } from '#core/prints/files-request.ts';
import { CAPTIONS } from '#core/prints/caption.ts';
import {
  BLEED_MM,
  GROWTH_MM,
  MODULE_MM,
  PAPERS,
  PDF_STANDARDS,
  PRINTING_CONDITIONS,
  WIDTH_MM,
} from '#core/prints/print-request.ts';
import { type Bounds, whole } from '../problems/decimal.ts';
import { DPI } from './image.ts';
import { gs1Body, toGs1Drawing } from '../gs1/identity.ts';
import { toPrintRequest } from './print.ts';

/** The body of a request for the files of many codes. */

const FORMATS = ['png', 'svg', 'pdf', 'eps'] as const;

/** A number with at most this many decimals. */
function number({ min, max }: Bounds, decimals: number) {
  return z
    .number()
    .min(min)
    .max(max)
    .refine((value) => Number(value.toFixed(decimals)) === value, `must have at most ${decimals} decimals.`)
    .optional();
}

const wholeNumber = (bounds: Bounds) => whole(bounds).optional();

const imageFields = {
  size: wholeNumber(ANY_IMAGE_SIZE).describe(
    'For an image: width and height in pixels. Default: that of the code.',
  ),
  dpi: wholeNumber(DPI).describe('For a PNG: pixels per inch, which the file states for print.'),
};

const printFields = {
  width_mm: number(WIDTH_MM, 2).describe(
    'How wide the code is printed, quiet zone included. An SVG with a width in millimetres is a print file.',
  ),
  module_mm: number(MODULE_MM, 3).describe('How wide one module is printed, instead of `width_mm`.'),
  color: z.string().max(100).optional().describe('As in `GET /v1/qr/{id}/print`.'),
  alternate: z
    .string()
    .max(100)
    .optional()
    .describe('What screens and proofs show in place of a spot colour.'),
  cmyk_values: z
    .string()
    .max(500)
    .optional()
    .describe('With `cmyk`: the process inks of colours. Colours that a code has not are ignored for it.'),
  paper: z.enum(PAPERS).optional().describe('As in `GET /v1/qr/{id}/print`.'),
  bleed_mm: number(BLEED_MM, 2).describe('Default: 0.'),
  marks: z.boolean().optional().describe('Crop marks. Default: `false`.'),
  standard: z.enum(PDF_STANDARDS).optional().describe('Default: `pdf-1.4`.'),
  condition: z.enum(PRINTING_CONDITIONS).optional().describe('For an X-1a file.'),
  growth_mm: number(GROWTH_MM, 3).describe('Default: 0.'),
  caption: z.enum(CAPTIONS).optional().describe('The text below a code, if it has one. Default: `none`.'),
};

type FieldName = keyof typeof imageFields | keyof typeof printFields;
const IMAGE_ONLY = Object.keys(imageFields) as (keyof typeof imageFields)[];
const PRINT_ONLY = Object.keys(printFields) as (keyof typeof printFields)[];

const fileForm = z
  .strictObject({
    format: z.enum(FORMATS).describe('The kind of file.'),
    margin: wholeNumber(MARGIN).describe('Quiet zone, in modules. Default: that of the code.'),
    ...imageFields,
    ...printFields,
    ...gs1Body,
  })
  .superRefine((form, ctx) => {
    const refuse = (field: FieldName, message: string) =>
      ctx.addIssue({ code: 'custom', path: [field], message });
    const isPrint = isPrinted(form);
    for (const field of isPrint ? IMAGE_ONLY : PRINT_ONLY) {
      if (form[field] === undefined) continue;
      refuse(
        field,
        isPrint
          ? `is for images: a file of ${form.format} in millimetres has no pixels.`
          : `is for files in millimetres: "format" "pdf" or "eps", or "svg" with "width_mm".`,
      );
    }
    if (form.format === 'svg' && !isPrint && form.dpi !== undefined)
      refuse('dpi', 'is for "format": "png" only: an SVG has no pixels.');
  })
  .meta({ id: 'FileForm' });

type Form = z.output<typeof fileForm>;

function isPrinted(form: Pick<Form, 'format' | 'width_mm' | 'module_mm'>): boolean {
  const hasWidth = form.width_mm !== undefined || form.module_mm !== undefined;
  return form.format === 'pdf' || form.format === 'eps' || (form.format === 'svg' && hasWidth);
}

export const filesBody = z
  .strictObject({
    ids: z
      .array(z.string().max(300))
      .min(1)
      .optional()
      .describe(
        'The codes: `qr_…`, or `ext:` and an external id. Leave it out to select codes with the filters in the query.',
      ),
    files: z.array(fileForm).min(1).max(MAX_FORMS).describe('The files of each code.'),
    name: z
      .string()
      .min(1)
      .max(LONGEST_TEMPLATE)
      .superRefine((template, ctx) => {
        const checked = checkTemplate(template);
        if (!checked.ok) ctx.addIssue({ code: 'custom', message: checked.error });
      })
      .default(DEFAULT_NAME)
      .describe(
        'Names of the files: `{id}`, `{external_id}`, `{short_code}`, `{title}`, `{number}`, `{format}`, and folders with slashes.',
      ),
  })
  .meta({ id: 'ExportFiles' });

/** The body, as the use case takes it. */
export function toFilesRequest({ files, name }: z.output<typeof filesBody>): FilesRequest {
  return { forms: files.map(toForm), nameTemplate: name };
}

function toForm(form: Form): FileForm {
  const { format, size, margin, dpi } = form;
  if (format === 'png' || (format === 'svg' && !isPrinted(form)))
    return { kind: 'image', image: { format, size, margin, dpi }, gs1: toGs1Drawing(form) };
  return {
    kind: 'print',
    gs1: toGs1Drawing(form),
    print: toPrintRequest({
      ...form,
      format,
      bleed_mm: form.bleed_mm ?? 0,
      marks: form.marks ?? false,
      standard: form.standard ?? 'pdf-1.4',
      growth_mm: form.growth_mm ?? 0,
      caption: form.caption ?? 'none',
    }),
  };
}
