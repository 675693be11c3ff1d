import { expect, it } from 'vitest';
import { unstable_readConfig, type Unstable_Config } from 'wrangler';
import { PLANS } from '#core/accounts/plan.ts';
import { PASSWORD_TRIES_PER_MINUTE } from '#core/control/password-tries.ts';

/** Limits for addresses and people, which no plan changes. */
const OTHER_LIMITS = [
  'RATE_LIMIT_FAILED_AUTH',
  'RATE_LIMIT_SIGN_IN',
  'RATE_LIMIT_NETWORK',
  'RATE_LIMIT_DASHBOARD',
  'RATE_LIMIT_SHARE_NETWORK',
  'RATE_LIMIT_SHARE',
];

const readLimiters = (config: string) => (unstable_readConfig({ config }) as Unstable_Config).ratelimits;

it('the limits of the plans are those of the rate-limit bindings', () => {
  const ratelimits = readLimiters('wrangler.toml');
  const ofPlans = ratelimits.filter(({ name }) => !OTHER_LIMITS.includes(name));
  const deployed = ofPlans.map(({ name, simple }) => [name, simple.limit, simple.period]);
  const promised = Object.entries(PLANS).map(([plan, { requestsPerMinute }]) => [
    `RATE_LIMIT_${plan.toUpperCase()}`,
    requestsPerMinute,
    60,
  ]);
  expect(deployed).toEqual(promised);
});

it.each([
  ['a code', 'src/shortlink/wrangler.toml', 'CODE_PASSWORD_LIMIT'],
  ['a link to statistics', 'wrangler.toml', 'RATE_LIMIT_SHARE'],
])('the tries of the password of %s are those of its limiter', (_, config, limiterName) => {
  const limiter = readLimiters(config).find(({ name }) => name === limiterName);
  expect(limiter?.simple).toEqual({ limit: PASSWORD_TRIES_PER_MINUTE, period: 60 });
});

it('no two limiters of the service count together', () => {
  const limiters = ['wrangler.toml', 'src/shortlink/wrangler.toml'].flatMap(readLimiters);
  expect(new Set(limiters.map(({ namespace_id }) => namespace_id)).size).toBe(limiters.length);
});
