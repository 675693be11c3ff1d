import {
  domain,
  domainChange,
  domainDeletion,
  domainList,
  domainsQuery,
  MAX_DOMAIN_BODY_BYTES,
  newDomainBody,
  toDomainChange,
  toDomainResource,
} from '#contract/domains/domains.ts';
import { ApiError, invalid, quotaExceeded } from '#contract/problems/api-error.ts';
import type { Domain } from '#core/domains/domain.ts';
import { inField } from '#core/problem.ts';
import {
  changeDomain,
  claimDomain,
  deleteDomain as deleteOwn,
  verifyDomain as verify,
} from '#service/domains/domains.ts';
import { findDomain, listDomains as listStored } from '#storage/domains/domains.ts';
import { DOMAIN } from '../examples.ts';
import { type Caller, operation } from '../operation.ts';
import { cutPage } from '../page.ts';

/** `/v1/domains`: hosts of an account for its short links. */

export const addDomain = operation({
  method: 'post',
  path: '/v1/domains',
  summary: 'Add a domain',
  description:
    'Claims a host for your short links. `records` are what its DNS needs; `problem` says what is missing. If another account claims it too, or ever had it, a TXT record decides whose it is. A host that you have already is given as it is.',
  body: newDomainBody,
  bodyExample: { host: DOMAIN.host },
  response: domain,
  example: DOMAIN,
  errors: ['quota_exceeded'],
  async handle({ deps, actor, body }) {
    const claimed = await claimDomain(deps, actor, body.host);
    if (claimed.ok) return toDomainResource(claimed.value);
    throw claimed.error.reason === 'refused'
      ? invalid([inField('host', claimed.error.fault)])
      : quotaExceeded(claimed.error);
  },
});

export const listDomains = operation({
  method: 'get',
  path: '/v1/domains',
  summary: 'List the domains of the account',
  description: 'Oldest first.',
  query: domainsQuery,
  response: domainList,
  example: { data: [DOMAIN], has_more: false, next_cursor: null },
  async handle({ deps, actor, query }) {
    return cutPage((await listStored(deps.db, actor.account.id)).map(toDomainResource), query);
  },
});

export const getDomain = operation({
  method: 'get',
  path: '/v1/domains/{domain_id}',
  summary: 'Read a domain',
  description: 'As of its last check.',
  find: findOwn,
  response: domain,
  example: DOMAIN,
  errors: ['not_found'],
  handle: ({ found }) => toDomainResource(found),
});

export const updateDomain = operation({
  method: 'patch',
  path: '/v1/domains/{domain_id}',
  summary: 'Change a domain',
  description: 'Changes the fields that you send. Links follow within 30 seconds.',
  find: findOwn,
  body: domainChange,
  bodyExample: { root_url: 'https://brand.example/' },
  maxBodyBytes: MAX_DOMAIN_BODY_BYTES,
  response: domain,
  example: { ...DOMAIN, root_url: 'https://brand.example/' },
  errors: ['not_found', 'unsafe_target'],
  async handle({ deps, found, body }) {
    const changed = await changeDomain(deps, found, toDomainChange(body, found));
    if (!changed.ok) throw invalid(changed.error);
    if (!changed.value) throw noDomain();
    return toDomainResource(changed.value);
  },
});

export const verifyDomain = operation({
  method: 'post',
  path: '/v1/domains/{domain_id}/verify',
  summary: 'Check a domain now',
  description: 'Asks DNS and Cloudflare. The service does so itself once a day.',
  find: findOwn,
  response: domain,
  example: DOMAIN,
  errors: ['not_found'],
  async handle({ deps, found }) {
    const checked = await verify(deps, found);
    if (!checked) throw noDomain();
    return toDomainResource(checked);
  },
});

export const deleteDomain = operation({
  method: 'delete',
  path: '/v1/domains/{domain_id}',
  summary: 'Delete a domain',
  description:
    'Works only if no code has it. Deleted codes do not count. `names` says how many short links lie on it, which may be printed and then lead nowhere: the added names of your codes, and what your deleted codes printed.',
  find: findOwn,
  response: domainDeletion,
  example: { id: DOMAIN.id, deleted: true, names: 2 },
  errors: ['not_found', 'domain_in_use'],
  async handle({ deps, actor, found }) {
    const deleted = await deleteOwn(deps, actor, found);
    if (deleted.ok) return { id: found.id, deleted: true as const, names: deleted.value };
    const message = `Codes have the host ${found.host}. Delete them first: "GET /v1/qr?domain=${found.host}" lists them.`;
    throw new ApiError('domain_in_use', message);
  },
});

async function findOwn({ deps, actor, params }: Caller): Promise<Domain> {
  const found = await findDomain(deps.db, actor.account.id, params['domain_id'] ?? '');
  if (!found) throw noDomain();
  return found;
}

function noDomain(): ApiError {
  return new ApiError('not_found', 'There is no domain with this id in your account.');
}
