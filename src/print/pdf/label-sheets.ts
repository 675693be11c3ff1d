import type { LinesShape } from '#core/drawing.ts';
import { type LabelRequest, placeLabel } from '#core/prints/label-templates.ts';
import { fromChannels } from '#core/styles/hex-color.ts';
import { pageAround } from '../trimmed-page.ts';
import type { Part, Place, SheetPage, Sheets } from './write-sheets.ts';

const GREY = fromChannels([128, 128, 128]);
const GUIDE_WIDTH_MM = (0.25 * 25.4) / 72;

/** The sheets of a request: the copies of each label follow each other, from the first free place on. */
export function layOutLabels(request: LabelRequest, parts: readonly Part[]): Sheets {
  const { template, start, copies, offsetX, offsetY } = request;
  const perPage = template.columns * template.rows;
  const pages: Place[][] = [];
  for (let i = 0; i < parts.length * copies; i++) {
    const place = start - 1 + i;
    const { x, y } = placeLabel(template, place % perPage);
    const page = (pages[Math.floor(place / perPage)] ??= []);
    page.push({ part: Math.floor(i / copies), x: x + offsetX, y: y + offsetY, isTurned: false });
  }
  const shapes = request.guides ? [drawGuides(request)] : [];
  const { width, height } = template.sheet;
  return {
    page: pageAround(width, height, { bleedMm: 0, marks: false }),
    parts,
    pages: pages.map((places): SheetPage => ({ shapes, places })),
  };
}

/** The edges of all labels of a sheet. */
function drawGuides({ template, offsetX, offsetY }: LabelRequest): LinesShape {
  const { width, height } = template.label;
  const lines = Array.from({ length: template.columns * template.rows }, (_, position) => {
    const place = placeLabel(template, position);
    const [left, top] = [place.x + offsetX, place.y + offsetY];
    const [right, bottom] = [left + width, top + height];
    return [
      [left, top, right, top],
      [right, top, right, bottom],
      [right, bottom, left, bottom],
      [left, bottom, left, top],
    ] as const;
  });
  return { kind: 'lines', fill: GREY, width: GUIDE_WIDTH_MM, lines: lines.flat() };
}
