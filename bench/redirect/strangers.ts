import { PEOPLE } from '#harness/data/user-agents.ts';

/** More than any memory of user agents holds: each comes again only after all the others. */
const STRANGERS = 50_000;

const LANGUAGE = { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8' };

/** What a phone sends, from each of the user agents of people that the tests know. */
export const VISITORS = PEOPLE.map(([, , , userAgent]) => ({
  'User-Agent': userAgent,
  'CF-Connecting-IP': '203.0.113.77',
  ...LANGUAGE,
}));

/** The same people, each with a build of the browser and an address that nobody else has; every second address is an IPv6 one. */
export const STRANGERS_IN_TURN = Array.from({ length: STRANGERS }, (_, n) => ({
  'User-Agent': PEOPLE[n % PEOPLE.length]?.[3].replace(/\d(?=\D*$)/, (last) => `${last}${n}`) ?? '',
  'CF-Connecting-IP':
    n % 2 === 0 ? `198.18.${n >> 8}.${n & 255}` : `2001:db8:${n.toString(16)}:5a::${n.toString(16)}:1`,
  ...LANGUAGE,
}));
