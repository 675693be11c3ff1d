import { placeLabel, type SheetRequest } from '#core/prints/label-templates.ts';
import type { Shape } from '#core/drawing.ts';
import type { Inks } from '../ink.ts';
import { formatNumbers, POINTS_PER_MM } from '../numbers.ts';
import { PLAIN_PDF, writeOutputIntent } from './output-intent.ts';
import { writeContent } from './page-content.ts';
import { Resources } from './resources.ts';
import { type PdfObject, toDate, toFlateStream, toTextString, writePdfFile } from './pdf-file.ts';

/** Draws a label: its shapes in millimetres from its upper left corner. */
export type DrawLabel = () => Promise<readonly Shape[]>;

/** The metadata of a file, and its inks. */
export interface SheetFacts {
  readonly title: string;
  readonly createdAtMs: number;
  readonly inks: Inks;
}

/**
 * Writes labels as a PDF 1.4, sheet after sheet. The file holds each label once, however many copies there are, and each page refers to its
 * labels (form XObjects, PDF 1.4 §4.9).
 *
 * @param labels each is drawn once, and forgotten before the next
 */
export async function writeSheets(
  request: SheetRequest,
  labels: readonly DrawLabel[],
  { title, createdAtMs, inks }: SheetFacts,
): Promise<Uint8Array> {
  const pages = listPages(request, labels.length);
  const resources = new Resources(inks);
  const { width, height } = request.template.label;
  const [shared, firstLabel] = [4, 5];
  const firstPage = firstLabel + labels.length;
  const kids = pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(' ');
  const producer = toTextString('QR Code Service');
  const date = toDate(createdAtMs);
  const objects: PdfObject[] = [
    {
      dictionary: `<</Type/Pages/Count ${pages.length}/Kids[${kids}]/MediaBox[0 0 ${toPoints(request.template.sheet.width, request.template.sheet.height)}]>>`,
    },
    { dictionary: `<</Title${toTextString(title)}/Producer${producer}/CreationDate${date}/ModDate${date}>>` },
  ];
  const form = `/Type/XObject/Subtype/Form/BBox[0 0 ${toPoints(width, height)}]/Resources ${shared} 0 R`;
  const forms: PdfObject[] = [];
  for (const draw of labels) {
    const content = writeContent(await draw(), height, resources);
    forms.push(await toFlateStream(content, form));
  }
  const [dictionary, others] = await resources.write(firstPage + 2 * pages.length);
  objects.push({ dictionary }, ...forms);
  for (const [i, page] of pages.entries()) {
    const shown = [...new Set(page.map(({ label }) => label))];
    const names = shown.map((label) => `/X${label} ${firstLabel + label} 0 R`).join('');
    objects.push(
      {
        dictionary: `<</Type/Page/Parent 2 0 R/Resources<</XObject<<${names}>>>>/Contents ${firstPage + 2 * i + 1} 0 R>>`,
      },
      await toFlateStream(writePage(request, page)),
    );
  }
  const [intent, profiles] = await writeOutputIntent(
    inks,
    PLAIN_PDF,
    firstPage + 2 * pages.length + others.length,
  );
  // Sheets come out right only at actual size (a PDF 1.6 key, which older readers ignore).
  const catalog = `<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</PrintScaling/None>>${intent}>>`;
  return writePdfFile([{ dictionary: catalog }, ...objects, ...others, ...profiles], { root: 1, info: 3 });
}

/** A label on a page: its number, and its position from 0. */
interface PlacedLabel {
  readonly label: number;
  readonly position: number;
}

function listPages({ template, start, copies }: SheetRequest, labels: number): PlacedLabel[][] {
  const perPage = template.columns * template.rows;
  const pages: PlacedLabel[][] = [];
  for (let i = 0; i < labels * copies; i++) {
    const place = start - 1 + i;
    const page = (pages[Math.floor(place / perPage)] ??= []);
    page.push({ label: Math.floor(i / copies), position: place % perPage });
  }
  return pages;
}

function writePage(
  { template, guides, offsetX, offsetY }: SheetRequest,
  page: readonly PlacedLabel[],
): string {
  const { label, sheet } = template;
  const lowerLeft = (position: number, height: number) => {
    const { x, y } = placeLabel(template, position);
    return [x + offsetX, sheet.height - y - offsetY - height] as const;
  };
  const labels = page.map(({ label: name, position }) => {
    const corner = toPoints(...lowerLeft(position, label.height));
    return `q 1 0 0 1 ${corner} cm /X${name} Do Q`;
  });
  if (!guides) return labels.join('\n');
  const edges = Array.from({ length: template.columns * template.rows }, (_, position) => {
    return `${toPoints(...lowerLeft(position, label.height), label.width, label.height)} re`;
  });
  return `0.5 G 0.25 w\n${edges.join('\n')}\nS\n${labels.join('\n')}`;
}

function toPoints(...mm: readonly number[]): string {
  return formatNumbers(...mm.map((length) => length * POINTS_PER_MM));
}
