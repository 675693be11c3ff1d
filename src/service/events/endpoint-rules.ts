import type { EndpointRules } from '#core/events/endpoint.ts';
import type { Dependencies } from '../dependencies.ts';

/** Where this installation may send events. A service without https runs on one machine. */
export function endpointRulesOf({
  shortUrlBase,
  cdnUrl,
  domains,
}: Pick<Dependencies, 'shortUrlBase' | 'cdnUrl' | 'domains'>): EndpointRules {
  const [shortUrl, cdn] = [new URL(shortUrlBase), new URL(cdnUrl)];
  return {
    isLocal: shortUrl.protocol === 'http:',
    ownHosts: [shortUrl.hostname, cdn.hostname, ...domains.routedHosts],
  };
}
