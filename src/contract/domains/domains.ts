import * as z from 'zod';
import { type Domain, type DomainChange, DOMAIN_STATES, RECORD_PURPOSES } from '#core/domains/domain.ts';
import { domainHost } from '../codes/requests.ts';
import { timestamp } from '../codes/responses.ts';
import { deletionOf } from '../lists.ts';
import { open } from '../open.ts';
import { API_DOMAIN_PHRASES, sayDomainProblem } from './domain-phrases.ts';

/** `/v1/domains` */

/** Apple reads no longer file; both, with what surrounds them, fit the body. */
const LONGEST_APP_LINKS = 64 * 1024;
export const MAX_DOMAIN_BODY_BYTES = 3 * LONGEST_APP_LINKS;

export const newDomainBody = z
  .strictObject({ host: domainHost.describe('In any case, as Unicode or punycode: `go.brand.example`.') })
  .meta({ id: 'CreateDomain' });

const address = z.string().nullable().optional().meta({ format: 'uri' });

function appLinksFile(isFile: (value: unknown) => boolean, rule: string) {
  return z
    .unknown()
    .refine(
      (value) => value === null || (isFile(value) && JSON.stringify(value).length <= LONGEST_APP_LINKS),
      rule,
    )
    .optional();
}

export const domainChange = z
  .strictObject({
    is_default: z.boolean().optional().describe('Whether dynamic codes get it if they name no `domain`.'),
    root_url: address.describe('Where the root of the host leads. Null for nowhere.'),
    not_found_url: address.describe('Where a path leads that no code has. Null for a page that says so.'),
    expired_url: address.describe(
      'Where a code leads that has ended, is used up or was deleted, unless it has a `fallback_url`. Null for a page that says so.',
    ),
    app_links: z
      .strictObject({
        apple: appLinksFile(
          (value) => typeof value === 'object' && !Array.isArray(value),
          'must be an object of at most 65,536 characters of JSON, or null.',
        ).meta({ type: ['object', 'null'] }),
        android: appLinksFile(
          Array.isArray,
          'must be a list of at most 65,536 characters of JSON, or null.',
        ).meta({
          type: ['array', 'null'],
          items: {},
        }),
      })
      .optional()
      .describe(
        'The files by which phones open links of the host in your app: `apple-app-site-association` and `assetlinks.json`. What you leave out does not change.',
      ),
  })
  .refine((body) => Object.keys(body).length > 0, {
    error: 'must hold at least one field to change, like "root_url".',
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ id: 'UpdateDomain', minProperties: 1 });

const known = (about: string) => z.boolean().nullable().describe(about);

const url = z.string().nullable().meta({ format: 'uri' });

export const domain = z
  .object({
    id: z.string().regex(/^dom_[0-9a-f]{16}$/),
    host: z.string(),
    state: open(z.enum(DOMAIN_STATES).meta({ id: 'DomainState' })).describe(
      '`active`: its links work and new codes can have it. `broken`: it worked, and does not now.',
    ),
    problem: z
      .string()
      .nullable()
      .describe('What keeps it from being active, and what mends it, in a sentence.'),
    is_default: z.boolean(),
    root_url: url,
    not_found_url: url,
    expired_url: url,
    app_links: z.object({ apple: z.unknown(), android: z.unknown() }),
    records: z
      .array(
        z.object({
          purpose: open(z.enum(RECORD_PURPOSES)),
          type: z.string(),
          name: z.string(),
          value: z.string(),
          found: z.boolean().nullable().describe('As of the last check. Null if DNS gave no answer.'),
        }),
      )
      .describe('The records that its DNS needs.'),
    created_at: timestamp,
    verified_at: timestamp.nullable().describe('Since when the host is yours.'),
    checked_at: timestamp.nullable(),
    checks: z
      .object({
        dns: known('Whether its DNS leads here.'),
        certificate: known('Whether it has a certificate at Cloudflare.'),
        registration: z
          .object({
            expires_at: timestamp.nullable(),
            holds: z.array(z.string()).describe('States of the registry that end its DNS: "client hold".'),
          })
          .nullable()
          .describe('From the registry.'),
        listed: known('Whether the screening service that the operator chose calls it harmful.'),
        checked_at: timestamp.nullable(),
      })
      .describe(
        '`dns` and `certificate` are of the last check, the rest is of the last daily look, at `checked_at`. A part that cannot be known is null.',
      ),
  })
  .meta({ id: 'Domain', description: 'A host of your own for short links.' });

export const domainDeletion = deletionOf('domain', {
  names: z.int().min(0).max(10_000).describe('How many short links lie on it. More are not counted.'),
});

/** The change as the use case takes it. */
export function toDomainChange(body: z.output<typeof domainChange>, { pages }: Domain): DomainChange {
  const {
    is_default: isDefault,
    root_url: rootUrl,
    not_found_url: notFoundUrl,
    expired_url: expiredUrl,
  } = body;
  const { apple = pages.appLinks.apple, android = pages.appLinks.android } = body.app_links ?? {};
  const appLinks = body.app_links && { apple, android };
  return { isDefault, pages: { rootUrl, notFoundUrl, expiredUrl, appLinks } };
}

export function toDomainResource(of: Domain): z.output<typeof domain> {
  return {
    id: of.id,
    host: of.host,
    state: of.state,
    problem: of.problem && sayDomainProblem(API_DOMAIN_PHRASES, of.problem),
    is_default: of.isDefault,
    root_url: of.pages.rootUrl,
    not_found_url: of.pages.notFoundUrl,
    expired_url: of.pages.expiredUrl,
    app_links: { ...of.pages.appLinks },
    records: of.records.map((record) => ({ ...record })),
    created_at: new Date(of.createdAtMs).toISOString(),
    verified_at: toTime(of.verifiedAtMs),
    checked_at: toTime(of.checkedAtMs),
    checks: toChecks(of),
  };
}

function toChecks({ state, records, platformId, registration, isListed, watchedAtMs }: Domain) {
  const leadsHere = state === 'active' || state === 'pending_certificate';
  const routing = records.find(({ purpose }) => purpose === 'routing');
  return {
    dns: leadsHere || (routing?.found ?? null),
    // Only Cloudflare for SaaS says it: the operator's own hosts get theirs with the route.
    certificate: leadsHere && platformId !== null ? state === 'active' : null,
    registration: registration && {
      expires_at: toTime(registration.expiresAtMs),
      holds: [...registration.holds],
    },
    listed: isListed,
    checked_at: toTime(watchedAtMs),
  };
}

function toTime(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
