import { nameIds, OWN } from '#symbol/picture/own-ids.ts';
import { writeShapes } from '#symbol/picture/write-svg.ts';
import type { Part, SheetPage } from '../pdf/write-sheets.ts';

/** The elements of SVG for a page of one part, in millimetres from the upper left corner of the page. */
export async function writePageSvg({ shapes, places }: SheetPage, part: Part): Promise<string> {
  const [first, ...others] = places.map(({ x, y, isTurned }) =>
    isTurned ? `translate(${x + part.width} ${y + part.height}) rotate(180)` : `translate(${x} ${y})`,
  );
  const [around, drawn] = [await writeShapes(shapes), await writeShapes(await part.draw())];
  const id = `part-${OWN}`;
  const uses = others.map((place) => `<use href="#${id}" transform="${place}"/>`);
  return nameIds(`${around}<g transform="${first}"><g id="${id}">${drawn}</g></g>${uses.join('')}`);
}
