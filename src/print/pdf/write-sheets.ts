import { type LabelTemplate, placeLabel, type SheetRequest } from '#core/print/label-templates.ts';
import { formatNumber, formatNumbers, POINTS_PER_MM } from '../numbers.ts';
import { type ModuleGrid, traceOutlines } from '../outlines.ts';
import { writeOutlines } from './page-content.ts';
import { type PdfObject, toDate, toFlateStream, toTextString, writePdfFile } from './pdf-file.ts';

/** The quiet zone on labels, in modules: what ISO/IEC 18004 §9.1 asks for, because the label ends there. */
const MARGIN = 4;

/** Label printers have 200 to 300 dots to an inch: two or three of them are the narrowest module. */
const SMALLEST_MODULE_MM = 0.2;

/** How wide a module is on a label of the template, in millimetres; null where it is too narrow for label printers. */
export function moduleOnLabel({ label }: LabelTemplate, modules: number): number | null {
  const moduleMm = Math.min(label.width, label.height) / (modules + 2 * MARGIN);
  return moduleMm < SMALLEST_MODULE_MM ? null : moduleMm;
}

/** The height of the smallest label that takes a symbol, in millimetres. */
export function smallestLabel(modules: number): number {
  return Math.ceil(SMALLEST_MODULE_MM * (modules + 2 * MARGIN) * 10) / 10;
}

/**
 * Writes labels as a PDF 1.4, sheet after sheet. Each symbol stands in it once, whatever the copies, and every page names those that it
 * shows (form XObjects, PDF 1.4 §4.9).
 */
export async function writeSheets(
  request: SheetRequest,
  grids: readonly ModuleGrid[],
  { title, createdAtMs }: { readonly title: string; readonly createdAtMs: number },
): Promise<Uint8Array> {
  const pages = listPages(request, grids.length);
  const firstSymbol = 4;
  const firstPage = firstSymbol + grids.length;
  const kids = pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(' ');
  const producer = toTextString('QR Code Service');
  const date = toDate(createdAtMs);
  const objects: PdfObject[] = [
    // Sheets come out right at their actual size only (a key of PDF 1.6, which older readers pass over).
    { dictionary: '<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</PrintScaling/None>>>>' },
    {
      dictionary: `<</Type/Pages/Count ${pages.length}/Kids[${kids}]/MediaBox[0 0 ${toPoints(request.template.sheet.width, request.template.sheet.height)}]>>`,
    },
    { dictionary: `<</Title${toTextString(title)}/Producer${producer}/CreationDate${date}/ModDate${date}>>` },
  ];
  for (const grid of grids) objects.push(await writeSymbol(request.template, grid));
  for (const [i, page] of pages.entries()) {
    const names = [...new Set(page.map(({ symbol }) => symbol))];
    const symbols = names.map((symbol) => `/X${symbol} ${firstSymbol + symbol} 0 R`).join('');
    objects.push(
      {
        dictionary: `<</Type/Page/Parent 2 0 R/Resources<</XObject<<${symbols}>>>>/Contents ${firstPage + 2 * i + 1} 0 R>>`,
      },
      await toFlateStream(writePage(request, page)),
    );
  }
  return writePdfFile(objects, { root: 1, info: 3 });
}

/** A label of a page: which symbol, and its position from 0. */
interface PlacedLabel {
  readonly symbol: number;
  readonly position: number;
}

function listPages({ template, start, copies }: SheetRequest, symbols: number): PlacedLabel[][] {
  const perPage = template.columns * template.rows;
  const pages: PlacedLabel[][] = [];
  for (let i = 0; i < symbols * copies; i++) {
    const place = start - 1 + i;
    const page = (pages[Math.floor(place / perPage)] ??= []);
    page.push({ symbol: Math.floor(i / copies), position: place % perPage });
  }
  return pages;
}

/** A symbol in black ink with its quiet zone as large as the label's shorter side, from its lower left corner. */
function writeSymbol(template: LabelTemplate, grid: ModuleGrid): Promise<PdfObject> {
  const side = Math.min(template.label.width, template.label.height);
  const moduleMm = side / (grid.side + 2 * MARGIN);
  const scale = formatNumber(moduleMm * POINTS_PER_MM, 8);
  const place = `${scale} 0 0 -${scale} ${toPoints(MARGIN * moduleMm, side - MARGIN * moduleMm)} cm`;
  const content = `${place} 0 0 0 1 k\n${writeOutlines(traceOutlines(grid, 0))}\nf*`;
  return toFlateStream(content, `/Type/XObject/Subtype/Form/BBox[0 0 ${toPoints(side, side)}]/Resources<<>>`);
}

/** A symbol lies in the middle of its label. */
function writePage(
  { template, guides, offsetX, offsetY }: SheetRequest,
  page: readonly PlacedLabel[],
): string {
  const { label, sheet } = template;
  const side = Math.min(label.width, label.height);
  const lowerLeft = (position: number, height: number) => {
    const { x, y } = placeLabel(template, position);
    return [x + offsetX, sheet.height - y - offsetY - height] as const;
  };
  const labels = page.map(({ symbol, position }) => {
    const [x, y] = lowerLeft(position, label.height);
    const corner = toPoints(x + (label.width - side) / 2, y + (label.height - side) / 2);
    return `q 1 0 0 1 ${corner} cm /X${symbol} Do Q`;
  });
  if (!guides) return labels.join('\n');
  const edges = Array.from({ length: template.columns * template.rows }, (_, position) => {
    return `${toPoints(...lowerLeft(position, label.height), label.width, label.height)} re`;
  });
  return `0 0 0 0.5 K 0.25 w\n${edges.join('\n')}\nS\n${labels.join('\n')}`;
}

function toPoints(...mm: readonly number[]): string {
  return formatNumbers(...mm.map((length) => length * POINTS_PER_MM));
}
