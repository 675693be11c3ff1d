import { LINK_ROBOTS } from '#core/http/link-robots.ts';

/** The network, with a healthy service on these hosts: nothing runs at a real edge here. */
export function withHosts(hosts: readonly string[], jobs: object = {}): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.hostname === '127.0.0.1') return fetch(input, init);
    if (!hosts.includes(url.hostname)) return refuseHost(url.hostname);
    return Promise.resolve(answerAsService(url, { version: '1.2.3', jobs }));
  };
}

/** As `fetch` fails where a name leads nowhere. */
export function refuseHost(host: string): Promise<never> {
  const cause = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  return Promise.reject(new TypeError('fetch failed', { cause }));
}

/** A response of either Worker. */
export function answerAsService({ pathname }: URL, health: object = {}): Response {
  const headers = { Date: new Date().toUTCString() };
  return pathname === '/robots.txt'
    ? new Response(LINK_ROBOTS, { headers })
    : Response.json({ status: 'ok', checks: {}, ...health }, { headers });
}
