import { BoundedMap } from '#core/bounded-map.ts';
import { toNetworks } from '#core/http/ip-network.ts';
import { takeFromLimiter } from './rate-limiter.ts';

/** The bindings that count by network: an IPv6 /48 has its own limit, because its holder can use any of its 65,536 /64s. */
interface NetworkLimiters {
  readonly RATE_LIMIT_FAILED_AUTH: RateLimit;
  readonly RATE_LIMIT_SIGN_IN: RateLimit;
  readonly RATE_LIMIT_NETWORK: RateLimit;
}

type ReportFailure = (event: string, error: unknown) => void;

/** Attempts to sign in or up, counted by address and network. */
export interface Attempts {
  /** Counts an attempt to sign in or up; false if there were too many. */
  takeSignIn(env: NetworkLimiters, address: string, reportFailure: ReportFailure): Promise<boolean>;
  /**
   * Whether this isolate knows that an address or its network failed too often within the last minute, by API key or session cookie. Uses
   * only memory: no database, no limiter.
   */
  isBlocked(address: string): boolean;
  /** Counts a failure; false if there were too many, which `isBlocked` then knows. */
  countFailure(env: NetworkLimiters, address: string, reportFailure: ReportFailure): Promise<boolean>;
}

/** The window of the limiters in wrangler.toml. */
const BLOCKED_FOR_MS = 60_000;
const MOST_BLOCKED = 10_000;

export function createAttempts(nowMs: () => number): Attempts {
  const blockedUntilMs = new BoundedMap<string, number>(MOST_BLOCKED);
  const isNetworkBlocked = (network: string) => (blockedUntilMs.get(network) ?? 0) > nowMs();
  return {
    async takeSignIn(env, address, reportFailure) {
      const full = await takeFromNetworks(env, 'RATE_LIMIT_SIGN_IN', address, reportFailure);
      return full.length === 0;
    },
    isBlocked(address) {
      const { narrow, wide } = toNetworks(address);
      return isNetworkBlocked(narrow) || (wide !== null && isNetworkBlocked(wide));
    },
    async countFailure(env, address, reportFailure) {
      const full = await takeFromNetworks(env, 'RATE_LIMIT_FAILED_AUTH', address, reportFailure);
      for (const network of full) blockedUntilMs.set(network, nowMs() + BLOCKED_FOR_MS);
      return full.length === 0;
    },
  };
}

/** Counts one attempt; gives the networks that exceeded the limit. */
async function takeFromNetworks(
  env: NetworkLimiters,
  name: 'RATE_LIMIT_FAILED_AUTH' | 'RATE_LIMIT_SIGN_IN',
  address: string,
  reportFailure: ReportFailure,
): Promise<string[]> {
  const { narrow, wide } = toNetworks(address);
  const take = async (limiter: RateLimit, network: string, key: string) =>
    (await takeFromLimiter(limiter, key, reportFailure)) ? [] : [network];
  const full = [
    take(env[name], narrow, narrow),
    ...(wide === null ? [] : [take(env.RATE_LIMIT_NETWORK, wide, `${name} ${wide}`)]),
  ];
  return (await Promise.all(full)).flat();
}
