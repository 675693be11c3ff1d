import type { DatabasePlace } from './local-database.ts';

/** Where the dashboard of a database's service is: as told, where the service runs, or where `npm start` will run it. */
export function readDashboardUrl(place: DatabasePlace, told: string | boolean | undefined): string {
  if (typeof told === 'string') return told;
  return place.dashboardUrl ?? `http://localhost:${process.env['PORT'] ?? 8787}`;
}
