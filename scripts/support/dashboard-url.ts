import { experimental_readRawConfig } from 'wrangler';
import type { DatabasePlace } from './accounts.ts';

/** Where the dashboard of a database's service is: as told, on this machine's port, or the first route of wrangler.toml. */
export function readDashboardUrl(place: DatabasePlace, told: string | boolean | undefined): string {
  if (typeof told === 'string') return told;
  if (!place.remote) return `http://localhost:${process.env['PORT'] ?? 8787}`;
  const { routes } = experimental_readRawConfig({ config: 'wrangler.toml' }).rawConfig;
  const [route] = routes ?? [];
  const pattern = typeof route === 'string' ? route : route?.pattern;
  if (pattern === undefined)
    throw new Error('wrangler.toml has no route: say where the dashboard is, with --url.');
  return `https://${pattern.replace(/\/\*?$/, '')}`;
}
