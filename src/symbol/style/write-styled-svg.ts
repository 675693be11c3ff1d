import type { SymbolColor } from '#core/styles/contrast.ts';
import { type CodeStyle, eyeColorOf, frameColorOf, type Gradient } from '#core/styles/style.ts';
import type { SymbolMatrix } from '../matrix/encode.ts';
import { escapeText } from '../picture/render-svg.ts';
import { drawFrame, insideOf, type PlannedFrame, planFrame } from './frame.ts';
import { writePathData } from './path-data.ts';
import { outlineEyes, outlineModules } from './shapes.ts';

export interface StyledSvgOptions {
  readonly style: CodeStyle;
  readonly color: SymbolColor;
  /** Width and height of the picture in pixels. */
  readonly size: number;
  /** Quiet zone in modules. */
  readonly margin: number;
  /** What the symbol is, for people who cannot see it; left out when empty. */
  readonly title: string;
  /** The logo in the middle, if the style has a fitted one. */
  readonly picture?: LogoPicture | null;
}

/** The picture of a logo. */
export interface LogoPicture {
  /** A PNG, in base64. */
  readonly png: string;
}

/**
 * Writes a styled symbol as a self-contained SVG document of `size` units. Each module is a whole number of units wide, so that the PNG,
 * which is made from this document, has sharp edges; the remaining units widen the quiet zone.
 */
export async function writeStyledSvg(symbol: SymbolMatrix, options: StyledSvgOptions): Promise<string> {
  const { style, color, size, margin } = options;
  const inside = symbol.side + 2 * margin;
  const frame = await planFrame(style.frame, inside);
  const scale = Math.floor(size / (frame?.side ?? inside));
  const { left, top, width, height } = insideOf(frame, size, scale);
  const offsets = [
    left + Math.floor((width - scale * symbol.side) / 2),
    top + Math.floor((height - scale * symbol.side) / 2),
  ];
  const gradient = style.gradient ? writeGradient(style.gradient, symbol.side) : '';
  const body = style.gradient ? 'url(#body)' : color.dark;
  const hole = style.logo?.fit?.modules ?? 0;
  const logo = hole > 0 && options.picture ? writeLogo(options.picture, symbol.side, hole) : '';
  // Readers that know only SVG 1.1 need this name.
  const links = logo === '' ? '' : ' xmlns:xlink="http://www.w3.org/1999/xlink"';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg"${links} width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">` +
    `${writeTitle(options)}${gradient}${writeBackground(options, frame, scale)}` +
    `<g fill-rule="evenodd" transform="translate(${offsets.join(' ')}) scale(${scale})">` +
    `<path fill="${body}" d="${writePathData(outlineModules(symbol, style.modules, { hole }))}"/>` +
    `<path fill="${eyeColorOf(style, color)}" d="${writePathData(outlineEyes(symbol.side, style.eyes.shape))}"/>${logo}</g></svg>`
  );
}

/** The description repeats the frame's text, because the picture has only outlines of it. */
function writeTitle({ title, style: { frame } }: StyledSvgOptions): string {
  if (title === '') return '';
  const text = frame?.text ? `${title}, with the text “${frame.text}”` : title;
  return `<title>${escapeText(text)}</title>`;
}

/** Paper and frame. */
function writeBackground(
  { style, color, size }: StyledSvgOptions,
  frame: PlannedFrame | null,
  scale: number,
): string {
  const paper = style.background === 'transparent' ? null : color.light;
  if (frame)
    return drawFrame(frame, size, scale, { frame: frameColorOf(style, color), text: color.light, paper });
  return paper ? `<path fill="${paper}" d="M0 0h${size}v${size}H0z"/>` : '';
}

/** Distance between a logo and the modules around it, in modules, to tell the two apart. */
const LOGO_MARGIN = 0.5;

/** A logo in the hole in the middle, with its proportions kept. */
function writeLogo({ png }: LogoPicture, side: number, hole: number): string {
  const start = (side - hole) / 2 + LOGO_MARGIN;
  const width = hole - 2 * LOGO_MARGIN;
  return `<image x="${start}" y="${start}" width="${width}" height="${width}" xlink:href="data:image/png;base64,${png}"/>`;
}

/** A gradient over the whole symbol. */
function writeGradient({ type, angle, from, to }: Gradient, side: number): string {
  const stops = `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`;
  const middle = side / 2;
  if (type === 'radial') {
    const radius = round(Math.SQRT1_2 * side);
    return `<defs><radialGradient id="body" gradientUnits="userSpaceOnUse" cx="${middle}" cy="${middle}" r="${radius}">${stops}</radialGradient></defs>`;
  }
  const turn = (angle * Math.PI) / 180;
  // As in CSS, the corner farthest along the line has the last colour.
  const half = (side / 2) * (Math.abs(Math.cos(turn)) + Math.abs(Math.sin(turn)));
  const x = round(half * Math.cos(turn));
  const y = round(half * Math.sin(turn));
  return (
    `<defs><linearGradient id="body" gradientUnits="userSpaceOnUse" x1="${middle - x}" y1="${middle - y}" ` +
    `x2="${middle + x}" y2="${middle + y}">${stops}</linearGradient></defs>`
  );
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
