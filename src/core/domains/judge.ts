import type { LinkHost } from '../links/link-address.ts';
import type { Domain, DomainProblem, DomainRecord, DomainState } from './domain.ts';

/** What the platform that serves a host knows of it. */
export interface Connection {
  /** The id of the custom hostname at Cloudflare; null if there is none. */
  readonly platformId: string | null;
  readonly progress: Progress;
  /** What the host's DNS needs so that the platform serves it. */
  readonly records: readonly Omit<DomainRecord, 'found'>[];
}

/** How far a host is: from what only the operator can fix to one that is served over TLS. */
export type Progress =
  | { readonly stage: 'stuck'; readonly problem: DomainProblem }
  | { readonly stage: 'waits_for_dns' }
  | { readonly stage: 'waits_for_certificate'; readonly reason: string | null }
  | { readonly stage: 'served' }
  | { readonly stage: 'blocked' };

/** The name of the record that proves a claim on a host. */
export function proofNameOf(host: LinkHost): string {
  return `_qr-domain.${host}`;
}

export interface Judgement {
  readonly state: DomainState;
  readonly problem: DomainProblem | null;
  /** Whether the host is the account's from now on. */
  readonly isVerified: boolean;
}

/** The state of a domain, from what the platform and the DNS say. If a record has to say whose the host is, it is among the records. */
export function judgeDomain(
  { host, verifiedAtMs }: Pick<Domain, 'host' | 'verifiedAtMs'>,
  { progress }: Pick<Connection, 'progress'>,
  records: readonly DomainRecord[],
): Judgement {
  const isOwn = verifiedAtMs !== null;
  const proof = records.find(({ purpose }) => purpose === 'ownership');
  if (progress.stage === 'blocked')
    return { state: 'blocked', problem: { code: 'host_blocked', values: { host } }, isVerified: isOwn };
  if (progress.stage === 'stuck')
    return { state: isOwn ? 'broken' : 'pending_dns', problem: progress.problem, isVerified: isOwn };
  if (!isOwn && proof && proof.found !== true)
    return { state: 'pending_dns', problem: missing(proof), isVerified: false };
  switch (progress.stage) {
    case 'waits_for_dns': {
      const routing = records.find(({ purpose }) => purpose === 'routing');
      return {
        state: isOwn ? 'broken' : 'pending_dns',
        problem: routing ? missing(routing) : null,
        isVerified: isOwn,
      };
    }
    case 'waits_for_certificate': {
      const { reason } = progress;
      const problem: DomainProblem =
        reason === null
          ? { code: 'certificate_pending', values: { host } }
          : { code: 'host_refused', values: { host, reason } };
      return { state: 'pending_certificate', problem, isVerified: true };
    }
    case 'served':
      return { state: 'active', problem: null, isVerified: true };
  }
}

function missing({ type, name, value }: DomainRecord): DomainProblem {
  return { code: 'record_missing', values: { type, name, value } };
}
