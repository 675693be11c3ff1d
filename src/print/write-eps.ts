import { toChannels } from '#core/styles/hex-color.ts';
import type { Drawing, Shape } from './drawing.ts';
import { type Ink, listPlates } from './ink.ts';
import { formatNumber, formatNumbers, POINTS_PER_MM } from './numbers.ts';
import type { Outline } from './outlines.ts';
import { writeCurves } from './write-curves.ts';
import { postfix, writeGlyphs } from './write-text.ts';

export interface EpsFacts {
  /** In printable ASCII. */
  readonly title: string;
  readonly createdAtMs: number;
}

/** A few corners of an outline a line: no line may exceed 255 characters (DSC 3.0 §3). */
const CORNERS_PER_LINE = 12;

const PATH = postfix('moveto', 'lineto', 'curveto');

/** Writes a drawing as EPS 3.0, PostScript level 2. */
export function writeEps(drawing: Drawing, { title, createdAtMs }: EpsFacts): string {
  const size = [drawing.width * POINTS_PER_MM, drawing.height * POINTS_PER_MM];
  const [width = 0, height = 0] = size;
  const lines = [
    '%!PS-Adobe-3.0 EPSF-3.0',
    `%%BoundingBox: 0 0 ${formatNumbers(...size.map(roundUp))}`,
    `%%HiResBoundingBox: 0 0 ${formatNumbers(width, height)}`,
    `%%Title: (${title.replaceAll(/[\\()]/g, String.raw`\$&`)})`,
    '%%Creator: (QR Code Service)',
    `%%CreationDate: (${new Date(createdAtMs).toISOString()})`,
    '%%LanguageLevel: 2',
    '%%DocumentData: Clean7Bit',
    ...writeInkComments(drawing.ink),
    '%%Pages: 1',
    '%%EndComments',
    '%%Page: 1 1',
    // Keeps the graphics state of the program that places the file (EPSF 3.0 §2.3).
    'save',
    ...(drawing.ink.space === 'spot' ? [writeSpotSpace(drawing.ink)] : []),
    ...drawing.shapes.flatMap((shape) => writeShape(shape, drawing)),
    'restore',
    'showpage',
    '%%EOF',
  ];
  return `${lines.join('\n')}\n`;
}

/** The bounding box in whole points, rounded up around the page. Rounding errors do not add a point. */
function roundUp(value: number): number {
  return Math.ceil(Number(value.toFixed(4)));
}

/** DSC 3.0 §5.2 and §5.3: which plates the file needs. */
function writeInkComments(ink: Ink): string[] {
  if (ink.space === 'rgb') return [];
  if (ink.space === 'cmyk') {
    const plates = listPlates(ink).map((plate) => plate.charAt(0).toUpperCase() + plate.slice(1));
    return [`%%DocumentProcessColors: ${plates.join(' ')}`];
  }
  return [
    `%%DocumentCustomColors: (${ink.name})`,
    `%%CMYKCustomColor: ${formatNumbers(...ink.cmyk)} (${ink.name})`,
  ];
}

/** A Separation space (PostScript Language Reference §4.8.4): each share of the alternate is the tint times its share at full tint. */
function writeSpotSpace(ink: Extract<Ink, { space: 'spot' }>): string {
  const [cyan, magenta, yellow, black] = ink.cmyk.map((share) => formatNumber(share));
  const tint = `dup ${cyan} mul exch dup ${magenta} mul exch dup ${yellow} mul exch ${black} mul`;
  return `[/Separation (${ink.name}) /DeviceCMYK {${tint}}] setcolorspace`;
}

function writeShape(shape: Shape, { height: pageHeight, ink }: Drawing): string[] {
  const toPoints = (...mm: number[]) => formatNumbers(...mm.map((length) => length * POINTS_PER_MM));
  switch (shape.kind) {
    case 'paper': {
      const corner = toPoints(shape.x, pageHeight - shape.y - shape.height);
      return [paperColor(ink), `${corner} ${toPoints(shape.width, shape.height)} rectfill`];
    }
    case 'outlines':
    case 'curves': {
      const scale = (shape.scale * POINTS_PER_MM).toFixed(8);
      return [
        'gsave',
        `${toPoints(shape.x, pageHeight - shape.y)} translate ${scale} -${scale} scale`,
        inkColor(ink),
        'newpath',
        ...(shape.kind === 'curves'
          ? writeCurves(shape.outlines, PATH)
          : shape.outlines.flatMap(writeOutline)),
        'eofill',
        'grestore',
      ];
    }
    case 'text': {
      const scale = ((shape.size * POINTS_PER_MM) / shape.typeface.unitsPerEm).toFixed(8);
      return [
        'gsave',
        `${toPoints(shape.x, pageHeight - shape.y)} translate ${scale} dup scale`,
        inkColor(ink),
        ...writeGlyphs(shape.typeface, shape.text, PATH).flatMap(({ path, advance }) =>
          (path.length === 0 ? [] : ['newpath', path.join('\n'), 'fill']).concat(`${advance} 0 translate`),
        ),
        'grestore',
      ];
    }
    case 'lines':
      return [
        inkColor(ink),
        `${toPoints(shape.width)} setlinewidth newpath`,
        ...shape.lines.map(
          ([x1, y1, x2, y2]) =>
            `${toPoints(x1, pageHeight - y1)} moveto ${toPoints(x2, pageHeight - y2)} lineto`,
        ),
        'stroke',
      ];
  }
}

function writeOutline(outline: Outline): string[] {
  const lines: string[] = [];
  let line: string[] = [];
  for (let i = 0; i < outline.length; i += 2) {
    line.push(`${formatNumbers(outline[i] ?? 0, outline[i + 1] ?? 0)} ${i === 0 ? 'moveto' : 'lineto'}`);
    if (line.length < CORNERS_PER_LINE && i + 2 < outline.length) continue;
    lines.push(line.join(' '));
    line = [];
  }
  return [...lines, 'closepath'];
}

function inkColor(ink: Ink): string {
  if (ink.space === 'spot') return '1 setcolor';
  if (ink.space === 'cmyk') return `${formatNumbers(...ink.cmyk)} setcmykcolor`;
  return `${formatNumbers(...toChannels(ink.color).map((channel) => channel / 255))} setrgbcolor`;
}

/** No ink, expressed in the inks that the file uses anyway. */
function paperColor(ink: Ink): string {
  if (ink.space === 'spot') return '0 setcolor';
  return ink.space === 'cmyk' ? '0 0 0 0 setcmykcolor' : '1 1 1 setrgbcolor';
}
