import { createHash } from 'node:crypto';
import { type GeoContext, geoEqualEarth, geoPath } from 'd3-geo';
import type { MultiPolygon } from 'geojson';
import { readPlaces } from './places.ts';

/** Draws the map of countries as one SVG with integer coordinates; docs/decisions/map.md gives the reasons. */

/** The central meridian. With this one, the edge runs through the Bering Strait and cuts no country. */
const MIDDLE = 11;

/** The length of the equator is about 1,200 units. */
const SCALE = 225;

/** A smaller country, in square units, becomes a dot: on a phone, its shape would hardly be visible. */
const SMALLEST_SHAPE = 30;
const DOT_RADIUS = 5;

/** Smaller parts are left out of a shape, unless there are no others. */
const SMALLEST_ISLAND = 1;

/** Antarctica has no shape. Its dot is at the tip of its peninsula, where most of its people are. */
const ANTARCTICA: Point = [-57, -63.4];

const MARGIN = 8;

type Point = [x: number, y: number];

export interface WorldMap {
  readonly svg: string;
  /** The path that browsers request: it changes with the content. */
  readonly path: string;
  readonly viewBox: string;
  /** The codes of the countries with a shape, and of those with a dot. */
  readonly shapes: readonly string[];
  readonly dots: readonly string[];
  /** The place of each shape's largest part, `x y width height`, and of each dot, `x y`, in their order. */
  readonly places: readonly string[];
}

interface Drawn {
  /** Two letters; a name if ISO 3166-1 has none. */
  readonly code: string;
  /** The largest first. */
  readonly rings: readonly (readonly Point[])[];
  readonly area: number;
  /** The centre of its largest part. */
  readonly middle: Point;
}

const projection = geoEqualEarth()
  .rotate([-MIDDLE, 0])
  .scale(SCALE)
  .translate([2.7 * SCALE, 1.4 * SCALE])
  .precision(0.1);

/** The position of a place on the map. */
export function project(longitude: number, latitude: number): Point {
  const point = projection([longitude, latitude]);
  if (!point) throw new Error(`${longitude}, ${latitude} is not on the map.`);
  return point;
}

export function drawWorldMap(): WorldMap {
  const land = [...readPlaces('50m')].map(([code, shape]) => draw(code, shape));
  const isDrawn = new Set(land.map(({ code }) => code));
  // Countries that are missing at medium scale are small.
  const specks = [...readPlaces('10m')].filter(([code]) => !isDrawn.has(code));
  const countries = [...land, ...specks.map(([code, shape]) => draw(code, shape))]
    .filter(({ code }) => /^[A-Z]{2}$/.test(code))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const shapes = countries.filter(({ area }) => area >= SMALLEST_SHAPE).map(({ code }) => code);
  const dots = new Map<string, Point>([['AQ', round(project(...ANTARCTICA))]]);
  for (const { code, area, middle } of countries) if (area < SMALLEST_SHAPE) dots.set(code, middle);

  const points = [...land.flatMap(({ rings }) => rings.flat()), ...dots.values()];
  const viewBox = boxOf(points, MARGIN);
  const places = [
    ...countries
      .filter(({ area }) => area >= SMALLEST_SHAPE)
      .map(({ rings: [largest] }) => boxOf(largest ?? [])),
    ...[...dots.values()].map((dot) => dot.join(' ')),
  ];
  const svg = write(viewBox, land, new Set(shapes), dots);
  const digest = createHash('sha256').update(svg).digest('hex').slice(0, 12);
  return { svg, path: `/assets/map-${digest}.svg`, viewBox, shapes, dots: [...dots.keys()], places };
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

/** The outlines of a shape, rounded to integer coordinates. */
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

/** Removes points that coincide, or that lie on the line between their neighbours. */
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

function boxOf(points: readonly Point[], margin = 0): string {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top].join(' ');
}

/** Lines keep their width at every map size: `vector-effect` is not inherited, so each shape needs it. */
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

/** The first point, then each further one relative to the one before. */
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

/** The module that tells pages what is on the map, before formatting. */
export function writeMapModule({ path, viewBox, shapes, dots, places }: WorldMap): string {
  return `/** The content of the map of countries, written by \`npm run map\`: docs/decisions/map.md. */
export const WORLD_MAP = {
  path: '${path}',
  viewBox: '${viewBox}',
  /** The countries with a shape, by code, and those with a dot, which are drawn on top. */
  shapes: '${shapes.join(' ')}',
  dots: '${dots.join(' ')}',
  /** The place of each shape's largest part, \`x y width height\`, and of each dot, \`x y\`, in their order. */
  places: '${places.join()}',
} as const;
`;
}
