import {
  domain,
  domainChange,
  domainDeletion,
  MAX_DOMAIN_BODY_BYTES,
  newDomainBody,
  toDomainChange,
  toDomainResource,
} from '#contract/domains/domains.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import {
  changeDomain,
  claimDomain,
  deleteDomain as deleteOwn,
  verifyDomain as verify,
} from '#service/domains/domains.ts';
import { findDomain, listDomains as listStored } from '#storage/domains/domains.ts';
import { DOMAIN } from '../examples.ts';
import { operation } from '../operation.ts';
import { Resource } from '../lists/resource.ts';

/** `/v1/domains`: hosts of an account for its short links. */

const domains = new Resource({
  name: 'domain',
  schema: domain,
  example: DOMAIN,
  show: toDomainResource,
  find: ({ deps, actor }, id) => findDomain(deps.db, actor.account.id, id),
});

export const addDomain = domains.create({
  summary: 'Add a domain',
  description:
    'Claims a host for your short links. `records` are what its DNS needs; `problem` says what is missing. If another account claims it too, or ever had it, a TXT record decides whose it is. A host that you have already is given as it is.',
  body: newDomainBody,
  bodyExample: { host: DOMAIN.host },
  errors: ['quota_exceeded'],
  write: ({ deps, actor, body }) => claimDomain(deps, actor, body.host),
});

export const listDomains = domains.list('Oldest first.', ({ deps, actor }) =>
  listStored(deps.db, actor.account.id),
);

export const getDomain = domains.read('As of its last check.');

export const updateDomain = domains.update({
  description: 'Changes the fields that you send. Links follow within 30 seconds.',
  body: domainChange,
  bodyExample: { root_url: 'https://brand.example/' },
  maxBodyBytes: MAX_DOMAIN_BODY_BYTES,
  example: { ...DOMAIN, root_url: 'https://brand.example/' },
  errors: ['unsafe_target'],
  write: ({ deps, found, body }) => changeDomain(deps, found, toDomainChange(body, found)),
});

export const verifyDomain = operation({
  method: 'post',
  path: `${domains.onePath}/verify`,
  summary: 'Check a domain now',
  description: 'Asks DNS and Cloudflare. The service does so itself once a day.',
  find: domains.findOwn,
  response: domain,
  example: DOMAIN,
  async handle({ deps, found }) {
    return toDomainResource(domains.require(await verify(deps, found)));
  },
});

export const deleteDomain = operation({
  method: 'delete',
  path: domains.onePath,
  summary: 'Delete a domain',
  description:
    'Works only if no code has it. Deleted codes do not count. `names` says how many short links lie on it, which may be printed and then lead nowhere: the added names of your codes, and what your deleted codes printed.',
  find: domains.findOwn,
  response: domainDeletion,
  example: { id: DOMAIN.id, deleted: true, names: 2 },
  errors: ['domain_in_use'],
  async handle({ deps, actor, found }) {
    const deleted = await deleteOwn(deps, actor, found);
    if (deleted.ok) return { id: found.id, deleted: true as const, names: deleted.value };
    const message = `Codes have the host ${found.host}. Delete them first: "GET /v1/qr?domain=${found.host}" lists them.`;
    throw new ApiError('domain_in_use', message);
  },
});
