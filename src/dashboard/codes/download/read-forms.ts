import { decimal } from '#contract/problems/decimal.ts';
import { imageQuery } from '#contract/prints/image.ts';
import { printQuery, toPrintRequest } from '#contract/prints/print.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { proposeWidth } from '#service/prints/print.ts';
import { say } from '#languages/say.ts';
import type { ImageRequest } from '#core/prints/files-request.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import type { PrintRequest } from '#core/prints/print-request.ts';
import type { Form } from '../../frame/forms/form.ts';
import { refuseProblems, validateForm } from '../../frame/forms/validate-form.ts';
import { problemsOf } from '../../frame/forms/field-table.tsx';
import { DISTANCE_CM, DOWNLOAD_FIELDS, FIRST_VALUES } from './fields.tsx';
import { type Card, CARDS, parseKind } from './kinds.ts';

/** The forms of the download sheet: their first values, and what they request. Every reader adds the problems to the form. */

const DISTANCE = decimal(DISTANCE_CM, 1);

/** The values of the form for a code before any choice. */
export function listDefaults(code: QrCode): Record<string, string> {
  const values = { ...FIRST_VALUES, size: String(code.size), margin: String(code.margin), design: '' };
  if (code.gs1) return { ...values, carrier: 'qr', width_mm: '' };
  const width = proposeWidth(code);
  return width === null ? values : { ...values, width_mm: String(width) };
}

/** The PNG that a form requests; null if there is a problem. */
export function readScreen(form: Form): ImageRequest | null {
  const query = validateForm(form, imageQuery, { format: 'png', size: form.decimal('size') });
  return query && { format: query.format, size: query.size, margin: undefined, dpi: undefined };
}

/** The print file that a form requests, for a code with the symbol of the file or for each of many; null if there is a problem. */
export function readPrint(form: Form, code?: QrCode): PrintRequest | null {
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
    width_mm:
      form.decimal('width_mm') ||
      (code?.gs1
        ? String(proposeWidth({ ...code, margin: Number(margin) || code.margin }) ?? FIRST_VALUES.width_mm)
        : ''),
    ...(margin === '' ? {} : { margin }),
    color: isInked ? readColor(form, ink) : form.value('look'),
    ...(alternate === '' ? {} : { alternate }),
    ...(cmykValues === '' ? {} : { cmyk_values: cmykValues }),
    ...(form.isChecked('paper') ? { paper: 'white' } : {}),
    ...(isForShop(form) ? SHOP : OFFICE),
    caption: form.value('caption'),
  };
  const query = validateForm(form, printQuery, input, {
    ...problemsOf(DOWNLOAD_FIELDS),
    nameOf: toPrintField(form),
  });
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
