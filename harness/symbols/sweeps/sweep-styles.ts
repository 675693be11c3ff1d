import { findUnscannable } from '../draw.ts';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import { fromChannels, toChannels } from '#core/styles/hex-color.ts';
import { sizeFrame } from '#core/styles/frame-size.ts';
import type { LogoFit } from '#core/styles/logo.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import { drawSymbol, drawSvgSymbol, encodeContent, type SymbolStyle } from '#symbol/draw-symbol.ts';
import { dataBits } from '#symbol/encoding/versions.ts';
import { writePixelPng } from '#symbol/style/write-pixel-png.ts';
import { drawStyledSvg } from '#symbol/style/draw-picture.ts';
import { type Reader, type Readings, readPictures } from '../../programs/symbol-readers.ts';
import { BLACK_ON_WHITE } from '../colors.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { LOWER_CASE, randomText } from '../../data/contents.ts';
import { readPixels } from '../read-png.ts';
import { rasterizeSvg, type RgbaPicture } from '../read-symbol.ts';
import { PLAIN, randomStyle } from '../styles.ts';
import { type Photo, PHOTOS, takePhoto } from './take-photo.ts';

interface StyledContent {
  readonly content: string;
  readonly style: SymbolStyle;
}

/** A content for each version from 2 to 25 in turn, at a random level, in a style that the interface allows, at 4 to 7 pixels per module. */
async function randomContent(random: () => number, n: number, frameShare?: number): Promise<StyledContent> {
  const errorCorrection = ERROR_CORRECTION_LEVELS[Math.floor(random() * 4)]!;
  const version = 2 + (n % 24);
  const url = 'https://go.example.com/';
  const room = Math.floor((dataBits(version, errorCorrection) - 20) / 8);
  const length = Math.max(1, Math.floor(room * (0.9 + random() / 10)) - url.length);
  const { look, color } = randomStyle(random, frameShare);
  const hasLogo = random() < 0.3;
  const style = {
    errorCorrection,
    color,
    margin: 2 + Math.floor(random() * 4),
    title: '',
    look: hasLogo ? { ...look, logo: { image: 'img_0' as ImageId, size: 'auto' as const, fit: null } } : look,
    picture: hasLogo ? await randomLogo(random) : null,
  };
  const content = url + randomText(random, LOWER_CASE, length);
  const encoded = encodeContent(content, style);
  // A symbol has no room for a logo if that would need a larger version than its content does.
  if (!encoded.ok) return randomContent(random, n, frameShare);
  const { width: side } = sizeFrame(look.frame, encoded.value.side + 2 * style.margin);
  const size = Math.min(2048, Math.floor(side * (4 + random() * 3)));
  const drawn = await drawSvgSymbol(content, { ...style, size });
  if (drawn.ok) return { content, style: { ...style, size } };
  if (drawn.error.code !== 'size_too_small') throw new Error(drawn.error.code);
  return { content, style: { ...style, size: drawn.error.values.smallestSize } };
}

/** A disc in one colour on another. */
async function randomLogo(random: () => number): Promise<{ png: string }> {
  const side = 60;
  const [inner, outer] = [0, 1].map(() => [0, 1, 2].map(() => Math.floor(random() * 256)));
  const rgba = new Uint8Array(4 * side * side);
  for (let i = 0; i < side * side; i++) {
    const isInner = Math.hypot((i % side) - side / 2, Math.floor(i / side) - side / 2) < side / 2.2;
    rgba.set([...(isInner ? inner! : outer!), 255], 4 * i);
  }
  return { png: Buffer.from(await writePixelPng([rgba], side)).toString('base64') };
}

/**
 * The twin of a styled symbol: the same symbol in plain squares, in its own two colours (of a gradient, those between its ends) or in black
 * on white.
 */
export const TWINS = ['own colours', 'black on white'] as const;
export type Twin = (typeof TWINS)[number];

/**
 * The number of pairs in which a reader read only the plain symbol, only the styled one, or the plain one at all, and the number of all
 * pairs.
 */
interface Pairs {
  plainAlone: number;
  styledAlone: number;
  plain: number;
  all: number;
}

export interface StyleSweep {
  /** The number of drawn styles, and the ones that were refused because jsQR could not read the bad shot. */
  drawn: number;
  refused: string[];
  /** What a reader could not read from a clean picture, one line each. */
  unread: string[];
  readonly photos: Map<`${Reader}, ${Photo}, ${Twin}`, Pairs>;
}

