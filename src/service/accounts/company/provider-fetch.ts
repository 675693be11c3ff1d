import { BoundedMap } from '#core/bounded-map.ts';
import { readBounded } from '#storage/read-bounded.ts';
import type { Dependencies } from '../../dependencies.ts';

/** Identity providers send a few kilobytes. */
const LONGEST_RESPONSE_BYTES = 256 * 1024;
export const PROVIDER_TIMEOUT_MS = 5_000;

/** How long a host that failed is not asked again: everybody who signs in meanwhile would wait for it. */
const RESTS_MS = 10_000;
const restsUntilMs = new BoundedMap<string, number>(8);

/** The company's provider gave no response, or none of a provider. */
class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable';
}

/** Whether an error comes from a provider that does not respond. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ProviderUnreachable) return true;
  return error instanceof Error && error.cause !== undefined && isUnreachable(error.cause);
}

/** Sends requests to the company's provider, waits at most five seconds, and reads at most 256 KiB. */
export function fetchFromProvider({ fetch, nowMs }: Pick<Dependencies, 'fetch' | 'nowMs'>) {
  return async (address: string, init?: object): Promise<Response> => {
    const { host } = new URL(address);
    if ((restsUntilMs.get(host) ?? 0) > nowMs()) throw new ProviderUnreachable(`${host} failed before`);
    try {
      const response = await fetch(address, {
        redirect: 'manual',
        ...init,
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      });
      const text = await readBounded(response, LONGEST_RESPONSE_BYTES);
      const { status } = response;
      if (text === null || status >= 500) throw new Error(`status ${status} with an unusable body`);
      const type = response.headers.get('Content-Type') ?? 'text/plain';
      return new Response(text === '' ? null : text, { status, headers: { 'Content-Type': type } });
    } catch (cause) {
      restsUntilMs.set(host, nowMs() + RESTS_MS);
      throw new ProviderUnreachable(`${host} does not respond`, { cause });
    }
  };
}
