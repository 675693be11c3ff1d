import { err, type Result } from '../result.ts';
import { arrangeElements, type DigitalLink, findAssociationFault } from './digital-link.ts';
import { allowShortGtin, checkElement, type ElementFault, padGtin } from './element.ts';

/**
 * What the symbol is: a QR code holds the URI, for phones and tills; a GS1 Data Matrix holds the element string, which tills and machines
 * read and phones do not open.
 */
export const CARRIERS = ['qr', 'datamatrix'] as const;
export type Carrier = (typeof CARRIERS)[number];

/** How a file shows a GS1 code. */
export interface Gs1Drawing {
  readonly carrier: Carrier;
  /** Whether its elements are written below the symbol, for people. */
  readonly hasText: boolean;
}

/** What a GS1 code identifies, fixed at its creation. Without a drawing, it is a QR code alone, as in its own pictures. */
export interface Gs1Identity extends DigitalLink, Partial<Gs1Drawing> {}

/** The most elements of a code: a symbol has room for no more. */
export const MOST_ELEMENTS = 20;

/**
 * Reads elements as owners send them, by their identifiers: in any order, GTINs also with 8, 12 or 13 digits. If several are primary keys,
 * the lowest number begins the path. Gives the code's identity, or all that is wrong.
 */
export function readElements(
  values: Readonly<Record<string, string>>,
): Result<DigitalLink, readonly ElementFault[]> {
  const elements = Object.entries(values)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(padGtin);
  const faults = elements.flatMap((element) => {
    const fault = checkElement(element);
    return fault ? allowShortGtin(fault) : [];
  });
  if (faults.length > 0) return err(faults);
  const link = arrangeElements(elements);
  const fault = link.ok ? findAssociationFault(link.value) : link.error;
  return link.ok && !fault ? link : err(fault ? [fault] : []);
}

/** Elements as their owner sees them, by their identifiers. */
export function writeElements({ path, attributes }: DigitalLink): Record<string, string> {
  return Object.fromEntries([...path, ...attributes]);
}
