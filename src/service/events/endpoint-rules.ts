import type { EndpointRules } from '#core/events/endpoint.ts';
import type { Dependencies } from '../dependencies.ts';

/** Where this installation may send events. A service without https runs on one machine. */
export function endpointRulesOf({
  shortUrlBase,
  ownHosts,
}: Pick<Dependencies, 'shortUrlBase' | 'ownHosts'>): EndpointRules {
  return { isLocal: new URL(shortUrlBase).protocol === 'http:', ownHosts };
}
