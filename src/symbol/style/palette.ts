import { type PixelBands, toWords } from '../picture/render-pixels.ts';

/** The colours of a picture, at most 256, and the colour of each pixel. */
export interface Palette {
  /** RGBA bytes, read little-endian. */
  readonly colors: readonly number[];
  /** What `indexOf` turns into the index of each pixel's colour, some whole rows at a time from the top. */
  readonly places: readonly Uint8Array[];
  readonly indexOf: Uint8Array;
}

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
 */
export async function findPalette(bands: PixelBands, width: number): Promise<Palette | null> {
  const index = new ColorIndex(width);
  const places: Uint8Array[] = [];
  for await (const band of bands) {
    const part = index.add(band);
    if (!part) return null;
    places.push(part);
  }
  const { colors, isArea } = index;
  const reduced = colors.length > FEW_COLORS ? reduceMixes(colors, isArea) : null;
  return { places, ...(reduced ?? { colors, indexOf: Uint8Array.from(colors.keys()) }) };
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
function isFilled(
  [one, two]: readonly [Uint32Array, Uint32Array],
  color: number,
  from: number,
  to: number,
): boolean {
  let wide = 0;
  for (let i = from; i < to && wide < 3; i++) wide = one[i] === color && two[i] === color ? wide + 1 : 0;
  return wide === 3;
}

type Channels = readonly number[];

/** Null if the colours are not all mixes of a few. */
function reduceMixes(
  colors: readonly number[],
  isArea: Uint8Array,
): Pick<Palette, 'colors' | 'indexOf'> | null {
  const areas = colors.filter((_, place) => isArea[place] === 1);
  const bases = areas.map(toPremultiplied);
  // The first colour is that of the upper left corner, which is mixed with every other.
  const pairs = bases
    .flatMap((_, b) => bases.slice(0, b).map((_from, a) => [a, b] as const))
    .sort(([a], [c]) => a - c);
  if (areas.length > 3) return null;
  const mixes = colors.map((color, place) =>
    isArea[place] === 1 ? null : findMix(toPremultiplied(color), bases, pairs),
  );
  if (mixes.includes(undefined)) return null;
  const used = pairs.filter((pair) => mixes.some((mix) => mix?.pair === pair));
  const between = Math.floor((FEW_COLORS - areas.length) / used.length);
  if (between < FEWEST_MIXES) return null;
  const reduced = [...areas];
  const indexOf = Uint8Array.from(colors, (color, place) => {
    const mix = mixes[place];
    if (!mix) return areas.indexOf(color);
    const [a, b] = mix.pair;
    const step = Math.round(mix.share * (between + 1)) / (between + 1);
    // The ends stay exact: what is transparent keeps the colour that it has for programs that drop alpha.
    const end = step === 0 ? areas[a] : step === 1 ? areas[b] : undefined;
    const snapped = end ?? fromPremultiplied(blend(bases[a] ?? [], bases[b] ?? [], step));
    if (!reduced.includes(snapped)) reduced.push(snapped);
    return reduced.indexOf(snapped);
  });
  return { colors: reduced, indexOf };
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

/** Red, green and blue times alpha, and alpha: the values that mix along an edge. */
function toPremultiplied(color: number): Channels {
  const alpha = color >>> 24;
  return [0, 8, 16].map((shift) => (((color >>> shift) & 255) * alpha) / 255).concat(alpha);
}

function fromPremultiplied([red = 0, green = 0, blue = 0, alpha = 0]: Channels): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) =>
    alpha === 0 ? 0 : Math.min(255, Math.round((channel * 255) / alpha)),
  );
  return (r | (g << 8) | (b << 16) | (Math.round(alpha) << 24)) >>> 0;
}
