import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { WORLD_MAP } from '#dashboard/scans/map/world.ts';
import { MAP_FILE } from '../world-map/files.ts';
import { ASSETS, writeChanged } from './asset-files.ts';

/** Writes the map of countries to the assets, under the name that pages request. */
export function placeMap(): void {
  const path = ASSETS + WORLD_MAP.path;
  const folder = dirname(path);
  writeChanged(path, readFileSync(MAP_FILE, 'utf8'));
  for (const name of readdirSync(folder))
    if (`${folder}/${name}` !== path) rmSync(`${folder}/${name}`, { force: true });
}
