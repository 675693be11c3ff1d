import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { COUNTRIES } from '#core/control/countries.ts';
import { WORLD_MAP } from '#dashboard/scans/map/world.ts';
import { drawWorldMap, project } from '#scripts/development/drawings/world-map/draw.ts';
import { MAP_FILE } from '#scripts/development/drawings/world-map/files.ts';

/** The map of countries that pages colour: docs/decisions/map.md. */

type Point = readonly [x: number, y: number];

const SVG = readFileSync(MAP_FILE, 'utf8');
const { path, viewBox, shapes, dots, places } = WORLD_MAP;
const listOf = (codes: string) => codes.split(' ');

/** The shapes that are drawn under an id. */
function find(code: string): { rings: Point[][]; dot: Point | null } {
  const tags = [...SVG.matchAll(new RegExp(`<\\w+ id="${code}"[^>]*>`, 'g'))];
  expect(tags, code).toHaveLength(1);
  const tag = tags[0]?.[0] ?? '';
  const [, x, y] = / cx="(-?\d+)" cy="(-?\d+)"/.exec(tag) ?? [];
  const outline = / d="([^"]+)"/.exec(tag)?.[1] ?? '';
  return {
    rings: outline.split('z').filter(Boolean).map(readRing),
    dot: x === undefined || y === undefined ? null : [Number(x), Number(y)],
  };
}

/** `M1 2l3 4-5 6`: the first point, then each further one relative to the one before. */
function readRing(text: string): Point[] {
  const numbers = (text.match(/-?\d+/g) ?? []).map(Number);
  const ring: Point[] = [];
  for (let i = 0; i < numbers.length; i += 2) {
    const [x, y] = ring.at(-1) ?? [0, 0];
    ring.push([x + (numbers[i] ?? 0), y + (numbers[i + 1] ?? 0)]);
  }
  return ring;
}

/** By the even-odd rule. */
function contains(rings: readonly Point[][], [x, y]: Point): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (const [i, [ax, ay]] of ring.entries()) {
      const [bx, by] = ring.at(i - 1) ?? [ax, ay];
      if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isInside = !isInside;
    }
  }
  return isInside;
}

/** Equal Earth by the formulas of Šavrič, Patterson and Jenny (2018), for a sphere with radius 1. */
function equalEarth(longitude: number, latitude: number): Point {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796] as const;
  const radians = Math.PI / 180;
  const t = Math.asin((Math.sqrt(3) / 2) * Math.sin(latitude * radians));
  const slope = 9 * a4 * t ** 8 + 7 * a3 * t ** 6 + 3 * a2 * t ** 2 + a1;
  return [
    (2 * Math.sqrt(3) * longitude * radians * Math.cos(t)) / (3 * slope),
    a4 * t ** 9 + a3 * t ** 7 + a2 * t ** 3 + a1 * t,
  ];
}

