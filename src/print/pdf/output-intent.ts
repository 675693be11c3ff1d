import type { PdfStandard, PrintingCondition } from '#core/prints/print-request.ts';
import type { Inks } from '../ink.ts';
import { writePrinterProfile, writeScreenProfile } from './icc-profile.ts';
import { type PdfObject, toFlateStream, toTextString } from './pdf-file.ts';

/** Which standard a PDF follows. */
export interface Conformance {
  readonly standard: PdfStandard;
  /** The printing condition of a PDF/X-1a:2003 file (ISO 15930-4); null for other files. */
  readonly condition: PrintingCondition | null;
}

export const PLAIN_PDF: Conformance = { standard: 'pdf-1.4', condition: null };

/**
 * What a file says about the colours that it is made for (PDF 1.4 §10.10.4): an entry of the catalog, and the objects that it refers to, of
 * which the first gets the number `next`. Inks of a plain PDF are for whichever press prints them.
 */
export async function writeOutputIntent(
  inks: Inks,
  { standard, condition }: Conformance,
  next: number,
): Promise<readonly [entry: string, objects: readonly PdfObject[]]> {
  if (condition !== null) {
    // A condition of the ICC's registry needs no profile in the file.
    const name = toTextString(condition);
    return [writeIntent(`/S/GTS_PDFX${nameCondition(name, name)}/RegistryName(http://www.color.org)`), []];
  }
  if (inks.space !== 'design' && inks.space !== 'rgb') return ['', []];
  const isX4 = standard === 'x-4';
  // The subtype of a file that follows no standard is that of PDF/A, which allows profiles of screens.
  const subtype = isX4 ? 'GTS_PDFX' : 'GTS_PDFA1';
  const about = nameCondition('(sRGB)', '(sRGB \\(IEC 61966-2-1\\))');
  const profile = isX4 ? writePrinterProfile() : writeScreenProfile();
  return [
    writeIntent(`/S/${subtype}${about}/DestOutputProfile ${next} 0 R`),
    [await toFlateStream(profile, '/N 3/Alternate/DeviceRGB')],
  ];
}

function nameCondition(identifier: string, info: string): string {
  return `/OutputConditionIdentifier${identifier}/Info${info}`;
}

function writeIntent(entries: string): string {
  return `/OutputIntents[<</Type/OutputIntent${entries}>>]`;
}
