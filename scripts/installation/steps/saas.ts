import { CloudflareError } from '../cloudflare/answer.ts';
import { type CloudflareApi, NOTHING } from '../cloudflare/api.ts';
import { InstallationError } from '../cloudflare/explain.ts';
import {
  findFallback,
  isOriginless,
  listTargetRecords,
  ORIGINLESS,
  refusedToken,
  setFallback,
} from '../preflight/check-saas.ts';
import type { Zone } from '../preflight/find-zones.ts';
import { hasRoute, listRoutes, saasRoutesOf } from '../preflight/saas-routes.ts';
import { saasTargetOf, type Settings } from '../settings/settings.ts';
import type { Step } from './run-steps.ts';

interface SaasInput {
  readonly api: CloudflareApi;
  /** With the token for custom hostnames; null if it was not given, because the API has it already. */
  readonly saasApi: CloudflareApi | null;
  readonly settings: Settings;
  /** The zone of the fallback origin; null without one. */
  readonly zone: Zone | null;
}

/** Where the DNS of accounts leads. It proves the token, before a deployment gives it to the API for good. */
export function listOriginSteps({ api, saasApi, settings, zone }: SaasInput): Step[] {
  const target = saasTargetOf(settings);
  if (zone === null || target === null) return [];
  return [recordStep(api, zone, target), ...(saasApi ? [fallbackStep(saasApi, zone, target)] : [])];
}

/** What brings requests from there to the short-link Worker, which has to exist. */
export function listRouteSteps({ api, settings, zone }: Omit<SaasInput, 'saasApi'>): Step[] {
  return zone === null ? [] : [routesStep(api, zone, settings)];
}

function recordStep(api: CloudflareApi, zone: Zone, target: string): Step {
  const record = `${target} (${ORIGINLESS.type} ${ORIGINLESS.content})`;
  return {
    name: 'record of the fallback origin',
    plan: record,
    look: async () => ((await listTargetRecords(api, zone, target)).some(isOriginless) ? record : null),
    async create() {
      await api.send(
        'POST',
        `/zones/${zone.id}/dns_records`,
        { ...ORIGINLESS, name: target, ttl: 1 },
        NOTHING,
      );
      return record;
    },
  };
}

function fallbackStep(api: CloudflareApi, zone: Zone, target: string): Step {
  return {
    name: 'fallback origin',
    plan: `${target} of ${zone.name}`,
    async look() {
      const fallback = await findFallback(api, zone);
      const isSet = fallback?.origin === target && !fallback.status?.endsWith('timed_out');
      return isSet ? `${target} of ${zone.name}` : null;
    },
    async create() {
      const fallback = await setFallback(api, zone, target).catch((error: unknown) => {
        if (!(error instanceof CloudflareError && error.isForbidden)) throw error;
        const { text, url } = refusedToken(zone);
        throw new InstallationError(`${text}\n  ${url}`);
      });
      return `${target} of ${zone.name}${fallback.status ? `, ${fallback.status}` : ''}`;
    },
  };
}

function routesStep(api: CloudflareApi, zone: Zone, settings: Settings): Step {
  const wanted = saasRoutesOf(settings, zone);
  const listAbsent = async () => {
    const there = await listRoutes(api, zone.id);
    return wanted.filter((route) => !hasRoute(there, route));
  };
  const all = wanted.map(({ pattern }) => pattern).join(', ');
  return {
    name: 'routes of the hosts of accounts',
    plan: all,
    look: async () => ((await listAbsent()).length === 0 ? all : null),
    async create() {
      for (const { pattern, script } of await listAbsent())
        await api.send(
          'POST',
          `/zones/${zone.id}/workers/routes`,
          { pattern, ...(script ? { script } : {}) },
          NOTHING,
        );
      return all;
    },
  };
}
