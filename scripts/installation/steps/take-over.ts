import { type CloudflareApi, NOTHING } from '../cloudflare/api.ts';
import type { Foreign } from '../preflight/hosts.ts';
import type { Step } from './run-steps.ts';

/**
 * Removes what occupies a host named in `--take-over`. On the hosts of Workers, wrangler itself replaces records and Workers; R2 replaces
 * none, and routes interfere with both.
 */
export function takeOverStep(api: CloudflareApi, foreign: Foreign): Step {
  const path = {
    route: `/zones/${foreign.zoneId}/workers/routes/${foreign.id}`,
    record: foreign.role === 'imageHost' ? `/zones/${foreign.zoneId}/dns_records/${foreign.id}` : null,
    worker: null,
  }[foreign.kind];
  let isDone = false;
  return {
    name: `taking over ${foreign.host}`,
    plan: `replace ${foreign.what}`,
    look: () => Promise.resolve(isDone ? foreign.what : null),
    async create() {
      if (path !== null) await api.send('DELETE', path, undefined, NOTHING);
      isDone = true;
      return path === null ? `${foreign.what} will be replaced` : `removed ${foreign.what}`;
    },
  };
}
