import { type PixelBands, toWords } from '../picture/render-pixels.ts';

/** The colours of a picture, at most 256, and the colour of each pixel. */
export interface Palette {
  readonly colors: readonly StraightColor[];
  /** What `indexOf` turns into the index of each pixel's colour, some whole rows at a time from the top. */
  readonly places: readonly Uint8Array[];
  readonly indexOf: Uint8Array;
}

/** A colour as a PNG states it, 0 to 255 for each channel: not multiplied by alpha. */
type StraightColor = readonly [red: number, green: number, blue: number, alpha: number];

/** Entries of a palette (PNG specification §11.2.2), and the number that fits four bits per pixel. */
const MOST_COLORS = 256;
const FEW_COLORS = 16;

/** With fewer mixes between two colours, steps along an edge might be visible. */
const FEWEST_MIXES = 6;

/** The largest rounding error of a mix in each channel. */
const ROUNDING = 3;

/**
 * The palette of a picture; null if it has more than 256 colours.
 *
 * A picture of two or three colours has many more along its smooth edges: mixes of two of them. If there are more than 16, they become
 * evenly spaced mixes, so that a pixel takes four bits. Colours that fill an area stay exact; a mix moves by at most half a step, which is
 * 1/30 of the distance between two colours, or 1/14 if there are three. No other picture changes.
 *
 * @param ground the colour of pixels that are not to be seen
 */
export async function findPalette(
  bands: PixelBands,
  width: number,
  ground: Channels,
): Promise<Palette | null> {
  const index = new ColorIndex(width);
  const places: Uint8Array[] = [];
  for await (const band of bands) {
    const part = index.add(band);
    if (!part) return null;
    places.push(part);
  }
  const { colors, isArea } = index;
  const found = colors.map(toBytes);
  const reduced = colors.length > FEW_COLORS ? reduceMixes(found, isArea) : null;
  const { mixed, indexOf } = reduced ?? { mixed: found, indexOf: Uint8Array.from(colors.keys()) };
  return { places, indexOf, colors: mixed.map((color) => toStraight(color, ground)) };
}

/** The colours of the bands so far. */
class ColorIndex {
  /** The colours that fill an area of three by three pixels somewhere; the colours of smooth edges never do. */
  readonly isArea = new Uint8Array(MOST_COLORS);
  readonly colors: number[] = [];
  /** Open addressing with a quarter of its slots in use, far faster than a Map: each holds a place plus one, or 0. */
  private readonly slots = new Uint16Array(4 * MOST_COLORS);
  private readonly width: number;
  /** The two rows above the next one, because an area may reach across bands. */
  private above: readonly [Uint32Array, Uint32Array] = [NO_ROW, NO_ROW];

  constructor(width: number) {
    this.width = width;
  }

  /** The place of each pixel's colour; null from the first colour that finds no place. */
  add(band: Uint8Array): Uint8Array | null {
    const { width } = this;
    const pixels = toWords(band);
    const places = new Uint8Array(pixels.length);
    for (let start = 0; start < pixels.length; start += width) {
      const row = pixels.subarray(start, start + width);
      if (!this.addRow(row, places, start)) return null;
      this.above = [row, this.above[0]];
    }
    // Without a copy, the next band would keep this one in memory.
    this.above = [this.above[0].slice(), this.above[1].slice()];
    return places;
  }

  /** Run by run, because most pixels repeat the colour before them. */
  private addRow(row: Uint32Array, places: Uint8Array, start: number): boolean {
    const { isArea, above } = this;
    for (let from = 0, to = 0; from < row.length; from = to) {
      const color = row[from] ?? 0;
      for (to = from + 1; to < row.length && row[to] === color;) to++;
      const place = this.placeOf(color);
      if (place === MOST_COLORS) return false;
      if (to - from >= 3 && isArea[place] === 0 && isFilled(above, color, from, to)) isArea[place] = 1;
      for (let i = start + from; i < start + to; i++) places[i] = place;
    }
    return true;
  }