interface Shot {
  readonly picture: RgbaPicture;
  readonly content: string;
  /** Records whether a reader read it. */
  readonly note: (reader: Reader, isRead: boolean) => void;
}

/** The number of pictures that the readers read at a time. */
const BATCH = 24;

/**
 * Draws random styles. Every reader reads the pictures of the accepted ones: clean, at their size and at four pixels per module, and for
 * every `photosOfEach`-th in three photos, beside the same symbol in black squares on white.
 */
export async function sweepStyles(
  styles: number,
  readers: readonly Reader[],
  { seed, photosOfEach, frameShare }: { seed: number; photosOfEach: number; frameShare?: number },
): Promise<StyleSweep> {
  const random = seededRandom(seed);
  const sweep: StyleSweep = { drawn: 0, refused: [], unread: [], photos: new Map() };
  while (sweep.drawn < styles) {
    const shots: Shot[] = [];
    for (let i = 0; i < BATCH && sweep.drawn < styles; i++) {
      const styled = await randomContent(random, sweep.drawn, frameShare);
      const isPhotographed = sweep.drawn % photosOfEach === 0;
      sweep.drawn++;
      const field = await findUnscannable(styled.content, styled.style);
      if (field !== null) sweep.refused.push(`${field} of ${describe(styled)}`);
      else shots.push(...(await takeShots(styled, sweep, isPhotographed)));
    }
    const readings = await readPictures(
      shots.map(({ picture }) => picture),
      readers,
    );
    for (const reader of readers) noteAll(shots, readings, reader);
  }
  return sweep;
}

function noteAll(shots: readonly Shot[], readings: Readings, reader: Reader): void {
  for (const [i, { content, note }] of shots.entries()) note(reader, readings[reader]![i] === content);
}

async function takeShots(styled: StyledContent, sweep: StyleSweep, isPhotographed: boolean): Promise<Shot[]> {
  const { content, style } = styled;
  const { light } = style.color;
  const drawn = await drawSymbol(content, style);
  if (!drawn.ok) throw new Error(drawn.error.code);
  const { width: side } = sizeFrame(style.look?.frame ?? null, drawn.value.modules + 2 * style.margin);
  const small = await writeSmall(styled, 4 * side);
  const clean = [
    ['at its size', onPaper(readPixels(drawn.value.png), light)],
    ['at 4 pixels a module', await rasterize(small, 4 * side, light)],
  ] as const;
  const shots: Shot[] = clean.map(([where, picture]) => ({
    picture,
    content,
    note(reader, isRead) {
      if (!isRead) sweep.unread.push(`${reader} ${where}: ${describe(styled, drawn.value.logo)}`);
    },
  }));
  if (!isPhotographed) return shots;
  const twins = await drawTwins(styled);
  for (const [i, photo] of PHOTOS.entries()) {
    const seed = 1 + 1000 * sweep.drawn + i;
    const pictures = [...twins, clean[1][1]].map((picture) => takePhoto(picture, photo, seed));
    shots.push(...compare(content, sweep, photo, pictures));
  }
  return shots;
}

/** The SVG of a style with four pixels per module. The letters of a frame may then be too small, which does not matter to readers. */
async function writeSmall({ content, style }: StyledContent, size: number): Promise<string> {
  const { color, margin, picture = null, look } = style;
  const symbol = encodeContent(content, style);
  if (!symbol.ok || !look) throw new Error('only what has a style and was drawn is drawn again');
  const { logo } = symbol.value;
  const fitted = look.logo ? { ...look, logo: { ...look.logo, fit: logo } } : look;
  return drawStyledSvg(symbol.value, { style: fitted, color, margin, picture, size, title: '' });
}

/** In the order of `TWINS`, at four pixels per module. */
async function drawTwins({ content, style }: StyledContent): Promise<RgbaPicture[]> {
  const symbol = encodeContent(content, style);
  if (!symbol.ok) throw new Error(symbol.error.code);
  const { from, to } = style.look?.gradient ?? { from: style.color.dark, to: style.color.dark };
  const ends = [toChannels(from), toChannels(to)];
  const between = (i: number) => Math.round((ends[0]![i]! + ends[1]![i]!) / 2);
  const own = { dark: fromChannels([between(0), between(1), between(2)]), light: style.color.light };
  const size = 4 * (symbol.value.side + 2 * style.margin);
  return Promise.all(
    [own, BLACK_ON_WHITE].map(async (color) => {
      const svg = await drawStyledSvg(symbol.value, {
        style: PLAIN,
        color,
        margin: style.margin,
        size,
        title: '',
      });
      return rasterize(svg, size, color.light);
    }),
  );
}

