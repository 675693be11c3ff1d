/** The map that is drawn, and what pages know of it. */
export const MAP_FILE = 'src/dashboard/scans/map/world.svg';
export const MAP_MODULE = 'src/dashboard/scans/map/world.ts';