describe('the map of countries', () => {
  it('matches the output of the script for the installed data', () => {
    const drawn = drawWorldMap();
    expect(drawn.svg).toBe(SVG);
    expect({ path, viewBox, shapes: listOf(shapes), dots: listOf(dots), places: places.split(',') }).toEqual({
      path: drawn.path,
      viewBox: drawn.viewBox,
      shapes: drawn.shapes,
      dots: drawn.dots,
      places: drawn.places,
    });
  });

  it('has each country of ISO 3166-1 and Kosovo once, as a shape or as a dot', () => {
    expect([...listOf(shapes), ...listOf(dots)].toSorted()).toEqual(COUNTRIES.toSorted());
    for (const code of listOf(shapes)) expect(find(code).rings.length, code).toBeGreaterThan(0);
    for (const code of listOf(dots)) expect(find(code).dot, code).not.toBeNull();
  });

  it('keeps areas as they are: it is Equal Earth, 11° E in the middle', () => {
    const origin = project(11, 0);
    const scale = (project(12, 0)[0] - origin[0]) / equalEarth(1, 0)[0];
    expect(scale).toBeCloseTo(225, 1);
    for (const [longitude, latitude] of [
      [13.4, 52.5],
      [-122.4, 37.8],
      [151.2, -33.9],
      [-70, -54],
      [-168, 66],
      [180, 71],
      [103.8, 1.4],
      [-40, 83],
    ] as const) {
      const turned = ((longitude - 11 + 540) % 360) - 180;
      const [x, y] = equalEarth(turned, latitude);
      const [seenX, seenY] = project(longitude, latitude);
      expect(seenX - origin[0], `${longitude}, ${latitude}`).toBeCloseTo(x * scale, 1);
      expect(origin[1] - seenY, `${longitude}, ${latitude}`).toBeCloseTo(y * scale, 1);
    }
  });

  it.each([
    ['DE', 13.4, 52.5, 'Berlin'],
    ['FR', 2.35, 48.86, 'Paris'],
    ['US', -104.99, 39.74, 'Denver'],
    ['US', -150, 64, 'Alaska'],
    ['RU', 129.7, 62, 'Yakutsk'],
    ['RU', -173, 66.5, 'Chukotka'],
    ['BR', -47.9, -15.8, 'Brasília'],
    ['AU', 133.9, -23.7, 'Alice Springs'],
    ['ZA', 24.8, -28.7, 'Kimberley'],
    ['LS', 28.3, -29.6, 'Lesotho, within South Africa'],
    ['GF', -53, 4, 'French Guiana'],
    ['SJ', 17, 78.5, 'Svalbard'],
    ['GL', -42, 72, 'Greenland'],
    ['SO', 45.5, 8.8, 'Somaliland'],
    ['UA', 34.3, 45.3, 'Crimea'],
    ['TW', 121, 23.9, 'Taiwan'],
    ['EH', -13.5, 24.5, 'Western Sahara, by the coast'],
    ['EH', -10, 26.5, 'Western Sahara, inland'],
    ['MA', -7, 32, 'Morocco'],
    ['NZ', 175.5, -38.8, 'the North Island'],
  ])('%s has %d, %d: %s', (code, longitude, latitude) => {
    const place = project(longitude, latitude);
    expect(contains(find(code).rings, place)).toBe(true);
    for (const other of listOf(shapes).filter((one) => one !== code))
      expect(contains(find(other).rings, place), other).toBe(false);
  });

  it.each([
    ['SG', 103.8, 1.35],
    ['MT', 14.4, 35.9],
    ['LU', 6.1, 49.8],
    ['HK', 114.15, 22.4],
    ['MO', 113.55, 22.2],
    ['XK', 20.9, 42.6],
    ['CY', 33.1, 35.1],
    ['GI', -5.35, 36.14],
    ['VA', 12.45, 41.9],
    ['RE', 55.5, -21.1],
    ['MQ', -61, 14.65],
    ['BQ', -68.3, 12.2],
    ['TK', -171.8, -9.2],
    ['CX', 105.6, -10.5],
    ['TV', 179.2, -8.5],
    ['MU', 57.6, -20.3],
  ])('%s is a dot at %d, %d', (code, longitude, latitude) => {
    const [x, y] = find(code).dot ?? [Number.NaN, Number.NaN];
    const [placeX, placeY] = project(longitude, latitude);
    expect(Math.hypot(x - placeX, y - placeY)).toBeLessThan(4);
  });

  it('lies within its frame, and costs a page less than 30 KiB', () => {
    const [left = 0, top = 0, width = 0, height = 0] = viewBox.split(' ').map(Number);
    const points = [...listOf(shapes), ...listOf(dots)].flatMap((code) => {
      const { rings, dot } = find(code);
      return dot ? [dot] : rings.flat();
    });
    for (const [x, y] of points) {
      expect(x).toBeGreaterThan(left);
      expect(x).toBeLessThan(left + width);
      expect(y).toBeGreaterThan(top);
      expect(y).toBeLessThan(top + height);
    }
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
    expect(brotliCompressSync(SVG, quality).length).toBeLessThan(30 * 1024);
  });
});
