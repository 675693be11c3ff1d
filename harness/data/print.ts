import { seededRandom } from '#scripts/support/seeded-random.ts';
import { randomText } from './contents.ts';
import { hexColor } from '../symbols/colors.ts';
import type { GrayPicture } from '../symbols/read-symbol.ts';
import { type CodeStyle, defaultMargin, PLAIN_STYLE, withLogoFit } from '#core/styles/style.ts';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { loadTypeface } from '#core/typeface/typeface.ts';
import type { PrintRequest } from '#core/prints/print-request.ts';
import { joinBytes } from '#core/bytes/join-bytes.ts';
import type { LabelRequest } from '#core/prints/label-templates.ts';
import { drawLabel, layOutLabel } from '#print/pdf/label-layout.ts';
import { layOutLabels } from '#print/pdf/label-sheets.ts';
import { type Sheets, writeSheets } from '#print/pdf/write-sheets.ts';
import type { Inks } from '#print/ink.ts';
import type { PrintedSymbol } from '#print/drawing.ts';
import { planPrint } from '#print/plan-print.ts';
import { writePrintFile } from '#print/write-print-file.ts';
import { encodeContent, type SymbolStyle } from '#symbol/draw-symbol.ts';
import type { SymbolMatrix } from '#symbol/matrix/encode.ts';

/** A request for 20 mm in black, without other options. */
export const PRINT_REQUEST: PrintRequest = {
  format: 'pdf',
  widthMm: 20,
  moduleMm: undefined,
  margin: undefined,
  color: 'k',
  alternate: undefined,
  cmykValues: undefined,
  paper: 'none',
  bleedMm: 0,
  marks: false,
  standard: 'pdf-1.4',
  condition: undefined,
  growthMm: 0,
  caption: 'none',
};

export interface Sample {
  readonly content: string;
  /** The text below the symbol; none if absent. */
  readonly captionText?: string | undefined;
  /** The shapes of its modules and eyes; plain squares if absent. */
  readonly shapes?: Pick<CodeStyle, 'modules' | 'eyes'> | undefined;
  /** The whole design; if absent, these shapes in dark blue on white. */
  readonly design?: PrintedSymbol | undefined;
  readonly request: Partial<PrintRequest>;
}

/** The modules of a content that is known to fit. */
export function gridOf(content: string, errorCorrection: ErrorCorrectionLevel = 'M'): SymbolMatrix {
  const symbol = encodeContent(content, { errorCorrection });
  if (!symbol.ok) throw new Error(symbol.error.code);
  return symbol.value;
}

/** The same as it is printed, in dark blue on white. */
export function printedOf(
  content: string,
  look: Sample['shapes'] = PLAIN_STYLE,
  errorCorrection?: ErrorCorrectionLevel,
): PrintedSymbol {
  return {
    matrix: gridOf(content, errorCorrection),
    style: { ...PLAIN_STYLE, ...look },
    color: { dark: hexColor('#14213d'), light: hexColor('#ffffff') },
  };
}

/** A content in a design that is known to suit it, as it is printed. */
export function designOf(
  content: string,
  { look, color, picture = null }: Pick<SymbolStyle, 'look' | 'color' | 'picture'>,
): PrintedSymbol {
  const symbol = encodeContent(content, { errorCorrection: 'M', look: look ?? null });
  if (!symbol.ok) throw new Error(symbol.error.code);
  return { matrix: symbol.value, style: withLogoFit(look ?? PLAIN_STYLE, symbol.value.logo), color, picture };
}

/** The print file of a request that is known to be valid. */
export async function print({ content, captionText, shapes, design, request }: Sample): Promise<Uint8Array> {
  const symbol = design ?? printedOf(content, shapes);
  const { matrix, style, color, text = null } = symbol;
  const code = {
    ...{ modules: matrix.side, carrier: matrix.carrier, text },
    margin: matrix.carrier === 'datamatrix' ? 2 : 4,
    style,
    color,
    caption:
      captionText === undefined
        ? null
        : { text: captionText, mayCut: true, typeface: await loadTypeface('regular') },
  };
  const plan = planPrint({ ...PRINT_REQUEST, ...request }, code);
  if (!plan.ok) throw new Error(plan.error.map((problem) => problem.code).join(' '));
  return writePrintFile(plan.value, symbol, { title: 'QR code: url', createdAtMs: 1_795_262_400_000 });
}

/** All parts of a file. */
async function collect(parts: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  const collected: Uint8Array[] = [];
  for await (const part of parts) collected.push(part);
  return joinBytes(collected);
}

const LABEL_INKS = { space: 'design' } as const;