  /** The place of a colour, a new one if there is none yet; `MOST_COLORS` if all are taken. */
  private placeOf(color: number): number {
    const { colors, slots } = this;
    let slot = Math.imul(color, 0x9e37_79b1) >>> 22;
    for (; slots[slot] !== 0; slot = (slot + 1) % slots.length) {
      const place = (slots[slot] ?? 0) - 1;
      if (colors[place] === color) return place;
    }
    if (colors.length < MOST_COLORS) slots[slot] = colors.push(color);
    return slots[slot] === 0 ? MOST_COLORS : colors.length - 1;
  }
}

const NO_ROW = new Uint32Array(0);

/** Whether the two rows above a run of a colour have it too, in three pixels beside each other. */
function isFilled([one, two]: readonly [Uint32Array, Uint32Array], color: number, from: number, to: number) {
  let wide = 0;
  for (let i = from; i < to && wide < 3; i++) wide = one[i] === color && two[i] === color ? wide + 1 : 0;
  return wide === 3;
}

type Channels = readonly number[];

/** Null if the colours, multiplied by alpha, are not all mixes of a few. The mixes are not rounded yet. */
function reduceMixes(
  colors: readonly Channels[],
  isArea: Uint8Array,
): { readonly mixed: readonly Channels[]; readonly indexOf: Uint8Array } | null {
  const bases = colors.filter((_, place) => isArea[place] === 1);
  // The first colour is that of the upper left corner, which is mixed with every other.
  const pairs = bases
    .flatMap((_, b) => bases.slice(0, b).map((_from, a) => [a, b] as const))
    .sort(([a], [c]) => a - c);
  if (bases.length > 3) return null;
  const mixes = colors.map((color, place) => (isArea[place] === 1 ? null : findMix(color, bases, pairs)));
  if (mixes.includes(undefined)) return null;
  const used = pairs.filter((pair) => mixes.some((mix) => mix?.pair === pair));
  const between = Math.floor((FEW_COLORS - bases.length) / used.length);
  if (between < FEWEST_MIXES) return null;
  const mixed = [...bases];
  const places = new Map(bases.map((base, place) => [base.join(), place]));
  const indexOf = Uint8Array.from(colors, (color, place) => {
    const mix = mixes[place];
    const step = mix ? Math.round(mix.share * (between + 1)) / (between + 1) : 0;
    const snapped = mix ? blend(bases[mix.pair[0]] ?? [], bases[mix.pair[1]] ?? [], step) : color;
    const key = snapped.join();
    if (!places.has(key)) places.set(key, mixed.push(snapped) - 1);
    return places.get(key) ?? 0;
  });
  return { mixed, indexOf };
}

interface Mix {
  readonly pair: readonly [from: number, to: number];
  /** Share of the second colour, 0 to 1. */
  readonly share: number;
}

/** The first two colours whose mix gives another; undefined if it is not a mix. */
function findMix(
  color: Channels,
  bases: readonly Channels[],
  pairs: readonly Mix['pair'][],
): Mix | undefined {
  for (const pair of pairs) {
    const [from = [], to = []] = [bases[pair[0]], bases[pair[1]]];
    const along = from.map((channel, i) => (to[i] ?? 0) - channel);
    const dot = along.reduce((sum, step, i) => sum + step * ((color[i] ?? 0) - (from[i] ?? 0)), 0);
    const share = Math.min(1, Math.max(0, dot / along.reduce((sum, step) => sum + step * step, 0)));
    const off = blend(from, to, share).map((channel, i) => Math.abs(channel - (color[i] ?? 0)));
    if (Math.max(...off) <= ROUNDING) return { pair, share };
  }
  return undefined;
}

function blend(from: Channels, to: Channels, share: number): Channels {
  return from.map((channel, i) => channel + ((to[i] ?? 0) - channel) * share);
}

function toStraight([red = 0, green = 0, blue = 0, alpha = 0]: Channels, ground: Channels): StraightColor {
  const divide = (channel: number, at: number): number => divideByAlpha(channel, alpha, ground[at] ?? 0);
  return [divide(red, 0), divide(green, 1), divide(blue, 2), Math.round(alpha)];
}

function toBytes(color: number): Channels {
  return [0, 8, 16, 24].map((shift) => (color >>> shift) & 255);
}

/** Undoes the multiplication of a channel by alpha. What is not to be seen has no colour, and gets that of the ground. */
export function divideByAlpha(channel: number, alpha: number, ground: number): number {
  return alpha === 0 ? ground : Math.min(255, Math.round((channel * 255) / alpha));
}
