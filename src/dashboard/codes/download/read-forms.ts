import { ANY_IMAGE_SIZE, MARGIN } from '#core/codes/limits.ts';
import { IMAGE_FORMATS, type ImageFormat, type QrCode } from '#core/codes/qr-code.ts';
import {
  COPIES,
  LABEL_TEMPLATES,
  OFFSET_MM,
  ROLL_MM,
  rollOf,
  type SheetRequest,
  TEMPLATE_NAMES,
} from '#core/print/label-templates.ts';
import { CAPTIONS, type CaptionField } from '#core/print/caption.ts';
import type { PrintProblem } from '#core/print/print-problem.ts';
import {
  BLEED_MM,
  DISTANCE_MM,
  PRINT_FORMATS,
  type PrintFormat,
  type PrintRequest,
  WIDTH_MM,
} from '#core/print/print-request.ts';
import type { ImageRequest } from '#core/print/files-request.ts';
import type { Form } from '../../frame/form.ts';
import type { Kind } from './kinds.ts';

/** The forms of the download sheet: what they show at first, and what they ask for. Every reader puts what is wrong on the form. */

export const DISTANCE_CM = { min: DISTANCE_MM.min / 10, max: DISTANCE_MM.max / 10 } as const;

/** No sheet has more labels. */
export const START = { min: 1, max: 1_000 } as const;

/** What the fields are called on the sheet. */
export const LABELS = {
  image_format: 'Format',
  size: 'Width in pixels',
  width_mm: 'Width in mm',
  distance_cm: 'Read from, in cm',
  file: 'File',
  ink: 'Ink',
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
  copies: 'How many',
  start: 'Start at label',
  offset_x_mm: 'Move right, in mm',
  offset_y_mm: 'Move down, in mm',
} as const;

/** What a form shows where nothing was chosen yet. */
export function listDefaults(kind: Kind, code: QrCode): Record<string, string> {
  switch (kind) {
    case 'screen':
      return { image_format: code.format, size: String(code.size) };
    case 'print':
      return {
        file: 'pdf',
        width_mm: '25',
        ink: 'k',
        caption: 'none',
        bleed_mm: '0',
        margin: String(code.margin),
      };
    case 'labels':
      return {
        template: 'L7160',
        start: '1',
        copies: String(LABEL_TEMPLATES.L7160.columns * LABEL_TEMPLATES.L7160.rows),
        label_caption: 'none',
        offset_x_mm: '0',
        offset_y_mm: '0',
      };
  }
}

/** The image that a form asks for; null where something is wrong. */
export function readScreen(form: Form): (ImageRequest & { readonly format: ImageFormat }) | null {
  const format = IMAGE_FORMATS.find((name) => name === form.value('image_format'));
  if (!format) form.refuse('image_format', 'Choose PNG or SVG.');
  const size = readNumber(form, 'size', ANY_IMAGE_SIZE, 0);
  if (!format || form.hasErrors) return null;
  return { format, size, margin: undefined, dpi: undefined };
}

/** The print file that a form asks for; null where something is wrong. */
export function readPrint(form: Form): PrintRequest | null {
  const file = form.value('file');
  const format: PrintFormat | undefined =
    file === 'x-1a' ? 'pdf' : PRINT_FORMATS.find((name) => name === file);
  if (!format) form.refuse('file', 'Choose PDF, PDF/X-1a, EPS or SVG.');
  const ink = form.value('ink');
  if (!['k', 'cmyk', 'spot', 'rgb'].includes(ink)) form.refuse('ink', 'Choose one of these inks.');
  if (file === 'x-1a' && ink === 'rgb')
    form.refuse('ink', 'PDF/X-1a knows inks only. Choose another ink, or PDF.');
  if (file === 'svg' && (ink === 'cmyk' || ink === 'spot'))
    form.refuse('ink', 'An SVG knows no inks. Choose black, or PDF or EPS for inks.');
  const widthMm = readNumber(form, 'width_mm', WIDTH_MM, 2);
  const margin = readNumber(form, 'margin', MARGIN, 0);
  const bleedMm = readNumber(form, 'bleed_mm', BLEED_MM, 2);
  readCaption(form, 'caption');
  if (!format || form.hasErrors) return null;
  return {
    format,
    widthMm,
    moduleMm: undefined,
    margin,
    color: readColor(form, ink),
    alternate: ink === 'spot' ? withoutSpaces(form.trimmed('alternate')) || undefined : undefined,
    paper: form.isChecked('paper') ? 'white' : 'none',
    bleedMm: bleedMm ?? 0,
    marks: form.isChecked('marks'),
    standard: file === 'x-1a' ? 'x-1a' : 'pdf-1.4',
    condition: undefined,
    growthMm: 0,
    caption: readCaption(form, 'caption') ?? 'none',
  };
}

