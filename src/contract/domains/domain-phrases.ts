import type { DomainProblem, DomainProblems } from '#core/domains/domain.ts';
import { say } from '#languages/say.ts';

/** Why a domain does not work, and what mends it, for callers and in the reader's language. */

type Phrases = { readonly [C in keyof DomainProblems]: (values: DomainProblems[C]) => string };

export const DOMAIN_PHRASES: Phrases = {
  record_missing: ({ type, name, value }) =>
    say(
      'Its DNS needs a {type} record {name} with the value {value}. A new record can take a few hours to show.',
      {
        type,
        name,
        value,
      },
    ),
  host_not_local: ({ host }) =>
    say(
      'This service runs on one machine only, to which {host} cannot point: add a host below localhost, like {example}.',
      {
        host,
        example: 'brand.localhost',
      },
    ),
  host_not_routed: ({ host }) =>
    say('The operator of this service has to route {host} first: ask them to.', { host }),
  certificate_pending: ({ host }) =>
    say('{host} points here. Its certificate is being made, which takes minutes, rarely an hour.', { host }),
  host_refused: ({ host, reason }) => say('Cloudflare does not serve {host}: {reason}', { host, reason }),
  host_blocked: ({ host }) =>
    say('Cloudflare has blocked {host}. Only the operator of this service can ask why.', { host }),
  host_lost: ({ host }) =>
    say(
      'Another account has proved that {host} is theirs. If it is yours, check it again for the record that says so.',
      {
        host,
      },
    ),
  platform_silent: ({ host }) =>
    say('Cloudflare gives no answer about {host} just now. Check it again in some minutes.', { host }),
};

/** Operators read it too. */
export const API_DOMAIN_PHRASES: Phrases = {
  ...DOMAIN_PHRASES,
  host_not_routed: ({ host }) =>
    `The operator of this service has to route ${host} first: docs/domains.md says how, for a zone of theirs and with Cloudflare for SaaS.`,
};

export function sayDomainProblem(phrases: Phrases, problem: DomainProblem): string {
  // Code and values are of one entry.
  return (phrases[problem.code] as (values: DomainProblem['values']) => string)(problem.values);
}
