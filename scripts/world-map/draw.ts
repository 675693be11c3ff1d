import { createHash } from 'node:crypto';
import { type GeoContext, geoEqualEarth, geoPath } from 'd3-geo';
import type { MultiPolygon } from 'geojson';
import { readPlaces } from './places.ts';

/** The map of countries as one SVG, in whole units: docs/decisions/map.md says why it is as it is. */

/** The meridian in the middle. With this one the edge runs through the Bering Strait, and cuts no country. */
const MIDDLE = 11;

/** The equator is about 1,200 units long. */
const SCALE = 225;

/** What is smaller, in square units, is a dot: on a telephone its shape could hardly be seen. */
const SMALLEST_SHAPE = 30;
const DOT_RADIUS = 5;

/** What is smaller is left out of a shape, unless there is nothing else. */
const SMALLEST_ISLAND = 1;

/** Antarctica has no shape. Its dot is at the tip of its peninsula, where most people of that continent are. */
const ANTARCTICA: Point = [-57, -63.4];

const MARGIN = 8;

type Point = [x: number, y: number];

export interface WorldMap {
  readonly svg: string;
  /** Where browsers ask for it: the name changes with the content. */
  readonly path: string;
  readonly viewBox: string;
  /** The codes of the countries that have a shape, and of those that have a dot. */
  readonly shapes: readonly string[];
  readonly dots: readonly string[];
}

interface Drawn {
  /** Two letters; a name where ISO 3166-1 knows none. */
  readonly code: string;
  /** The largest first. */
  readonly rings: readonly (readonly Point[])[];
  readonly area: number;
  /** The middle of its largest part. */
  readonly middle: Point;
}

const projection = geoEqualEarth()
  .rotate([-MIDDLE, 0])
  .scale(SCALE)
  .translate([2.7 * SCALE, 1.4 * SCALE])
  .precision(0.1);

/** Where a place stands on the map. */
export function project(longitude: number, latitude: number): Point {
  const point = projection([longitude, latitude]);
  if (!point) throw new Error(`${longitude}, ${latitude} is not on the map.`);
  return point;
}

export function drawWorldMap(): WorldMap {
  const land = [...readPlaces('50m')].map(([code, shape]) => draw(code, shape));
  const isDrawn = new Set(land.map(({ code }) => code));
  // What the middle scale leaves out is small.
  const specks = [...readPlaces('10m')].filter(([code]) => !isDrawn.has(code));
  const countries = [...land, ...specks.map(([code, shape]) => draw(code, shape))]
    .filter(({ code }) => /^[A-Z]{2}$/.test(code))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const shapes = countries.filter(({ area }) => area >= SMALLEST_SHAPE).map(({ code }) => code);
  const dots = new Map<string, Point>([['AQ', round(project(...ANTARCTICA))]]);
  for (const { code, area, middle } of countries) if (area < SMALLEST_SHAPE) dots.set(code, middle);

  const points = [...land.flatMap(({ rings }) => rings.flat()), ...dots.values()];
  const viewBox = frame(points);
  const svg = write(viewBox, land, new Set(shapes), dots);
  const digest = createHash('sha256').update(svg).digest('hex').slice(0, 12);
  return { svg, path: `/assets/map-${digest}.svg`, viewBox, shapes, dots: [...dots.keys()] };
}

function draw(code: string, shape: MultiPolygon): Drawn {
  const rings = trace(shape)
    .map((ring) => ({ ring, area: areaOf(ring) }))
    .toSorted((a, b) => b.area - a.area);
  const shown = rings.filter(({ area }, i) => area >= SMALLEST_ISLAND || (i === 0 && area > 0));
  const path = geoPath(projection);
  const largest = shape.coordinates
    .map((coordinates) => ({ type: 'Polygon' as const, coordinates }))
    .reduce((best, one) => (path.area(one) > path.area(best) ? one : best));
  return {
    code,
    rings: shown.map(({ ring }) => ring),
    area: path.area(shape),
    middle: round(path.centroid(largest)),
  };
}

/** The outlines of a shape on the grid of whole units. */
function trace(shape: MultiPolygon): Point[][] {
  const rings: Point[][] = [];
  const context: GeoContext = {
    beginPath: () => undefined,
    moveTo: (x, y) => void rings.push([round([x, y])]),
    lineTo: (x, y) => void rings.at(-1)?.push(round([x, y])),
    arc: () => undefined,
    closePath: () => undefined,
  };
  geoPath(projection, context)(shape);
  return rings.map(thin).filter((ring) => ring.length > 2);
}

/** Without points that fall together, or on the line between their neighbours. */
function thin(ring: readonly Point[]): Point[] {
  const apart = ring.filter(([x, y], i) => {
    const [beforeX, beforeY] = ring.at(i - 1) ?? [];
    return x !== beforeX || y !== beforeY;
  });
  return apart.filter(([x, y], i) => {
    const [fromX, fromY] = apart.at(i - 1) ?? [x, y];
    const [toX, toY] = apart[(i + 1) % apart.length] ?? [x, y];
    return (x - fromX) * (toY - y) !== (y - fromY) * (toX - x);
  });
}

function areaOf(ring: readonly Point[]): number {
  const doubled = ring.reduce((sum, [x, y], i) => {
    const [beforeX, beforeY] = ring.at(i - 1) ?? [x, y];
    return sum + beforeX * y - x * beforeY;
  }, 0);
  return Math.abs(doubled) / 2;
}

function frame(points: readonly Point[]): string {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top].join(' ');
}

/** Lines keep their width at every size of the map: `vector-effect` is not inherited, so each shape has it. */
function write(
  viewBox: string,
  land: readonly Drawn[],
  named: ReadonlySet<string>,
  dots: ReadonlyMap<string, Point>,
): string {
  const line = 'vector-effect="non-scaling-stroke"';
  const paths = land
    .filter(({ rings }) => rings.length > 0)
    .map(({ code, rings }) => {
      const id = named.has(code) ? ` id="${code}"` : '';
      return `<path${id} ${line} d="${rings.map(writeRing).join('')}"/>`;
    });
  const circles = [...dots].map(
    ([code, [x, y]]) => `<circle id="${code}" ${line} cx="${x}" cy="${y}" r="${DOT_RADIUS}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><!-- Made with Natural Earth (naturalearthdata.com), public domain. -->
<g id="land">
${paths.join('\n')}
</g>
${circles.join('\n')}
</svg>
`;
}

/** From the first point on, each as the way from the one before. */
function writeRing([first, ...others]: readonly Point[]): string {
  if (!first) return '';
  let [x, y] = first;
  const ways = others.map((point) => {
    const way: Point = [point[0] - x, point[1] - y];
    [x, y] = point;
    return way;
  });
  return `M${first.join(' ')}l${ways
    .map((way) => way.join(' '))
    .join(' ')
    .replaceAll(' -', '-')}z`;
}

function round([x, y]: readonly [number, number]): Point {
  return [Math.round(x), Math.round(y)];
}

/** The module that says to pages what the map has. The formatter finishes it. */
export function writeMapModule({ path, viewBox, shapes, dots }: WorldMap): string {
  return `/** What the map of countries has, written by \`npm run map\`: docs/decisions/map.md. */
export const WORLD_MAP = {
  path: '${path}',
  viewBox: '${viewBox}',
  /** The countries that have a shape, by their codes, and those that are dots, which lie over the shapes. */
  shapes: '${shapes.join(' ')}',
  dots: '${dots.join(' ')}',
} as const;
`;
}
