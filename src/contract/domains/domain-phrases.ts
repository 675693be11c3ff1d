import type { Domain, DomainProblem, DomainProblems, Trouble } from '#core/domains/domain.ts';
import { formatInUtc, say } from '#languages/say.ts';

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
    say('{host} points here. Its certificate is being issued, which takes a few minutes, rarely an hour.', {
      host,
    }),
  host_without_address: ({ host }) =>
    say(
      'DNS no longer has an address for {host}: its registration has ended, or its zone has left Cloudflare. The operator of this service can fix it.',
      { host },
    ),
  host_refused: ({ host, reason }) => say('Cloudflare does not serve {host}: {reason}', { host, reason }),
  host_elsewhere: ({ host }) =>
    say(
      'Cloudflare already had {host} before you added it. The operator of this service can find out whose it is.',
      { host },
    ),
  host_blocked: ({ host }) =>
    say('Cloudflare has blocked {host}. Only the operator of this service can ask why.', { host }),
  host_lost: ({ host }) =>
    say(
      'Another account has proved that {host} is theirs. If it is yours, check it again to see the record that proves it.',
      {
        host,
      },
    ),
  platform_silent: ({ host }) =>
    say('Cloudflare gives no answer about {host} right now. Check it again in a few minutes.', { host }),
};

/** Operators read it too. */
export const API_DOMAIN_PHRASES: Phrases = {
  ...DOMAIN_PHRASES,
  host_not_routed: ({ host }) =>
    `The operator of this service has to route ${host} first: docs/domains.md says how, for a zone of theirs and with Cloudflare for SaaS.`,
  host_elsewhere: ({ host }) =>
    `Cloudflare has ${host} already, from before you added it. The operator of this service can look whose it is, as docs/domains.md says.`,
};

export function sayDomainProblem(phrases: Phrases, problem: DomainProblem): string {
  // Code and values are of one entry.
  return (phrases[problem.code] as (values: DomainProblem['values']) => string)(problem.values);
}

const dayFormat = formatInUtc({ dateStyle: 'long' });

/** What is wrong with a domain, or will be, and what follows from it. */
export function sayTrouble({ host, problem, registration }: Domain, trouble: Trouble): string {
  switch (trouble) {
    case 'broken':
      return problem
        ? sayDomainProblem(DOMAIN_PHRASES, problem)
        : say('Short links with {host} do not work now.', { host });
    case 'listed':
      return say(
        'Google lists {host} as harmful: browsers warn people who scan its codes, or keep them away.',
        { host },
      );
    case 'held':
      return say(
        'The registration of {host} is on hold ({holds}): its printed codes stop working, or have done so already.',
        { host, holds: registration?.holds.join(', ') ?? '' },
      );
    case 'ends_in_7':
    case 'ends_in_30':
    case 'ends_in_90':
      return say(
        'The registration of {host} ends on {day}. After that, its printed codes lead nowhere, and somebody else can buy the name.',
        { host, day: dayFormat().format(registration?.expiresAtMs ?? 0) },
      );
  }
}
