import { createHash } from 'node:crypto';

/** The default name of an installation. */
export const DEFAULT_NAME = 'qr';

/** R2 accepts bucket names of 3 to 63 of these characters, and `-backups` is added. */
const NAME = /^[a-z][a-z0-9-]{0,38}[a-z0-9]$/;

export const NAME_RULE = '2 to 40 lower-case letters, digits and hyphens; a letter first, no hyphen last';

export function isInstallationName(name: string): boolean {
  return NAME.test(name);
}

/** The two Workers of an installation. */
export type WorkerRole = 'api' | 'shortLink';

/** The names of an installation's parts in the account: each starts with the installation's name. */
export interface Names {
  readonly api: string;
  readonly shortLink: string;
  readonly database: string;
  readonly namespace: string;
  readonly apps: string;
  readonly images: string;
  readonly files: string;
  readonly backups: string;
  readonly events: string;
  readonly deadEvents: string;
  readonly scans: string;
  readonly outcomes: string;
  readonly requests: string;
  readonly planCheck: string;
}

/** @param subdomain that of workers.dev: there, the short-link Worker has the shortest name, because its host is in every symbol */
export function namesOf({
  name,
  subdomain,
}: {
  readonly name: string;
  readonly subdomain: string | null;
}): Names {
  // A dataset is an SQL table, whose name cannot contain hyphens.
  const table = name.replaceAll('-', '_');
  return {
    api: `${name}-api`,
    shortLink: subdomain === null ? `${name}-shortlink` : name,
    database: name,
    namespace: `${name}-links`,
    apps: `${name}-apps`,
    images: `${name}-images`,
    files: `${name}-files`,
    backups: `${name}-backups`,
    events: `${name}-events`,
    deadEvents: `${name}-events-dead`,
    scans: `${table}_scans`,
    outcomes: `${table}_redirect_outcomes`,
    requests: `${table}_requests`,
    planCheck: `${name}-asks-for-the-plan`,
  };
}

const FIRST_LIMITER = 1_000_000;
const LIMITERS = 2_000_000_000;

/**
 * The namespace id of a rate limiter. All Workers of an account share these ids and their counters, so each installation derives its own
 * from its name and the limiter's.
 */
export function limiterNamespaceId(installation: string, limiter: string): string {
  const hash = createHash('sha256').update(`qr-code-service ${installation} ${limiter}`).digest();
  return String(FIRST_LIMITER + (hash.readUInt32BE() % LIMITERS));
}
