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
  'Renew it with the company that sold you the domain. If you have done so, or it renews itself, you need do nothing.';

const ADVICE: Readonly<Record<Trouble, PlainMessage>> = {
  broken: 'Printed codes work again as soon as it is mended. Settings, Domains shows how it is now.',
  listed: 'Look for codes that lead where they should not, and ask for a review at Google Search Console.',
  held: 'Ask the company that sold you the domain what it needs from you.',
  ends_in_7: RENEW,
  ends_in_30: RENEW,
  ends_in_90: RENEW,
};
