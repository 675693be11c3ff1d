import { sayTrouble } from '#contract/domains/domain-phrases.ts';
import type { Domain, Trouble } from '#core/domains/domain.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import type { Warning } from '../accounts/warn.ts';

/** The mail about a domain's trouble, in the current language. */
export function toWarning(domain: Domain, trouble: Trouble): Warning {
  const { host } = domain;
  return {
    subject: say('{host} needs your attention', { host }),
    event: sayTrouble(domain, trouble),
    advice: say(ADVICE[trouble]),
  };
}

const RENEW: PlainMessage =
  'Renew it with the company that sold you the domain. If you have already done so, or it renews automatically, there is nothing to do.';

const ADVICE: Readonly<Record<Trouble, PlainMessage>> = {
  broken: 'Printed codes work again as soon as this is fixed. See Settings, Domains for its current state.',
  listed: 'Look for codes that lead where they should not, and ask for a review at Google Search Console.',
  held: 'Ask the company that sold you the domain what it needs from you.',
  ends_in_7: RENEW,
  ends_in_30: RENEW,
  ends_in_90: RENEW,
};
