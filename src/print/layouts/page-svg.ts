import { writeShapes } from '#symbol/picture/write-svg.ts';
import type { Part, SheetPage } from '../pdf/write-sheets.ts';

/** The elements of SVG for a page of one part, in millimetres from the upper left corner of the page. */
export async function writePageSvg({ shapes, places }: SheetPage, part: Part): Promise<string> {
  const [first, ...others] = places.map(({ x, y, isTurned }) =>
    isTurned ? `translate(${x + part.width} ${y + part.height}) rotate(180)` : `translate(${x} ${y})`,
  );
  const drawn = writeShapes(await part.draw());
  const uses = others.map((place) => `<use href="#layout" transform="${place}"/>`);
  return `${writeShapes(shapes)}<g transform="${first}"><g id="layout">${drawn}</g></g>${uses.join('')}`;
}
