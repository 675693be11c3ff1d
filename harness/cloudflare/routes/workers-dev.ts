import { type Account, hexId } from '../account.ts';
import { ApiFailure, type ApiRequest, param, readJson, type Routes } from './route.ts';
import { findScript } from './find-script.ts';

const SUBDOMAIN = '/accounts/:account/workers/subdomain';
const SCRIPT = '/accounts/:account/workers/scripts/:script/subdomain';

/** The account's name below workers.dev, and whether each Worker is served there. */
export const WORKERS_DEV_ROUTES: Routes = {
  [`GET ${SUBDOMAIN}`]: ({ account: { subdomain } }) => {
    if (subdomain !== null) return { subdomain };
    throw new ApiFailure(404, 10_007, 'There is no workers.dev subdomain associated with this account.');
  },
  [`PUT ${SUBDOMAIN}`]: (request) => {
    const { account } = request;
    const { subdomain = '' } = readJson(request) as { subdomain?: string };
    if (account.subdomain !== null)
      throw new ApiFailure(409, 10_036, 'The account already has an associated subdomain.');
    requireFree(account, subdomain);
    account.subdomain = subdomain;
    return { subdomain };
  },
  // wrangler takes 10032 for a name that is free.
  [`GET ${SUBDOMAIN}s/:name`]: (request) => {
    requireFree(request.account, param(request, 'name'));
    throw new ApiFailure(404, 10_032, 'The subdomain is available.');
  },
  'GET /accounts/:account/workers/workers/:script': (request) => ({
    id: hexId(),
    name: findScript(request).name,
    subdomain: describe(request),
  }),
  [`GET ${SCRIPT}`]: describe,
  [`POST ${SCRIPT}`]: (request) => {
    const { enabled } = readJson(request) as { enabled: boolean };
    if (enabled) requireSubdomain(request.account);
    findScript(request).isOnWorkersDev = enabled;
    return describe(request);
  },
};

function describe(request: ApiRequest): object {
  return { enabled: findScript(request).isOnWorkersDev, previews_enabled: false };
}

/** What crons need too. */
export function requireSubdomain({ subdomain }: Account): void {
  if (subdomain === null)
    throw new ApiFailure(400, 10_063, 'You need a workers.dev subdomain in order to proceed.');
}

function requireFree({ takenSubdomains }: Account, name: string): void {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name))
    throw new ApiFailure(400, 10_029, 'The subdomain is invalid.');
  if (takenSubdomains.has(name)) throw new ApiFailure(409, 10_031, 'The subdomain is unavailable.');
}
