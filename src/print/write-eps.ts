import type { Fill, GradientFill, Shape } from '#core/drawing.ts';
import { placePaths } from '#core/logos/logo-picture.ts';
import { toHex } from '#core/bytes/hex.ts';
import type { Drawing } from './drawing.ts';
import { type EmbeddedLogo, embedLogo } from './embed-logo.ts';
import { readLogoFile } from './logo-pixels.ts';
import { type Inks, listPlates, type Paint, paintOf, type SpotInk } from './ink.ts';
import { formatNumber, formatNumbers, POINTS_PER_MM } from './numbers.ts';
import { DEVICE_SPACES, writeShades, writeShading } from './write-colors.ts';
import { writeCurves } from './write-curves.ts';
import { postfix, writeGlyphs } from './write-text.ts';

export interface EpsFacts {
  /** In printable ASCII. */
  readonly title: string;
  readonly createdAtMs: number;
}

const PATH = postfix('moveto', 'lineto', 'curveto');

/** Writes a drawing as EPS 3.0: PostScript level 2, or 3 if it has gradients. */
export async function writeEps(drawing: Drawing, { title, createdAtMs }: EpsFacts): Promise<string> {
  const { inks, shapes } = drawing;
  const hasGradient = shapes.some((shape) => shape.kind === 'outlines' && typeof shape.fill !== 'string');
  const drawn: string[] = [];
  for (const shape of shapes) drawn.push(...(await writeShape(shape, drawing)));
  const size = [drawing.width * POINTS_PER_MM, drawing.height * POINTS_PER_MM];
  const [width = 0, height = 0] = size;
  const lines = [
    '%!PS-Adobe-3.0 EPSF-3.0',
    `%%BoundingBox: 0 0 ${formatNumbers(...size.map(roundUp))}`,
    `%%HiResBoundingBox: 0 0 ${formatNumbers(width, height)}`,
    `%%Title: (${title.replaceAll(/[\\()]/g, String.raw`\$&`)})`,
    '%%Creator: (QR Code Service)',
    `%%CreationDate: (${new Date(createdAtMs).toISOString()})`,
    `%%LanguageLevel: ${hasGradient ? 3 : 2}`,
    '%%DocumentData: Clean7Bit',
    ...writeInkComments(inks),
    '%%Pages: 1',
    '%%EndComments',
    '%%Page: 1 1',
    // Keeps the graphics state of the program that places the file (EPSF 3.0 §2.3).
    'save',
    ...(inks.space === 'spot' ? [`/S ${writeSpotSpace(inks)} def`] : []),
    ...drawn,
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
function writeInkComments(inks: Inks): string[] {
  if (inks.space === 'rgb' || inks.space === 'design') return [];
  if (inks.space === 'spot')
    return [
      `%%DocumentCustomColors: (${inks.name})`,
      `%%CMYKCustomColor: ${formatNumbers(...inks.cmyk)} (${inks.name})`,
    ];
  const plates = listPlates(inks).map((plate) => plate.charAt(0).toUpperCase() + plate.slice(1));
  return [`%%DocumentProcessColors: ${plates.join(' ')}`];
}

/** A Separation space (PostScript Language Reference §4.8.4): each share of the alternate is the tint times its share at full tint. */
function writeSpotSpace({ name, cmyk }: SpotInk): string {
  const [cyan, magenta, yellow, black] = cmyk.map((share) => formatNumber(share));
  const tint = `dup ${cyan} mul exch dup ${magenta} mul exch dup ${yellow} mul exch ${black} mul`;
  return `[/Separation (${name}) /DeviceCMYK {${tint}}]`;
}

async function writeShape(shape: Shape, drawing: Drawing): Promise<string[]> {
  const { height: pageHeight, inks } = drawing;
  const toPoints = (...mm: number[]) => formatNumbers(...mm.map((length) => length * POINTS_PER_MM));
  switch (shape.kind) {
    case 'outlines': {
      const scale = (shape.scale * POINTS_PER_MM).toFixed(8);
      return [
        'gsave',
        `${toPoints(shape.x, pageHeight - shape.y)} translate ${scale} -${scale} scale`,
        setFill(shape.fill, inks),
        'newpath',
        ...writeCurves(shape.outlines, PATH),
        shape.rule === 'nonzero' ? 'fill' : 'eofill',
        'grestore',
      ];
    }
    case 'text': {
      const scale = ((shape.size * POINTS_PER_MM) / shape.typeface.unitsPerEm).toFixed(8);
      return [
        'gsave',
        `${toPoints(shape.x, pageHeight - shape.y)} translate ${scale} dup scale`,
        setColor(paintOf(inks, shape.fill)),
        ...writeGlyphs(shape.typeface, shape.text, PATH).flatMap(({ path, advance }) =>
          (path.length === 0 ? [] : ['newpath', path.join('\n'), 'fill']).concat(`${advance} 0 translate`),
        ),
        'grestore',
      ];
    }
    case 'picture': {
      const { picture } = shape;
      if ('paths' in picture) {
        const lines: string[] = [];
        for (const path of placePaths(picture.paths, shape)) lines.push(...(await writeShape(path, drawing)));
        return lines;
      }
      const side = formatNumber(shape.side * POINTS_PER_MM);
      return [
        'gsave',
        `${toPoints(shape.x, pageHeight - shape.y - shape.side)} translate ${side} dup scale`,
        ...writeLogo(await embedLogo(readLogoFile(picture.png), shape, inks, false), inks),
        'grestore',
      ];
    }
    case 'lines':
      return [
        setColor(paintOf(inks, shape.fill)),
        `${toPoints(shape.width)} setlinewidth newpath`,
        ...shape.lines.map(
          ([x1, y1, x2, y2]) =>
            `${toPoints(x1, pageHeight - y1)} moveto ${toPoints(x2, pageHeight - y2)} lineto`,
        ),
        'stroke',
      ];
  }
}

function setFill(fill: Fill, inks: Inks): string {
  return typeof fill === 'string' ? setColor(paintOf(inks, fill)) : setGradient(fill, inks);
}

function setColor(paint: Paint): string {
  if (paint.space === 'spot') return `S setcolorspace ${formatNumber(paint.tint)} setcolor`;
  return `${formatNumbers(...paint.shares)} ${OPERATORS[paint.space]}`;
}

const OPERATORS = { grey: 'setgray', rgb: 'setrgbcolor', cmyk: 'setcmykcolor' } as const;

/** A shading as a pattern in the unit of the outlines (PostScript Language Reference §4.9.3). */
function setGradient(fill: GradientFill, inks: Inks): string {
  return `<</PatternType 2/Shading\n${writeShading(fill, inks)}>>\nmatrix makepattern setpattern`;
}

/** Bytes of a line of hexadecimal digits: no line may exceed 255 characters (DSC 3.0 §3). */
const BYTES_PER_LINE = 120;

const DECODES: Readonly<Record<EmbeddedLogo['space'], string>> = {
  shades: '0 255',
  grey: '0 1',
  rgb: '0 1 0 1 0 1',
  cmyk: '0 1 0 1 0 1 0 1',
};

/** An image in the unit square (PostScript Language Reference §4.10.5), its samples in hexadecimal digits. */
function writeLogo({ side, samples, space }: EmbeddedLogo, inks: Inks): string[] {
  const lines: string[] = [];
  for (let at = 0; at < samples.length; at += BYTES_PER_LINE)
    lines.push(toHex(samples.subarray(at, at + BYTES_PER_LINE)));
  return [
    `${space === 'shades' ? writeShades(inks, 'S') : DEVICE_SPACES[space]} setcolorspace`,
    `<< /ImageType 1 /Width ${side} /Height ${side} /BitsPerComponent 8 /Decode [${DECODES[space]}]`,
    `/ImageMatrix [${side} 0 0 -${side} 0 ${side}] /DataSource currentfile /ASCIIHexDecode filter >> image`,
    ...lines,
    '>',
  ];
}
