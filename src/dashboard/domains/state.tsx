import type { Domain, DomainState } from '#core/domains/domain.ts';
import { type PlainMessage, say } from '#languages/say.ts';

const STATES: Readonly<Record<DomainState, PlainMessage>> = {
  pending_dns: 'Waiting for DNS',
  pending_certificate: 'Waiting for its certificate',
  active: 'Active',
  broken: 'Does not work now',
  blocked: 'Blocked',
};

export function State({ state }: Pick<Domain, 'state'>) {
  return <span class={`status ${state}`}>{say(STATES[state])}</span>;
}
