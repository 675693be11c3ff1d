import type { Box } from '#core/drawing.ts';
import type { Drawing } from '../drawing.ts';
import type { TrimmedPage } from '../trimmed-page.ts';
import { formatNumbers, POINTS_PER_MM } from '../numbers.ts';
import { writeMetadata } from './metadata.ts';
import { type Conformance, writeOutputIntent } from './output-intent.ts';
import { writeContent } from './page-content.ts';
import { Resources } from './resources.ts';
import { type PdfObject, toDate, toFlateStream, toTextString, writePdfFile } from './pdf-file.ts';

export interface DocumentFacts extends Conformance {
  readonly title: string;
  /** The file's creation and modification time. It is fixed, so that the same request gives the same file. */
  readonly createdAtMs: number;
}

/** Writes drawings as a PDF, one on each page. All are in the same inks. */
export async function writePdf(pages: readonly Drawing[], facts: DocumentFacts): Promise<Uint8Array> {
  const inks = pages[0]?.inks ?? { space: 'design' };
  const isX4 = facts.standard === 'x-4';
  const resources = new Resources(inks);
  const contents = pages.map(({ shapes, height }) => writeContent(shapes, height, resources));
  // First the catalog, the list of pages, the document information and what all pages share, then each page followed by its content.
  const [shared, firstPage] = [4, 5];
  const numbers = pages.map((_, i) => firstPage + 2 * i);
  const [dictionary, others] = await resources.write(firstPage + 2 * pages.length);
  const firstOther = firstPage + 2 * pages.length + others.length;
  const [intent, profiles] = await writeOutputIntent(inks, facts, firstOther);
  const metadata = isX4 ? [await writeMetadata(facts, PRODUCER, contents.join('\n'))] : [];
  const entry = isX4 ? `/Metadata ${firstOther + profiles.length} 0 R` : '';
  const objects: PdfObject[] = [
    { dictionary: `<</Type/Catalog/Pages 2 0 R${intent}${entry}>>` },
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
  const all = [...objects, ...others, ...profiles, ...metadata];
  return writePdfFile(all, { root: 1, info: 3, version: isX4 ? '1.6' : '1.4' });
}

/**
 * Transparent parts are mixed in the inks of the press, because the page is no group with colours of its own (PDF 1.6 §7.5.5): in RGB, all
 * of a page with one transparent part would lose its black ink.
 */
function writePage(page: Drawing, resources: number, contents: number): string {
  return `<</Type/Page/Parent 2 0 R${writeBoxes(page)}/Resources ${resources} 0 R/Contents ${contents} 0 R>>`;
}

/** The boxes of a page: each lies within the one before (PDF 1.4 §10.10.1). */
export function writeBoxes({ width, height, bleed, trim }: TrimmedPage): string {
  // ISO 15930-4 requires the trim box; a page without bleed needs no bleed box.
  const boxes: readonly (readonly [name: string, box: Box])[] = [
    ['MediaBox', { x: 0, y: 0, width, height }],
    ...(bleed.x > 0 ? [['BleedBox', bleed] as const] : []),
    ['TrimBox', trim],
  ];
  return boxes.map(([name, box]) => `/${name}[${toRectangle(box, height)}]`).join('');
}

function toRectangle({ x, y, width, height }: Box, pageHeight: number): string {
  const corners = [x, pageHeight - y - height, x + width, pageHeight - y];
  return formatNumbers(...corners.map((mm) => mm * POINTS_PER_MM));
}

const PRODUCER = 'QR Code Service';

/**
 * ISO 15930-4 requires dates, a title, whether the file is trapped, and the version of the standard, which files of later standards state
 * in their metadata.
 */
function writeInfo({ title, createdAtMs, condition }: DocumentFacts): string {
  const producer = toTextString(PRODUCER);
  const date = toDate(createdAtMs);
  const version =
    condition === null ? '' : `/Creator${producer}/GTS_PDFXVersion${toTextString('PDF/X-1a:2003')}`;
  return `<</Title${toTextString(title)}/Producer${producer}/CreationDate${date}/ModDate${date}/Trapped/False${version}>>`;
}
