import type { CodeId } from '#core/codes/code-id.ts';
import type { AddressKey } from '#core/links/link-address.ts';
import type { LinkDomain } from '#storage/domains/link-domains.ts';
import { startOfPath } from './path-of.ts';
import { Bookmarks } from './targets/bookmarks.ts';
import { type ColoCache, openColoCache } from './targets/cache.ts';
import { DatabaseHealth } from './targets/database-health.ts';
import { DomainResolver } from './targets/domains.ts';
import { LevelResolver } from './targets/levels.ts';
import { NameResolver } from './targets/names.ts';
import { Regions } from './targets/regions.ts';
import { reportOutcome } from './targets/report-outcome.ts';
import type { Stores } from './targets/stores.ts';
import { TargetResolver } from './targets/targets.ts';
import { UnknownNames } from './targets/unknown-names.ts';

/** A request and everything needed to respond to it. */
export interface Visit {
  readonly request: Request;
  readonly env: ShortlinkEnv;
  readonly ctx: ExecutionContext;
  readonly nowMs: () => number;
  readonly resolvers: Resolvers;
}

/** A scan of a code, on a domain unless that is null. */
export interface CodeVisit extends Visit {
  readonly codeId: CodeId;
  readonly domain: LinkDomain | null;
  /** The name by which it is scanned, for the scan log. */
  readonly name: AddressKey | CodeId;
  /** Of a GS1 code: the type of the link that is followed. */
  readonly linkType?: string | null;
  /** Several links that suit the visitor alike: what to show in place of the first one. */
  readonly showChoice?: () => Response;
}

/** The resolvers of short links. */
export interface Resolvers {
  readonly targets: TargetResolver;
  readonly domains: DomainResolver;
  readonly names: NameResolver;
  readonly levels: LevelResolver;
  /** The copies of the database that answered their queries. */
  readonly regions: Regions;
}

export function createResolvers(nowMs: () => number): Resolvers {
  const regions = new Regions();
  const shared = {
    nowMs,
    health: new DatabaseHealth(nowMs),
    bookmarks: new Bookmarks(nowMs),
    regions,
    unknown: new UnknownNames(nowMs),
  };
  const targets = new TargetResolver(shared);
  const domains = new DomainResolver(shared);
  const found = { targets, domains };
  const names = new NameResolver(shared, found);
  return { ...found, names, levels: new LevelResolver(shared, found), regions };
}

const NO_CACHE: ColoCache = { find: async () => null, put: async () => undefined };

/** What the resolvers ask. */
export function openStores({ request: { url }, env, ctx }: Visit): Stores {
  return {
    db: env.DB,
    copies: env.LINKS,
    colo: env.LINK_CACHE === 'off' ? NO_CACHE : openColoCache(url.slice(0, startOfPath(url))),
    waitUntil: (work) => ctx.waitUntil(work),
    report: (outcome, details) => reportOutcome(env.OUTCOMES, outcome, details),
  };
}
