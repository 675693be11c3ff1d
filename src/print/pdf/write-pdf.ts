import type { Box } from '#core/drawing.ts';
import type { Drawing } from '../drawing.ts';
import { formatNumbers, POINTS_PER_MM } from '../numbers.ts';
import type { PrintingCondition } from '#core/prints/print-request.ts';
import { writeContent } from './page-content.ts';
import { Resources } from './resources.ts';
import { type PdfObject, toDate, toFlateStream, toTextString, writePdfFile } from './pdf-file.ts';

export interface DocumentFacts {
  readonly title: string;
  /** The file's creation and modification time. It is fixed, so that the same request gives the same file. */
  readonly createdAtMs: number;
  /** The printing condition of a PDF/X-1a:2003 file (ISO 15930-4); null for a plain PDF 1.4. */
  readonly condition: PrintingCondition | null;
}

/** Writes drawings as a PDF, one on each page. All are in the same inks. */
export async function writePdf(pages: readonly Drawing[], facts: DocumentFacts): Promise<Uint8Array> {
  const resources = new Resources(pages[0]?.inks ?? { space: 'design' });
  const contents = pages.map(({ shapes, height }) => writeContent(shapes, height, resources));
  // First the catalog, the list of pages, the document information and what all pages share, then each page followed by its content.
  const [shared, firstPage] = [4, 5];
  const numbers = pages.map((_, i) => firstPage + 2 * i);
  const [dictionary, others] = await resources.write(firstPage + 2 * pages.length);
  const objects: PdfObject[] = [
    { dictionary: `<</Type/Catalog/Pages 2 0 R${writeOutputIntent(facts.condition)}>>` },
    {
      dictionary: `<</Type/Pages/Count ${pages.length}/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`,
    },
    { dictionary: writeInfo(facts) },
    { dictionary },
  ];
  for (const [i, page] of pages.entries()) {
    objects.push(
      { dictionary: writePage(page, shared, (numbers[i] ?? 0) + 1) },
      await toFlateStream(contents[i] ?? ''),
    );
  }
  return writePdfFile([...objects, ...others], { root: 1, info: 3 });
}

function writePage(page: Drawing, resources: number, contents: number): string {
  const media = { x: 0, y: 0, width: page.width, height: page.height };
  // Each box lies within the one before (PDF 1.4 §10.10.1). ISO 15930-4 requires the trim box; a page without bleed needs no bleed box.
  const boxes: readonly (readonly [name: string, box: Box])[] = [
    ['MediaBox', media],
    ...(page.bleed.x > 0 ? [['BleedBox', page.bleed] as const] : []),
    ['TrimBox', page.trim],
  ];
  const entries = boxes.map(([name, box]) => `/${name}[${toRectangle(box, page.height)}]`).join('');
  return `<</Type/Page/Parent 2 0 R${entries}/Resources ${resources} 0 R/Contents ${contents} 0 R>>`;
}

function toRectangle({ x, y, width, height }: Box, pageHeight: number): string {
  const corners = [x, pageHeight - y - height, x + width, pageHeight - y];
  return formatNumbers(...corners.map((mm) => mm * POINTS_PER_MM));
}

/** ISO 15930-4 requires dates, a title, whether the file is trapped, and the version of the standard. */
function writeInfo({ title, createdAtMs, condition }: DocumentFacts): string {
  const producer = toTextString('QR Code Service');
  const date = toDate(createdAtMs);
  const version =
    condition === null ? '' : `/Creator${producer}/GTS_PDFXVersion${toTextString('PDF/X-1a:2003')}`;
  return `<</Title${toTextString(title)}/Producer${producer}/CreationDate${date}/ModDate${date}/Trapped/False${version}>>`;
}

/** The output intent of ISO 15930-4: a condition of the ICC's registry needs no profile in the file. */
function writeOutputIntent(condition: PrintingCondition | null): string {
  if (condition === null) return '';
  const name = toTextString(condition);
  return `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier${name}/RegistryName(http://www.color.org)/Info${name}>>]`;
}
