import { z } from 'zod';
import { extra } from '../cloudflare/answer.ts';
import type { CloudflareApi } from '../cloudflare/api.ts';
import { namesOf } from '../settings/names.ts';
import { saasTargetOf, type Settings } from '../settings/settings.ts';
import type { Zone } from './find-zones.ts';

const ROUTE = z.object({ id: z.string(), pattern: z.string(), script: extra(z.string()) });
export type Route = Pick<z.infer<typeof ROUTE>, 'pattern' | 'script'>;

export function listRoutes(api: CloudflareApi, zoneId: string) {
  return api.list(`/zones/${zoneId}/workers/routes`, ROUTE);
}

/** Whether a zone needs this route no more. One that only leaves names alone may name the Worker that serves them. */
export function hasRoute(routes: readonly Route[], { pattern, script }: Route): boolean {
  return routes.some((one) => one.pattern === pattern && (script === null || one.script === script));
}

export function hostOfPattern(pattern: string): string {
  const [host = ''] = pattern.replace(/^\*?:\/\/|^https?:\/\//, '').split('/');
  return host;
}

/**
 * The routes that bring the hosts of accounts to the short-link Worker. The most specific one decides, so the zone's own names keep what
 * serves them: those routes, which name no Worker, come first, and the route for everything last
 * (developers.cloudflare.com/cloudflare-for-platforms, "Workers as your fallback origin").
 */
export function saasRoutesOf(settings: Settings, zone: Zone): readonly Route[] {
  const { shortLink: script } = namesOf(settings);
  const target = saasTargetOf(settings);
  const own = [zone.name, `*.${zone.name}`].filter((host) => host !== target);
  return [
    ...own.map((host) => ({ pattern: `${host}/*`, script: null })),
    { pattern: `${target}/*`, script },
    { pattern: '*/*', script },
  ];
}
