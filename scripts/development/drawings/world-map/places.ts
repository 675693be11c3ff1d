import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Position } from 'geojson';
import { feature, merge } from 'topojson-client';
import type { GeometryCollection, Polygon, Topology } from 'topojson-specification';

/** Natural Earth's countries, from world-atlas. A country without an ISO 3166-1 code has only a name. */
type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

type Box = readonly [west: number, south: number, east: number, north: number];

/** Areas that Natural Earth draws but ISO 3166-1 has no code for: each is part of the country whose code its scans have. */
const NAMED: Readonly<Record<string, string>> = { Kosovo: 'XK', Somaliland: 'SO', 'N. Cyprus': 'CY' };

/** Areas with their own code, or another one than Natural Earth gives, that it draws as part of the country `of`. */
const PARTS: readonly (readonly [of: string, code: string, box: Box])[] = [
  ['FR', 'GF', [-55, 2, -51, 6]],
  ['FR', 'GP', [-62, 15.8, -61, 16.6]],
  ['FR', 'MQ', [-61.3, 14.3, -60.7, 15]],
  ['FR', 'RE', [55, -21.5, 56, -20.8]],
  ['FR', 'YT', [45, -13.1, 45.4, -12.5]],
  ['NO', 'SJ', [-10, 70.5, 36, 81]],
  ['NO', 'BV', [3, -55, 4, -54]],
  ['NL', 'BQ', [-69, 12, -62.9, 18]],
  ['NZ', 'TK', [-173, -10, -171, -8]],
  ['Indian Ocean Ter.', 'CX', [105, -11, 106, -10]],
  ['Indian Ocean Ter.', 'CC', [96, -13, 97.5, -11.5]],
  // ISO 3166-2 lists Crimea under Ukraine (UA-43).
  ['RU', 'UA', [32, 44.3, 36.7, 46.3]],
];

/**
 * Natural Earth draws the part of Western Sahara that Morocco governs as Morocco. ISO 3166-1 has one code for all of it: the area south of
 * this parallel.
 */
const WESTERN_SAHARA_FROM = 27 + 2 / 3;

/** The shape of each country in degrees, by code, without Antarctica. */
export function readPlaces(scale: '10m' | '50m'): Map<string, MultiPolygon> {
  const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${scale}.json`);
  const world = JSON.parse(readFileSync(file, 'utf8')) as World;
  const byCode = Map.groupBy(listPolygons(world), ({ owner, polygon }) => codeOf(world, owner, polygon));
  byCode.delete('AQ');
  const places = new Map(
    [...byCode].map(([code, polygons]) => [
      code,
      merge(
        world,
        polygons.map(({ polygon }) => polygon),
      ),
    ]),
  );
  moveWesternSahara(places);
  return places;
}

function moveWesternSahara(places: Map<string, MultiPolygon>): void {
  const [morocco, sahara] = [places.get('MA'), places.get('EH')];
  if (!morocco || !sahara) throw new Error('Natural Earth has no Western Sahara any more.');
  const side = (isSouth: boolean) =>
    morocco.coordinates
      .map((rings) => rings.map((ring) => cut(ring, isSouth)).filter((ring) => ring.length > 3))
      .filter((rings) => rings.length > 0);
  places.set('MA', { type: 'MultiPolygon', coordinates: side(false) });
  places.set('EH', { type: 'MultiPolygon', coordinates: [...sahara.coordinates, ...side(true)] });
}

/** The part of a ring on one side of the parallel. */
function cut(ring: readonly Position[], isSouth: boolean): Position[] {
  const isKept = ([, y = 0]: Position) => y < WESTERN_SAHARA_FROM === isSouth;
  const kept: Position[] = [];
  for (const [i, to] of ring.slice(1).entries()) {
    const from = ring[i] ?? to;
    const [ax = 0, ay = 0] = from;
    const [bx = 0, by = 0] = to;
    if (isKept(from) !== isKept(to))
      kept.push([ax + ((bx - ax) * (WESTERN_SAHARA_FROM - ay)) / (by - ay), WESTERN_SAHARA_FROM]);
    if (isKept(to)) kept.push(to);
  }
  const [first] = kept;
  return first ? [...kept, first] : [];
}

interface OwnedPolygon {
  /** A code, or a name for an area without one. */
  readonly owner: string;
  readonly polygon: Polygon;
}

function listPolygons(world: World): OwnedPolygon[] {
  return world.objects.countries.geometries.flatMap((geometry) => {
    const properties: { readonly name?: string } = geometry.properties ?? {};
    const owner = ownerOf(geometry.id, properties.name ?? '');
    if (geometry.type === 'Polygon') return [{ owner, polygon: geometry }];
    if (geometry.type !== 'MultiPolygon') throw new Error(`${owner} is no area.`);
    return geometry.arcs.map((arcs) => ({ owner, polygon: { type: 'Polygon' as const, arcs } }));
  });
}

/** The two letters for a country's number: Unicode's locale data contains all of ISO 3166-1, with numbers as aliases. */
function ownerOf(id: string | number | undefined, name: string): string {
  if (id === undefined) return NAMED[name] ?? name;
  const [locale = ''] = Intl.getCanonicalLocales(`und-${id}`);
  const code = locale.slice('und-'.length);
  if (!/^[A-Z]{2}$/.test(code)) throw new Error(`No country has the number ${id} of ${name}.`);
  return code;
}

function codeOf(world: World, owner: string, polygon: Polygon): string {
  const parts = PARTS.filter(([of]) => of === owner);
  if (parts.length === 0) return owner;
  const { geometry } = feature(world, polygon);
  const points = geometry.coordinates.flat();
  const found = parts.find(([, , [west, south, east, north]]) =>
    points.every(([x = 0, y = 0]) => x >= west && x <= east && y >= south && y <= north),
  );
  return found?.[1] ?? owner;
}
