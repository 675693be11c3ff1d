import { decimal } from '#contract/problems/decimal.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import { imageQuery } from '#contract/prints/image.ts';
import { printQuery, toPrintRequest } from '#contract/prints/print.ts';
import { sheetBody, toSheetRequest } from '#contract/prints/sheets.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { LABEL_TEMPLATES, type SheetRequest } from '#core/prints/label-templates.ts';
import type { ImageRequest } from '#core/prints/files-request.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import { DISTANCE_MM, type PrintRequest } from '#core/prints/print-request.ts';
import type { Form } from '../../frame/forms/form.ts';
import { refuseProblems, validateForm } from '../../frame/forms/validate-form.ts';
import type { Kind } from './kinds.ts';

/** The forms of the download sheet: their first values, and what they request. Every reader adds the problems to the form. */

export const DISTANCE_CM = { min: DISTANCE_MM.min / 10, max: DISTANCE_MM.max / 10 } as const;
const DISTANCE = decimal(DISTANCE_CM, 1);

/** No sheet has more labels. */
export const START = { min: 1, max: 1_000 } as const;

/** The names of the fields on the sheet. */
export const LABELS = {
  image_format: 'Format',
  size: 'Width in pixels',
  width_mm: 'Width in mm',
  distance_cm: 'Scanning distance in cm',
  file: 'File',
  ink: 'Colours',
  cmyk: 'Cyan, magenta, yellow, black in percent',
  spot: 'Name of the ink',
  alternate: 'On screens: C, M, Y, K in percent',
  caption: 'Below the code',
  bleed_mm: 'Bleed in mm',
  margin: 'Quiet zone in modules',
  template: 'Labels',
  label_width_mm: 'Width of a label in mm',
  label_height_mm: 'Height of a label in mm',
  label_caption: 'Beside or below the code',
  label_color: 'Colours on the labels',
  copies: 'How many',
  start: 'Start at label',
  offset_x_mm: 'Move right, in mm',
  offset_y_mm: 'Move down, in mm',
} as const;

const CHOOSE_TEXT = 'Choose one of these texts, or nothing.';
const CHOICES = {
  image_format: 'Choose PNG or SVG.',
  file: 'Choose PDF, PDF/X-1a, EPS or SVG.',
  caption: CHOOSE_TEXT,
  label_caption: CHOOSE_TEXT,
  label_color: 'Choose the design, or black.',
  template: 'Choose one of these sheets, or a roll.',
} as const;

export const PRINT_DEFAULTS = {
  file: 'pdf',
  width_mm: '25',
  ink: 'design',
  caption: 'none',
  bleed_mm: '0',
} as const;

/** The values of a form before any choice. */
export function listDefaults(kind: Kind, code: QrCode): Record<string, string> {
  switch (kind) {
    case 'screen':
      return { image_format: code.format, size: String(code.size) };
    case 'print':
      return { ...PRINT_DEFAULTS, margin: String(code.margin) };
    case 'labels':
      return {
        template: 'L7160',
        start: '1',
        copies: String(LABEL_TEMPLATES.L7160.columns * LABEL_TEMPLATES.L7160.rows),
        label_caption: 'none',
        label_color: 'design',
        offset_x_mm: '0',
        offset_y_mm: '0',
      };
  }
}

/** The image that a form requests; null if there is a problem. */
export function readScreen(form: Form): ImageRequest | null {
  const input = { format: form.value('image_format'), size: form.decimal('size') };
  const query = validateForm(form, imageQuery, input, {
    nameOf: (path) => (path === 'format' ? 'image_format' : path),
    choices: CHOICES,
  });
  return query && { format: query.format, size: query.size, margin: undefined, dpi: undefined };
}

