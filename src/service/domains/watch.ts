import { getDomain } from 'tldts';
import { DAY_MS } from '#core/utc-day.ts';
import type { Domain, Trouble } from '#core/domains/domain.ts';
import { listTroubles } from '#core/domains/troubles.ts';
import { listUnwatchedDomains, storeWatch, type WatchedDomain } from '#storage/domains/domains.ts';
import { createRegistry, type FindRegistration } from '#storage/domains/rdap.ts';
import { sendWarning, type Warning } from '../accounts/warn.ts';
import type { Dependencies } from '../dependencies.ts';
import { check } from './domains.ts';
import { sayTrouble } from '#contract/domains/domain-phrases.ts';
import { type PlainMessage, say } from '#languages/say.ts';

/**
 * Looks at each domain once a day: its DNS and certificate, its registration, and whether it is called harmful. One that stopped leading here
 * is refreshed at Cloudflare, and its owners hear of it. It stays the account's, because its printed codes may lead here again.
 */
export async function watchDomains(deps: Dependencies): Promise<{ watched: number; told: number }> {
  const due = await listUnwatchedDomains(deps.db, deps.nowMs() - DAY_MS, deps.budget.domains);
  const findRegistration = createRegistry(deps.fetch);
  let told = 0;
  for (const { domain, account } of due) {
    const checked = await check(deps, domain);
    if (!checked) continue;
    const watchedAtMs = deps.nowMs();
    const isOwn = checked.verifiedAtMs !== null;
    const registration = isOwn ? await lookUpRegistration(deps, findRegistration, checked) : null;
    const seen = { ...checked, registration, isListed: isOwn ? await screen(deps, checked) : null };
    // A host that went to another account waits for its record from the next check on.
    const shown = domain.problem?.code === 'host_lost' ? domain : seen;
    const warnedOf = await tell(deps, account, shown, listTroubles(shown, watchedAtMs));
    told += warnedOf.filter((trouble) => !domain.warnedOf.includes(trouble)).length;
    const { isListed } = seen;
    await storeWatch(deps.db, domain.id, { watchedAtMs, registration, isListed, warnedOf });
  }
  return { watched: due.length, told };
}

/** Tells the owners of what is new; gives what they know now. What could not be mailed is tried again the next day. */
async function tell(
  deps: Dependencies,
  account: WatchedDomain['account'],
  domain: Domain,
  troubles: readonly Trouble[],
): Promise<Trouble[]> {
  const known: Trouble[] = [];
  for (const trouble of troubles) {
    try {
      if (!domain.warnedOf.includes(trouble))
        await sendWarning(deps, account, null, () => toWarning(domain, trouble));
      known.push(trouble);
    } catch (error) {
      deps.reportFailure('domain_warning_not_sent', error);
    }
  }
  return known;
}

/** Without an answer, what was known before still holds. */
async function lookUpRegistration(
  deps: Dependencies,
  find: FindRegistration,
  { host, registration }: Domain,
) {
  const name = getDomain(host);
  if (name === null || host.endsWith('.localhost')) return null;
  try {
    return await find(name);
  } catch (error) {
    deps.reportFailure('registration_not_read', error);
    return registration;
  }
}

async function screen(deps: Dependencies, { host, isListed }: Domain) {
  if (!deps.targetScreen) return null;
  const url = `https://${host}/`;
  try {
    return (await deps.targetScreen.findHarmful([url])).has(url);
  } catch (error) {
    deps.reportFailure('domain_not_screened', error);
    return isListed;
  }
}

/** The mail about a domain's trouble, in the current language. */
function toWarning(domain: Domain, trouble: Trouble): Warning {
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
