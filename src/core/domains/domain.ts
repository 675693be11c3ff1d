import type { LinkHost } from '../links/link-address.ts';
import type { Registration } from './registration.ts';

/** A host that an account brings for its short links. */
export interface Domain {
  /** `dom_` and 16 hex digits. */
  readonly id: string;
  readonly accountId: string;
  readonly host: LinkHost;
  readonly state: DomainState;
  /** Whether new codes of the account get it unless they name another. */
  readonly isDefault: boolean;
  readonly pages: DomainPages;
  /** The value of the TXT record that proves that the account controls the host's DNS. */
  readonly proof: string;
  /** The custom hostname's id at Cloudflare; null if there is none. */
  readonly platformId: string | null;
  readonly records: readonly DomainRecord[];
  readonly problem: DomainProblem | null;
  readonly createdAtMs: number;
  /** Since when the host is the account's: it then belongs to no other one. Null before that. */
  readonly verifiedAtMs: number | null;
  readonly checkedAtMs: number | null;
  /** When the daily watch last looked at it; what follows is of that time. */
  readonly watchedAtMs: number | null;
  /** Null if it cannot be known. */
  readonly registration: Registration | null;
  /** Whether the operator's screening service calls it harmful; null if there is none. */
  readonly isListed: boolean | null;
  /** What its owners were told, as long as it lasts. */
  readonly warnedOf: readonly Trouble[];
  /** Whether its pages lead nowhere, because its account is suspended or deleted. */
  readonly isStopped: boolean;
  /** Grows with every change: of two copies, the higher one is right. */
  readonly revision: number;
}

/** Short links work in `active`, and in `broken` as long as its DNS points here. */
export const DOMAIN_STATES = ['pending_dns', 'pending_certificate', 'active', 'broken', 'blocked'] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** What a domain serves besides its short links. Null for the service's own page. */
export interface DomainPages {
  /** Where its root leads. */
  readonly rootUrl: string | null;
  /** Where a path leads that no code has. */
  readonly notFoundUrl: string | null;
  /** Where a code leads that has ended, is used up or was deleted, unless it has a fallback of its own. */
  readonly expiredUrl: string | null;
  readonly appLinks: AppLinks;
}

/** The files by which phones open links of the domain in apps. */
export interface AppLinks {
  /** `/.well-known/apple-app-site-association`, as JSON; null if there is none. */
  readonly apple: unknown;
  /** `/.well-known/assetlinks.json`. */
  readonly android: unknown;
}

export const NO_PAGES: DomainPages = {
  rootUrl: null,
  notFoundUrl: null,
  expiredUrl: null,
  appLinks: { apple: null, android: null },
};

/** What the owners are told of a domain, each once as long as it lasts. The last three are about its registration, in days. */
export type Trouble = 'broken' | 'listed' | 'held' | 'ends_in_7' | 'ends_in_30' | 'ends_in_90';

export const RECORD_PURPOSES = ['routing', 'ownership', 'certificate'] as const;

/** A record that the host's DNS needs. */
export interface DomainRecord {
  readonly purpose: (typeof RECORD_PURPOSES)[number];
  readonly type: 'CNAME' | 'TXT';
  /** The full name, without a dot at its end. */
  readonly name: string;
  readonly value: string;
  /** Null if DNS did not answer. */
  readonly found: boolean | null;
}

/** Why a domain does not work. */
export interface DomainProblems {
  readonly record_missing: Pick<DomainRecord, 'type' | 'name' | 'value'>;
  /** On this machine, no record leads a host here: only names below `localhost` work. */
  readonly host_not_local: { readonly host: string };
  /** The operator has neither routed it here nor set a token for custom hostnames. */
  readonly host_not_routed: { readonly host: string };
  /** The operator routes it here, and DNS has no address for it: the name has lapsed, or its zone has left. */
  readonly host_without_address: { readonly host: string };
  readonly certificate_pending: { readonly host: string };
  /** What Cloudflare says. */
  readonly host_refused: { readonly host: string; readonly reason: string };
  /** Cloudflare has a custom hostname for it that this claim did not make. */
  readonly host_elsewhere: { readonly host: string };
  readonly host_blocked: { readonly host: string };
  /** Another account has proved since that the host is theirs. */
  readonly host_lost: { readonly host: string };
  readonly platform_silent: { readonly host: string };
}

export type DomainProblem = {
  [C in keyof DomainProblems]: { readonly code: C; readonly values: DomainProblems[C] };
}[keyof DomainProblems];

/** The settings that an owner changes. An absent one stays. */
export interface DomainChange {
  readonly isDefault?: boolean | undefined;
  readonly pages?: { readonly [page in keyof DomainPages]?: DomainPages[page] | undefined };
}