/** The print file that a form requests; null if there is a problem. */
export function readPrint(form: Form): PrintRequest | null {
  const file = form.value('file');
  const isX1a = file === 'x-1a';
  const chosen = form.value('ink');
  // The design has no screen colours there.
  const ink = isX1a && chosen === 'design' ? 'process' : chosen;
  // Checked here, because the rest of the print is only checked once its numbers are right.
  if (isX1a && ink === 'rgb') form.refuse('ink', sayInForm({ code: 'x1a_needs_inks', values: {} }));
  if (file === 'svg' && (ink === 'process' || ink === 'cmyk' || ink === 'spot'))
    form.refuse('ink', sayInForm({ code: 'svg_has_no_inks', values: {} }));
  const alternate = ink === 'spot' ? withoutSpaces(form.trimmed('alternate')) : '';
  const margin = form.decimal('margin');
  const input = {
    format: isX1a ? 'pdf' : file,
    width_mm: form.decimal('width_mm'),
    ...(margin === '' ? {} : { margin }),
    color: readColor(form, ink),
    ...(alternate === '' ? {} : { alternate }),
    ...(form.isChecked('paper') ? { paper: 'white' } : {}),
    bleed_mm: form.decimal('bleed_mm'),
    marks: String(form.isChecked('marks')),
    standard: isX1a ? 'x-1a' : 'pdf-1.4',
    caption: form.value('caption'),
  };
  const query = validateForm(form, printQuery, input, { nameOf: toPrintField(form), choices: CHOICES });
  return query && toPrintRequest(query);
}

/** The form field for a field of the interface. */
export function toPrintField(form: Form): (path: string) => string {
  const ink = form.value('ink');
  return (path) => {
    if (path === 'format') return 'file';
    if (path !== 'color') return path;
    return ink === 'cmyk' || ink === 'spot' ? ink : 'ink';
  };
}

/** The intended reading distance of a print, in millimetres; null if there is none, or it is invalid. */
export function readDistance(form: Form): number | null {
  const text = form.decimal('distance_cm');
  const cm = text === '' ? null : validateForm(form, DISTANCE, text, { nameOf: () => 'distance_cm' });
  return cm === null ? null : Math.round(cm * 10);
}

const LABEL_FIELDS: Readonly<Record<string, string>> = {
  width_mm: 'label_width_mm',
  height_mm: 'label_height_mm',
  caption: 'label_caption',
  color: 'label_color',
};

/** The labels that a form requests; null if there is a problem. */
export function readLabels(form: Form): SheetRequest | null {
  const template = form.value('template');
  const size = { width_mm: form.number('label_width_mm'), height_mm: form.number('label_height_mm') };
  const input = {
    template,
    ...(template === 'roll' ? size : {}),
    start: form.number('start'),
    copies: form.number('copies'),
    offset_x_mm: form.number('offset_x_mm'),
    offset_y_mm: form.number('offset_y_mm'),
    caption: form.value('label_caption'),
    color: form.value('label_color'),
    guides: form.isChecked('guides'),
  };
  const body = validateForm(form, sheetBody, input, {
    nameOf: (path) => LABEL_FIELDS[path] ?? path,
    choices: CHOICES,
  });
  if (!body) return null;
  const request = toSheetRequest(body);
  const labels = request.template.columns * request.template.rows;
  if (request.start <= labels) return request;
  form.refuse(
    'start',
    labels === 1 ? 'A roll has one label per page: start with 1.' : `A sheet has ${labels} labels.`,
  );
  return null;
}

/** Shows the problems of a print beside their fields, in the words of the form. */
export function refusePrint(form: Form, problems: readonly PrintProblem[]): void {
  refuseProblems(form, problems, { nameOf: toPrintField(form) });
}

/** The colour as in the interface. */
function readColor(form: Form, ink: string): string {
  if (ink === 'cmyk') return `cmyk:${withoutSpaces(form.trimmed('cmyk'))}`;
  if (ink === 'spot') return `spot:${form.trimmed('spot')}`;
  return ink === 'process' ? 'cmyk' : ink;
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