/** Photos of the twins, and the last one of the styled symbol. */
function compare(content: string, sweep: StyleSweep, photo: Photo, pictures: readonly RgbaPicture[]): Shot[] {
  const isTwinRead = TWINS.map(() => new Map<Reader, boolean>());
  return pictures.map((picture, i) => ({
    picture,
    content,
    note(reader, isRead) {
      if (i < TWINS.length) {
        isTwinRead[i]!.set(reader, isRead);
        return;
      }
      for (const [t, twin] of TWINS.entries())
        countPair(sweep, `${reader}, ${photo}, ${twin}`, isTwinRead[t]!.get(reader) === true, isRead);
    },
  }));
}

function countPair(
  { photos }: StyleSweep,
  key: `${Reader}, ${Photo}, ${Twin}`,
  isPlainRead: boolean,
  isStyledRead: boolean,
): void {
  const pairs = photos.get(key) ?? { plainAlone: 0, styledAlone: 0, plain: 0, all: 0 };
  pairs.all++;
  if (isPlainRead) pairs.plain++;
  if (isPlainRead && !isStyledRead) pairs.plainAlone++;
  if (isStyledRead && !isPlainRead) pairs.styledAlone++;
  photos.set(key, pairs);
}

async function rasterize(
  svg: string,
  width: number,
  paper: SymbolStyle['color']['light'],
): Promise<RgbaPicture> {
  const { pixels, height } = await rasterizeSvg(svg, width);
  return onPaper({ width, height, rgba: new Uint8ClampedArray(pixels) }, paper);
}

/** Transparent parts show the paper. */
function onPaper(
  { width, height, rgba }: { width: number; height: number; rgba: Uint8ClampedArray },
  paper: SymbolStyle['color']['light'],
): RgbaPicture {
  const channels = toChannels(paper);
  const data = rgba.slice();
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3]! / 255;
    if (alpha === 1) continue;
    for (let k = 0; k < 3; k++) data[i + k] = data[i + k]! * alpha + channels[k]! * (1 - alpha);
    data[i + 3] = 255;
  }
  return { width, height, data };
}

/** What a reader loses with styles in photos, in percentage points, with its standard error, and the share of plain twins that it reads. */
export function measureLoss(
  { photos }: StyleSweep,
  reader: Reader,
  twin: Twin,
  of: readonly Photo[] = PHOTOS,
): { lost: number; error: number; plain: number } {
  const sum: Pairs = { plainAlone: 0, styledAlone: 0, plain: 0, all: 0 };
  for (const photo of of) {
    const pairs = photos.get(`${reader}, ${photo}, ${twin}`);
    for (const key of Object.keys(sum) as (keyof Pairs)[]) sum[key] += pairs?.[key] ?? 0;
  }
  const lost = (sum.plainAlone - sum.styledAlone) / sum.all;
  const spread = (sum.plainAlone + sum.styledAlone) / sum.all - lost ** 2;
  return { lost: 100 * lost, error: 100 * Math.sqrt(spread / sum.all), plain: (100 * sum.plain) / sum.all };
}

/** A Markdown table of all losses. */
export function tabulateLosses(sweep: StyleSweep, readers: readonly Reader[]): string {
  const rows = readers.flatMap((reader) =>
    TWINS.map((twin) => {
      const cells = [...PHOTOS.map((photo) => [photo]), PHOTOS].map((photos) => {
        const { lost, error, plain } = measureLoss(sweep, reader, twin, photos);
        return `${lost.toFixed(1)} ± ${error.toFixed(1)} of ${plain.toFixed(0)}`;
      });
      return `| ${reader} | ${twin} | ${cells.join(' | ')} |`;
    }),
  );
  return [
    `| points lost ± standard error, of those of the twin | twin | ${PHOTOS.join(' | ')} | all |`,
    `| --- | --- |${' --- |'.repeat(PHOTOS.length + 1)}`,
    ...rows,
  ].join('\n');
}

function describe({ content, style }: StyledContent, logo?: LogoFit | null): string {
  const { look, color, size, margin, errorCorrection } = style;
  const { modules, eyes, gradient, background, frame } = look!;
  return JSON.stringify({
    size,
    margin,
    errorCorrection,
    bytes: content.length,
    color,
    modules,
    eyes,
    gradient,
    background,
    frame,
    logo,
  });
}
