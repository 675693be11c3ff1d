import type { Shape } from '#core/drawing.ts';
import type { Inks } from '../ink.ts';
import { formatNumbers, POINTS_PER_MM } from '../numbers.ts';
import { PLAIN_PDF, writeOutputIntent } from './output-intent.ts';
import type { TrimmedPage } from '../trimmed-page.ts';
import { writeContent } from './page-content.ts';
import { Resources } from './resources.ts';
import { PdfWriter, toDate, toFlateStream, toTextString } from './pdf-file.ts';
import { writeBoxes } from './write-pdf.ts';

/** What pages show, such as a label. The file holds it once, however many places show it. */
export interface Part {
  readonly width: number;
  readonly height: number;
  /** Its shapes in millimetres from its upper left corner. */
  draw(): Promise<readonly Shape[]>;
}

/** A place on a page, in millimetres from the upper left corner of the page to that of the part. */
export interface Place {
  /** The number of the part, from 0. */
  readonly part: number;
  readonly x: number;
  readonly y: number;
  /** Whether it is upside down. */
  readonly isTurned: boolean;
}

export interface SheetPage {
  /** In one colour each: the resources of the file are for parts. */
  readonly shapes: readonly Shape[];
  readonly places: readonly Place[];
}

/** Pages of one size, and what they show. */
export interface Sheets {
  readonly page: TrimmedPage;
  readonly parts: readonly Part[];
  readonly pages: readonly SheetPage[];
}

/** The metadata of a file, and its inks. */
export interface SheetFacts {
  readonly title: string;
  readonly createdAtMs: number;
  readonly inks: Inks;
}

/**
 * Writes sheets as a PDF 1.4. The pages refer to the parts (form XObjects, PDF 1.4 §4.9). Each part is drawn only after the bytes before it
 * were taken, and then dropped.
 */
export async function* writeSheets(
  { page, parts, pages }: Sheets,
  { title, createdAtMs, inks }: SheetFacts,
): AsyncGenerator<Uint8Array> {
  const pdf = new PdfWriter();
  const resources = new Resources(inks);
  const [catalog, list, info, shared, firstPart] = [1, 2, 3, 4, 5];
  const firstPage = firstPart + parts.length;
  const kids = pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(' ');
  const producer = toTextString('QR Code Service');
  const date = toDate(createdAtMs);
  yield pdf.start();
  yield pdf.write(list, { dictionary: `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>` });
  yield pdf.write(info, {
    dictionary: `<</Title${toTextString(title)}/Producer${producer}/CreationDate${date}/ModDate${date}>>`,
  });
  for (const [i, part] of parts.entries()) {
    const box = `0 0 ${toPoints(part.width, part.height)}`;
    const form = `/Type/XObject/Subtype/Form/BBox[${box}]/Resources ${shared} 0 R`;
    const content = writeContent(await part.draw(), part.height, resources);
    yield pdf.write(firstPart + i, await toFlateStream(content, form));
  }
  for (const [i, { shapes, places }] of pages.entries()) {
    const shown = [...new Set(places.map(({ part }) => part))];
    const names = shown.map((part) => `/X${part} ${firstPart + part} 0 R`).join('');
    const number = firstPage + 2 * i;
    yield pdf.write(number, {
      dictionary: `<</Type/Page/Parent ${list} 0 R${writeBoxes(page)}/Resources<</XObject<<${names}>>>>/Contents ${number + 1} 0 R>>`,
    });
    const content = [
      ...(shapes.length === 0 ? [] : [writeContent(shapes, page.height, resources)]),
      ...places.map((place) => writePlace(place, parts[place.part], page.height)),
    ];
    yield pdf.write(number + 1, await toFlateStream(content.join('\n')));
  }
  const next = firstPage + 2 * pages.length;
  const [dictionary, others] = await resources.write(next);
  yield pdf.write(shared, { dictionary });
  const [intent, profiles] = await writeOutputIntent(inks, PLAIN_PDF, next + others.length);
  // Sheets come out right only at actual size (a PDF 1.6 key, which older readers ignore).
  const preferences = '/ViewerPreferences<</PrintScaling/None>>';
  yield pdf.write(catalog, { dictionary: `<</Type/Catalog/Pages ${list} 0 R${preferences}${intent}>>` });
  for (const [i, object] of [...others, ...profiles].entries()) yield pdf.write(next + i, object);
  yield pdf.end({ root: catalog, info });
}

function writePlace({ part, x, y, isTurned }: Place, size: Part | undefined, pageHeight: number): string {
  const { width = 0, height = 0 } = size ?? {};
  const matrix = isTurned
    ? `-1 0 0 -1 ${toPoints(x + width, pageHeight - y)}`
    : `1 0 0 1 ${toPoints(x, pageHeight - y - height)}`;
  return `q ${matrix} cm /X${part} Do Q`;
}

function toPoints(...mm: readonly number[]): string {
  return formatNumbers(...mm.map((length) => length * POINTS_PER_MM));
}