/** From how far people are to read a print, in millimetres; null where nobody said, or it is no such number. */
export function readDistance(form: Form): number | null {
  if (form.trimmed('distance_cm') === '') return null;
  const cm = readNumber(form, 'distance_cm', DISTANCE_CM, 1);
  return cm === undefined ? null : Math.round(cm * 10);
}

/** The labels that a form asks for; null where something is wrong. */
export function readLabels(form: Form): SheetRequest | null {
  const name = TEMPLATE_NAMES.find((known) => known === form.value('template'));
  if (!name) form.refuse('template', 'Choose one of these sheets, or a roll.');
  const isRoll = name === 'roll';
  const width = isRoll ? readNumber(form, 'label_width_mm', ROLL_MM, 2) : 0;
  const height = isRoll ? readNumber(form, 'label_height_mm', ROLL_MM, 2) : 0;
  const start = readNumber(form, 'start', START, 0);
  const copies = readNumber(form, 'copies', COPIES, 0);
  const offsetX = readNumber(form, 'offset_x_mm', OFFSET_MM, 2);
  const offsetY = readNumber(form, 'offset_y_mm', OFFSET_MM, 2);
  readCaption(form, 'label_caption');
  if (!name || form.hasErrors) return null;
  const template = isRoll ? rollOf(width ?? 0, height ?? 0) : LABEL_TEMPLATES[name];
  const labels = template.columns * template.rows;
  if ((start ?? 1) > labels) {
    const most =
      labels === 1 ? 'A page of a roll is one label: start with 1.' : `A sheet has ${labels} labels.`;
    form.refuse('start', most);
    return null;
  }
  return {
    template,
    start: start ?? 1,
    copies: copies ?? 1,
    offsetX: offsetX ?? 0,
    offsetY: offsetY ?? 0,
    guides: form.isChecked('guides'),
    caption: readCaption(form, 'label_caption') ?? 'none',
  };
}

/** Puts what is wrong with a print beside its field, in the words of the form. */
export function refusePrint(form: Form, problems: readonly PrintProblem[]): void {
  const ink = form.value('ink');
  for (const { field, message } of problems) {
    const isInkField = field === 'color' && (ink === 'cmyk' || ink === 'spot');
    form.refuse(isInkField ? ink : field === 'color' ? 'ink' : field, toFormWords(message));
  }
}

/** A sentence of the interface, in which fields and values have names that no form shows. */
export function toFormWords(message: string): string {
  return message
    .replace(/^"caption" cannot be "\w+": /, 'There is none: ')
    .replace(/^"\w+" /, 'This ')
    .replace(/, after "(?:cmyk|spot):"/, '')
    .replace(/ For inks of the press, send .*$/, ' For inks of the press, choose black or process inks.')
    .replace('Print in black with "k".', 'Choose black ink.')
    .replace(/or send "margin=(\d+)"/, 'or set the quiet zone to $1')
    .replace(/"spot:([^"]*)"/, '“$1”');
}

/** What stands beside the code. */
function readCaption(form: Form, name: string): CaptionField | null {
  const caption = CAPTIONS.find((field) => field === form.value(name));
  if (!caption) form.refuse(name, 'Choose one of these texts, or nothing.');
  return caption ?? null;
}

/** `k`, `rgb`, `cmyk:c,m,y,k` or `spot:NAME`, as the interface has them. */
function readColor(form: Form, ink: string): string {
  if (ink === 'cmyk') return `cmyk:${withoutSpaces(form.trimmed('cmyk'))}`;
  return ink === 'spot' ? `spot:${form.trimmed('spot')}` : ink;
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** A number of a field, with a comma or a point before its decimals. Says beside the field what would be right where it is none. */
function readNumber(
  form: Form,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
  decimals: number,
): number | undefined {
  const text = form.trimmed(name).replace(',', '.');
  const fraction = decimals === 0 ? '' : `(?:\\.\\d{1,${decimals}})?`;
  const isNumber = new RegExp(`^-?\\d{1,6}${fraction}$`).test(text);
  const value = Number(text);
  if (isNumber && value >= min && value <= max) return value;
  const rule = decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimals`;
  form.refuse(name, `Enter ${rule} from ${min} to ${max}.`);
  return undefined;
}
