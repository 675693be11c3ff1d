import type { PixelBands } from '../picture/render-pixels.ts';

/** The colours of a picture, at most 256, and the colour of each pixel. */
export interface Palette {
  /** RGBA bytes, read little-endian. */
  readonly colors: readonly number[];
  /** The index of each pixel's colour, some whole rows at a time from the top. */
  readonly places: readonly Uint8Array[];
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
  if (!reduced) return { colors, places };
  for (const part of places)
    for (let i = 0; i < part.length; i++) part[i] = reduced.placeOf[part[i] ?? 0] ?? 0;
  return { colors: reduced.colors, places };
}

/** The colours of the bands so far. */
class ColorIndex {
  /** The colours that fill an area of three by three pixels somewhere; the colours of smooth edges never do. */
  readonly isArea = new Uint8Array(MOST_COLORS);
  private readonly placeOf = new Map<number, number>();
  private readonly width: number;
  /** Room for a band below the last two rows of the one before, because an area may reach across. */
  private room = new Uint32Array(0);
  /** How many pixels of these rows there are. */
  private above = 0;

  constructor(width: number) {
    this.width = width;
  }

  get colors(): readonly number[] {
    return [...this.placeOf.keys()];
  }

  /** The place of each pixel's colour; null from the first colour that finds no place. */
  add(band: Uint8Array): Uint8Array | null {
    const { isArea, placeOf, width, above } = this;
    const pixels = this.putBelow(band);
    const places = new Uint8Array(pixels.length - above);
    // Most pixels repeat the colour before them.
    let [last, place, run] = [-1, 0, 0];
    for (let i = above; i < pixels.length; i++) {
      const pixel = pixels[i] ?? 0;
      if (i % width === 0) run = 0;
      run++;
      if (pixel !== last) {
        const known = placeOf.get(pixel);
        if (known === undefined && placeOf.size === MOST_COLORS) return null;
        place = known ?? placeOf.size;
        placeOf.set(pixel, place);
        last = pixel;
        run = 1;
      } else if (run >= 3 && isArea[place] === 0 && isFilled(pixels, i, width)) {
        isArea[place] = 1;
      }
      places[i - above] = place;
    }
    const kept = pixels.subarray(-2 * width);
    pixels.set(kept);
    this.above = kept.length;
    return places;
  }

  /** The band's pixels after those of the rows above. The room is used again and again: large buffers that are left behind pile up. */
  private putBelow(band: Uint8Array): Uint32Array {
    const length = this.above + band.length / Uint32Array.BYTES_PER_ELEMENT;
    if (this.room.length < length) {
      const larger = new Uint32Array(length);
      larger.set(this.room.subarray(0, this.above));
      this.room = larger;
    }
    new Uint8Array(this.room.buffer, this.above * Uint32Array.BYTES_PER_ELEMENT).set(band);
    return this.room.subarray(0, length);
  }
}

/** Whether the two rows above these three pixels, this one being the last, have its colour too. */
function isFilled(pixels: Uint32Array, last: number, width: number): boolean {
  for (const above of [last - width, last - 2 * width]) {
    for (let i = above; i > above - 3; i--) if (pixels[i] !== pixels[last]) return false;
  }
  return true;
}

type Channels = readonly number[];

/** Null if the colours are not all mixes of a few. */
function reduceMixes(
  colors: readonly number[],
  isArea: Uint8Array,
): { colors: readonly number[]; placeOf: Uint8Array } | null {
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
  const placeOf = Uint8Array.from(colors, (color, place) => {
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
  return { colors: reduced, placeOf };
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
