import { decimal } from '#contract/problems/decimal.ts';
import { imageQuery } from '#contract/prints/image.ts';
import { printQuery, toPrintRequest } from '#contract/prints/print.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { LABEL_TEMPLATES } from '#core/prints/label-templates.ts';
import type { ImageRequest } from '#core/prints/files-request.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import { DISTANCE_MM, type PrintRequest } from '#core/prints/print-request.ts';
import type { Form } from '../../frame/forms/form.ts';
import { refuseProblems, validateForm } from '../../frame/forms/validate-form.ts';
import { type Card, CARDS, parseKind } from './kinds.ts';

/** The forms of the download sheet: their first values, and what they request. Every reader adds the problems to the form. */

export const DISTANCE_CM = { min: DISTANCE_MM.min / 10, max: DISTANCE_MM.max / 10 } as const;
const DISTANCE = decimal(DISTANCE_CM, 1);

/** No sheet has more labels. */
export const START = { min: 1, max: 1_000 } as const;

/** The names of the fields on the sheet. */
export const LABELS = {
  size: 'Width in pixels',
  width_mm: 'Width in mm',
  distance_cm: 'Scanning distance in cm',
  kind: 'File',
  look: 'Colours',
  ink: 'Inks',
  printer: 'Who prints it?',
  cmyk: 'Cyan, magenta, yellow and black in percent',
  cmyk_values: 'Your own CMYK values',
  spot: 'Name of the ink',
  alternate: 'CMYK values for screens',
  caption: 'Text below the code',
  paper: 'Print a white background',
  marks: 'Crop marks',
  bleed_mm: 'Bleed in mm',
  margin: 'Quiet zone in modules',
  headline: 'Headline',
  text: 'Text below the headline',
  template: 'Label sheet',
  label_width_mm: 'Width of a label in mm',
  label_height_mm: 'Height of a label in mm',
  label_caption: 'Text beside the code',
  label_color: 'Colours',
  copies: 'Copies',
  start: 'Start at label',
  offset_x_mm: 'Move right, in mm',
  offset_y_mm: 'Move down, in mm',
  guides: 'Print the edges of the labels, for a test on plain paper',
} as const satisfies Record<string, PlainMessage>;

/** What a form says for an answer that it does not offer. */
export const listChoices = () => ({
  caption: say('Choose one of these texts, or none.'),
  label_caption: say('Choose one of these texts, or none.'),
  label_color: say('Choose the design, or black.'),
  template: say('Choose one of these sheets, or a roll.'),
});

export const PRINT_DEFAULTS = {
  kind: 'pdf',
  width_mm: '40',
  look: 'design',
  ink: 'process',
  printer: 'office',
  caption: 'none',
  bleed_mm: '0',
} as const;

/** The same for labels and layouts. */
export const SHEET_DEFAULTS = {
  kind: 'table_tent',
  printer: 'office',
  template: 'L7160',
  start: '1',
  copies: String(LABEL_TEMPLATES.L7160.columns * LABEL_TEMPLATES.L7160.rows),
  label_caption: 'none',
  label_color: 'design',
  offset_x_mm: '0',
  offset_y_mm: '0',
} as const;

/** The values of the form before any choice. */
export function listDefaults(code: QrCode): Record<string, string> {
  return {
    ...SHEET_DEFAULTS,
    ...PRINT_DEFAULTS,
    size: String(code.size),
    margin: String(code.margin),
  };
}

/** The PNG that a form requests; null if there is a problem. */
export function readScreen(form: Form): ImageRequest | null {
  const query = validateForm(form, imageQuery, { format: 'png', size: form.decimal('size') });
  return query && { format: query.format, size: query.size, margin: undefined, dpi: undefined };
}

/** The print file that a form requests; null if there is a problem. */
export function readPrint(form: Form): PrintRequest | null {
  const card = readPrintCard(form);
  if (!card) {
    form.refuse('kind', say('Choose one of these files.'));
    return null;
  }
  const isInked = hasFields(card, 'ink');
  const ink = form.value('ink');
  const alternate = isInked && ink === 'spot' ? withoutSpaces(form.trimmed('alternate')) : '';
  const cmykValues = isInked && ink === 'process' ? withoutSpaces(form.trimmed('cmyk_values')) : '';
  const margin = form.decimal('margin');
  const input = {
    ...card.print,
    width_mm: form.decimal('width_mm'),
    ...(margin === '' ? {} : { margin }),
    color: isInked ? readColor(form, ink) : form.value('look'),
    ...(alternate === '' ? {} : { alternate }),
    ...(cmykValues === '' ? {} : { cmyk_values: cmykValues }),
    ...(form.isChecked('paper') ? { paper: 'white' } : {}),
    ...readTrim(form, card),
    caption: form.value('caption'),
  };
  const query = validateForm(form, printQuery, input, { nameOf: toPrintField(form), choices: listChoices() });
  return query && toPrintRequest(query);
}

/** The card of a print file; null for other downloads. */
function readPrintCard(form: Form): (Card & Required<Pick<Card, 'print'>>) | null {
  const kind = parseKind(form.value('kind'));
  const card: Card | null = kind && CARDS[kind];
  return card?.print ? { ...card, print: card.print } : null;
}

function hasFields({ fields }: Card, name: string): boolean {
  return fields.split(' ').includes(name);
}

/** What print shops cut off. */
const SHOP = { bleed_mm: '3', marks: 'true' } as const;
const OFFICE = { bleed_mm: '0', marks: 'false' } as const;

/** Bleed and marks, which the one who prints decides where the form asks for that. */
function readTrim(form: Form, card: Card): { readonly bleed_mm: string; readonly marks: string } {
  if (hasFields(card, 'printer')) return isForShop(form) ? SHOP : OFFICE;
  return { bleed_mm: form.decimal('bleed_mm'), marks: String(form.isChecked('marks')) };
}

export function isForShop(form: Form): boolean {
  const printer = form.value('printer');
  if (printer !== 'office' && printer !== 'shop')
    form.refuse('printer', say('Choose an office printer or a print shop.'));
  return printer === 'shop';
}

/** The form field for a field of the interface. */
export function toPrintField(form: Form): (path: string) => string {
  const card = readPrintCard(form);
  const ink = form.value('ink');
  return (path) => {
    if (path !== 'color') return path;
    if (!card || !hasFields(card, 'ink')) return 'look';
    return ink === 'cmyk' || ink === 'spot' ? ink : 'ink';
  };
}

/** The intended reading distance of a print, in millimetres; null if there is none, or it is invalid. */
export function readDistance(form: Form): number | null {
  const text = form.decimal('distance_cm');
  const cm = text === '' ? null : validateForm(form, DISTANCE, text, { nameOf: () => 'distance_cm' });
  return cm === null ? null : Math.round(cm * 10);
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
