import type { Drawing, Shape, TextShape } from './drawing.ts';
import { formatNumber, formatNumbers } from './numbers.ts';
import type { Outline } from './outlines.ts';
import { writeCurves } from './write-curves.ts';
import { type PathWriter, writeGlyphs } from './write-text.ts';

/** Writes a drawing as SVG 1.1 in millimetres, for layout programs and cutters. SVG has no inks: black is `#000000`. */
export function writePrintSvg(drawing: Drawing, title: string): string {
  const [width, height] = [formatNumber(drawing.width), formatNumber(drawing.height)];
  const color = drawing.ink.space === 'rgb' ? drawing.ink.color : '#000000';
  const text = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">` +
    `<title>${text}</title>${drawing.shapes.map((shape) => writeShape(shape, color)).join('')}</svg>\n`
  );
}

function writeShape(shape: Shape, color: string): string {
  switch (shape.kind) {
    case 'paper':
      return `<path fill="#ffffff" d="M${formatNumbers(shape.x, shape.y)}h${formatNumber(shape.width)}v${formatNumber(shape.height)}h${formatNumber(-shape.width)}z"/>`;
    case 'outlines':
    case 'curves': {
      const path =
        shape.kind === 'curves' ? writeCurves(shape.outlines, PATH) : shape.outlines.map(writeSvgOutline);
      const place = `translate(${formatNumbers(shape.x, shape.y)}) scale(${shape.scale.toFixed(8)})`;
      return `<path fill="${color}" fill-rule="evenodd" transform="${place}" d="${path.join('')}"/>`;
    }
    case 'text':
      return writeText(shape, color);
    case 'lines': {
      const lines = shape.lines.map(
        ([x1, y1, x2, y2]) => `M${formatNumbers(x1, y1)}L${formatNumbers(x2, y2)}`,
      );
      return `<path fill="none" stroke="${color}" stroke-width="${formatNumber(shape.width)}" d="${lines.join('')}"/>`;
    }
  }
}

const PATH: PathWriter = {
  move: (point) => `M${point}`,
  line: (point) => `L${point}`,
  curve: (points) => `C${points}`,
};

/** A line of text: one path for each glyph, moved to its place. */
function writeText({ x, y, size, text, typeface }: TextShape, color: string): string {
  const scale = (size / typeface.unitsPerEm).toFixed(8);
  let pen = 0;
  const glyphs = writeGlyphs(typeface, text, PATH).map(({ path, advance }) => {
    const at = pen;
    pen += advance;
    return path.length === 0 ? '' : `<path transform="translate(${at})" d="${path.join('')}"/>`;
  });
  const place = `translate(${formatNumbers(x, y)}) scale(${scale} -${scale})`;
  return `<g fill="${color}" transform="${place}">${glyphs.join('')}</g>`;
}

/** A closed outline as a path. Its corners lie alternately along one axis and the other. */
export function writeSvgOutline(outline: Outline): string {
  let path = `M${formatNumbers(outline[0] ?? 0, outline[1] ?? 0)}`;
  for (let i = 2; i < outline.length; i += 2) {
    const isAcross = outline[i + 1] === outline[i - 1];
    path += isAcross ? `H${formatNumber(outline[i] ?? 0)}` : `V${formatNumber(outline[i + 1] ?? 0)}`;
  }
  return `${path}z`;
}
