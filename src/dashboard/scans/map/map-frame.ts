import type { Box } from '#core/drawing.ts';
import { WORLD_MAP } from './world.ts';

/** Around the countries, as a share of their width and height. */
const MARGIN = 0.12;

/** A single small country stays among its neighbours. */
const MOST_ENLARGED = 5;

/** Below this, the whole world is as good. */
const LEAST_ENLARGED = 1.25;

const WORLD = toBox(WORLD_MAP.viewBox);
const CODES = `${WORLD_MAP.shapes} ${WORLD_MAP.dots}`.split(' ');
const PLACES = new Map(WORLD_MAP.places.split(',').map((text, i) => [CODES[i] ?? '', toBox(text)]));

/**
 * How to move and enlarge the world so that it shows these countries and as little else as possible; null if that is hardly less than all
 * of it. The frame keeps its proportions. Of a country with distant parts, the largest one counts.
 */
export function focusOn(countries: readonly string[]): string | null {
  const boxes = countries.flatMap((code) => PLACES.get(code) ?? []);
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  const room = 1 + 2 * MARGIN;
  const scale = Math.min(WORLD.width / (width * room), WORLD.height / (height * room), MOST_ENLARGED);
  if (!(scale >= LEAST_ENLARGED)) return null;
  const left = startOf(x + width / 2, WORLD.width / scale, WORLD.x, WORLD.width);
  const top = startOf(y + height / 2, WORLD.height / scale, WORLD.y, WORLD.height);
  const shift = [WORLD.x - left * scale, WORLD.y - top * scale].map((length) => length.toFixed(1));
  return `matrix(${scale.toFixed(3)} 0 0 ${scale.toFixed(3)} ${shift.join(' ')})`;
}

/** The start of a stretch around its middle, but inside the world. */
function startOf(middle: number, length: number, start: number, whole: number): number {
  return Math.min(Math.max(middle - length / 2, start), start + whole - length);
}

function toBox(text: string): Box {
  const [x = 0, y = 0, width = 0, height = 0] = text.split(' ').map(Number);
  return { x, y, width, height };
}
