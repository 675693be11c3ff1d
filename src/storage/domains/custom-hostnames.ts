import type { Connection, Progress } from '#core/domains/judge.ts';
import { isObject } from '#core/is-object.ts';
import type { Domain, DomainProblem } from '#core/domains/domain.ts';

/** A claim, and the custom hostname that serves it; null before there is one. */
export type HostClaim = Pick<Domain, 'host' | 'platformId' | 'createdAtMs'>;

/** Custom hostnames of Cloudflare for SaaS (developers.cloudflare.com/api, "Custom Hostnames"): hosts whose DNS belongs to others. */
export interface CustomHostnames {
  /** Makes a host known to Cloudflare, or asks how far it is. Throws if Cloudflare gives no usable answer. */
  connect(claim: HostClaim): Promise<Connection>;
  /** What a host's DNS will need, without asking Cloudflare. */
  announce(claim: HostClaim): Connection;
  disconnect(platformId: string): Promise<void>;
}

/** What the operator sets for it; all are optional, so the generated type of the env lacks the secret. */
interface SaasEnv {
  readonly SAAS_ZONE_ID?: string;
  /** Where the CNAME records of others lead: the fallback origin of the zone. */
  readonly SAAS_TARGET?: string;
  readonly SAAS_API_TOKEN?: string;
}

const API = 'https://api.cloudflare.com/client/v4';
const TIMEOUT_MS = 10_000;
const LONGEST_REASON = 200;
/** Each is looked up in DNS. One certificate needs one or two. */
const MAX_RECORDS = 4;

/** Validation by HTTP needs no further record, once the CNAME leads here. */
const SSL = { method: 'http', type: 'dv', settings: { min_tls_version: '1.2' } };

/** Cloudflare has this hostname in the zone already. */
const DUPLICATE = 1406;

/** Null if the operator has set no token. */
export function createCustomHostnames(env: object, fetchUrl: typeof fetch): CustomHostnames | null {
  const { SAAS_ZONE_ID: zone, SAAS_TARGET: target, SAAS_API_TOKEN: token } = env as SaasEnv;
  if (!zone || !target || !token) return null;
  const base = `${API}/zones/${encodeURIComponent(zone)}/custom_hostnames`;

  async function ask(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetchUrl(`${base}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (response.status === 429 || response.status >= 500)
      throw new Error(`Cloudflare answers ${response.status} for custom hostnames`);
    return readAnswer(await response.json());
  }

  async function find({ host, platformId, createdAtMs }: HostClaim): Promise<Hostname | null> {
    if (platformId !== null) {
      const found = await ask('GET', `/${encodeURIComponent(platformId)}`);
      if (found.hostname) return found.hostname;
    }
    const created = await ask('POST', '', { hostname: host, ssl: SSL });
    if (created.hostname) return created.hostname;
    if (created.code !== DUPLICATE) throw refused(host, created.message);
    const { hostname } = await ask('GET', `?hostname=${encodeURIComponent(host)}`);
    // Made since the claim, it comes from an earlier request whose answer did not arrive. Any other one is somebody else's.
    if (hostname && !(hostname.createdAtMs >= createdAtMs))
      throw new RefusedHostname({ code: 'host_elsewhere', values: { host } });
    return hostname;
  }

  function announce({ host, platformId }: HostClaim): Connection {
    const records = [{ purpose: 'routing', type: 'CNAME', name: host, value: target ?? '' } as const];
    return { platformId, progress: { stage: 'waits_for_dns' }, records };
  }

  return {
    announce,
    async connect(claim) {
      const announced = announce(claim);
      try {
        const found = await find(claim);
        // Deleted by Cloudflare a week after it was moved: made again, it works as soon as the DNS leads here again.
        const isGone = found === null || /^(?:deleted|pending_deletion)$/.test(found.status);
        const hostname = isGone ? await find({ ...claim, platformId: null }) : found;
        if (!hostname) throw new Error('Cloudflare has a custom hostname and does not give it');
        const restart =
          hostname.status === 'moved' || hostname.ssl.endsWith('_timed_out') || hostname.ssl === 'expired';
        if (restart) await ask('PATCH', `/${encodeURIComponent(hostname.id)}`, { ssl: SSL });
        const records = [...announced.records, ...hostname.records];
        return { platformId: hostname.id, progress: toProgress(hostname), records };
      } catch (error) {
        if (!(error instanceof RefusedHostname)) throw error;
        return { ...announced, progress: { stage: 'stuck', problem: error.problem } };
      }
    },
    async disconnect(platformId) {
      await ask('DELETE', `/${encodeURIComponent(platformId)}`);
    },
  };
}

/** Cloudflare does not take the hostname. */
class RefusedHostname extends Error {
  readonly problem: DomainProblem;

  constructor(problem: DomainProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

const refused = (host: string, reason: string) =>
  new RefusedHostname({ code: 'host_refused', values: { host, reason } });

interface Hostname {
  readonly id: string;
  /** NaN if Cloudflare does not say. */
  readonly createdAtMs: number;
  readonly status: string;
  readonly ssl: string;
  readonly reason: string | null;
  readonly records: readonly {
    readonly purpose: 'certificate';
    readonly type: 'TXT';
    readonly name: string;
    readonly value: string;
  }[];
}

interface Answer {
  readonly hostname: Hostname | null;
  /** Of the first error. */
  readonly code: number | null;
  readonly message: string;
}

function readAnswer(json: unknown): Answer {
  const { result, errors } = isObject(json) ? json : {};
  const [error] = Array.isArray(errors) ? (errors as unknown[]) : [];
  const { code, message } = isObject(error) ? error : {};
  return {
    hostname: readHostname(Array.isArray(result) ? result[0] : result),
    code: typeof code === 'number' ? code : null,
    message: (typeof message === 'string' ? message : 'no reason given').slice(0, LONGEST_REASON),
  };
}

function readHostname(json: unknown): Hostname | null {
  if (!isObject(json) || typeof json['id'] !== 'string' || typeof json['status'] !== 'string') return null;
  const ssl = isObject(json['ssl']) ? json['ssl'] : {};
  const errors = [json['verification_errors'], ssl['validation_errors']].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  const reasons = errors.flatMap((error) =>
    typeof error === 'string'
      ? error
      : isObject(error) && typeof error['message'] === 'string'
        ? error['message']
        : [],
  );
  const records = Array.isArray(ssl['validation_records']) ? (ssl['validation_records'] as unknown[]) : [];
  return {
    id: json['id'],
    createdAtMs: Date.parse(String(json['created_at'])),
    status: json['status'],
    ssl: typeof ssl['status'] === 'string' ? ssl['status'] : 'initializing',
    reason: reasons[0]?.slice(0, LONGEST_REASON) ?? null,
    records: records.slice(0, MAX_RECORDS).flatMap((record) => {
      const { txt_name: name, txt_value: value } = isObject(record) ? record : {};
      return typeof name === 'string' && typeof value === 'string'
        ? ({ purpose: 'certificate', type: 'TXT', name, value } as const)
        : [];
    }),
  };
}

/** Both the hostname and its certificate must be active. */
function toProgress({ status, ssl, reason }: Hostname): Progress {
  if (status === 'blocked' || status === 'pending_blocked') return { stage: 'blocked' };
  if (status !== 'active' && status !== 'active_redeploying') return { stage: 'waits_for_dns' };
  return ssl === 'active' ? { stage: 'served' } : { stage: 'waits_for_certificate', reason };
}
