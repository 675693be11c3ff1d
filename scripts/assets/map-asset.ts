import { readFileSync } from 'node:fs';
import { WORLD_MAP } from '#dashboard/scans/map/world.ts';
import { MAP_FILE } from '../development/drawings/world-map/files.ts';
import { placeAsset } from './asset-files.ts';

/** Writes the map of countries to the assets, under the name that pages request. */
export function placeMap(): void {
  placeAsset(WORLD_MAP.path, readFileSync(MAP_FILE, 'utf8'));
}
