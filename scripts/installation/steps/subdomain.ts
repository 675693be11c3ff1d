import { type CloudflareApi, NOTHING } from '../cloudflare/api.ts';
import { readAccountSubdomain } from '../preflight/find-home.ts';
import type { Step } from './run-steps.ts';

/** The account's subdomain of workers.dev. It belongs to the account for all its Workers, so one that is there is taken as it is. */
export function subdomainStep(api: CloudflareApi, accountId: string, subdomain: string): Step {
  return {
    name: 'workers.dev subdomain',
    plan: `${subdomain} (--subdomain NAME chooses another one)`,
    look: () => readAccountSubdomain(api, accountId),
    async create() {
      await api.send('PUT', `/accounts/${accountId}/workers/subdomain`, { subdomain }, NOTHING);
      return subdomain;
    },
  };
}