/** Labels with nothing but their codes, from the first place on. */
export const BARE_LABELS: Omit<LabelRequest, 'template'> = {
  kind: 'labels',
  start: 1,
  copies: 1,
  offsetX: 0,
  offsetY: 0,
  guides: false,
  caption: 'none',
  color: 'design',
};

/** The sheets of these labels, each with a code without a caption. */
export function planLabels(request: LabelRequest, symbols: readonly PrintedSymbol[]): Sheets {
  const layout = layOutLabel(request.template, false);
  const parts = symbols.map((symbol) => {
    return {
      ...request.template.label,
      draw: () => drawLabel(symbol, defaultMargin(symbol.style), LABEL_INKS, layout, null),
    };
  });
  return layOutLabels(request, parts);
}

/** The same as a PDF. */
export function printLabels(request: LabelRequest, symbols: readonly PrintedSymbol[]): Promise<Uint8Array> {
  return printSheets(planLabels(request, symbols), LABEL_INKS);
}

/** Sheets as a PDF. */
export function printSheets(sheets: Sheets, inks: Inks): Promise<Uint8Array> {
  return collect(writeSheets(sheets, { title: 'QR codes', createdAtMs: 1_795_262_400_000, inks }));
}

/** The modules where a rendered page differs from the symbol, each checked at its centre, without a reader's error correction. */
export function findWrongModules({ content, shapes, request }: Sample, page: GrayPicture): string[] {
  const { side, modules } = gridOf(content);
  const { bleedMm, marks, margin = 4, ...size } = { ...PRINT_REQUEST, ...request };
  const moduleMm = size.moduleMm ?? (size.widthMm ?? 0) / (side + 2 * margin);
  const around = bleedMm + (marks ? 5 : 0);
  const pixelsPerMm = page.width / (moduleMm * (side + 2 * margin) + 2 * around);
  const pixelOf = (module: number) => Math.floor((around + (margin + module + 0.5) * moduleMm) * pixelsPerMm);
  const wrong: string[] = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      if (shapes && isEyeCorner(side, column, row)) continue;
      const isDark = page.pixels[pixelOf(row) * page.width + pixelOf(column)]! < 140;
      if (isDark !== (modules[row * side + column] === 1))
        wrong.push(`${content}: row ${row}, column ${column}`);
    }
  }
  return wrong;
}

/** Whether a module is at a corner of a finder pattern, where a round pattern is light. */
function isEyeCorner(side: number, column: number, row: number): boolean {
  const isEdge = (at: number) => [0, 6, side - 7, side - 1].includes(at);
  return isEdge(column) && isEdge(row);
}

/** Every kind of look that a print file can have. */
const LOOKS: readonly (Partial<PrintRequest> & Pick<Sample, 'captionText' | 'shapes'>)[] = [
  {},
  { paper: 'white', bleedMm: 3, marks: true },
  { growthMm: 0.06 },
  { color: 'cmyk:100,80,0,20' },
  { color: 'spot:PANTONE 185 C', alternate: '0,91,76,0', paper: 'white' },
  { color: 'rgb', paper: 'white' },
  { widthMm: undefined, moduleMm: 0.396, marks: true },
  { captionText: 'go.example.com/k7m2p9qa' },
  { shapes: { modules: 'dot', eyes: { shape: 'leaf', color: null } }, growthMm: 0.06 },
  { shapes: { modules: 'rounded', eyes: { shape: 'rounded', color: null } }, paper: 'white', bleedMm: 3 },
  {
    shapes: { modules: 'bars_v', eyes: { shape: 'rounded', color: null } },
    color: 'spot:PANTONE 185 C',
    alternate: '0,91,76,0',
  },
  { shapes: { modules: 'classy', eyes: { shape: 'leaf', color: null } }, color: 'rgb' },
];

/** Samples of many contents and sizes in the formats that support them, each with one of the looks in turn. */
export function printSamples(count: number): Sample[] {
  const random = seededRandom(19);
  return Array.from({ length: count }, (_, i) => {
    const { captionText, shapes, ...look } = LOOKS[i % LOOKS.length] ?? {};
    const length = 8 + Math.floor(random() ** 3 * 250);
    const content = `https://example.com/${randomText(random, 'abcdefghijklmnopqrstuvwxyz0123456789', length)}`;
    // Wide enough for modules of 0.35 mm: a rendering at 600 dpi has 8 pixels for each.
    const width = look.moduleMm === undefined ? { widthMm: 20 + Math.floor(random() * 15) } : {};
    return { content, captionText, shapes, request: { ...look, ...width } };
  });
}
