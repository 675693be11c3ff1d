// npm run map: draws the map of countries from Natural Earth's data, from the npm package world-atlas.
import { writeFileSync } from 'node:fs';
import { drawWorldMap, writeMapModule } from './world-map/draw.ts';
import { MAP_FILE, MAP_MODULE } from './world-map/files.ts';

const map = drawWorldMap();
writeFileSync(MAP_FILE, map.svg);
writeFileSync(MAP_MODULE, writeMapModule(map));
