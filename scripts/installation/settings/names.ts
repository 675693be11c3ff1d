import { createHash } from 'node:crypto';

/** What an installation is called until told otherwise. */
export const DEFAULT_NAME = 'qr';

/** R2 takes 3 to 63 of these characters for a bucket, and `-backups` is added. */
const NAME = /^[a-z][a-z0-9-]{0,38}[a-z0-9]$/;

export const NAME_RULE = '2 to 40 lower-case letters, digits and hyphens; a letter first, no hyphen last';

export function isInstallationName(name: string): boolean {
  return NAME.test(name);
}

/** What the parts of one installation are called in the account: every name starts with the installation's. */
export interface Names {
  readonly api: string;
  readonly shortLink: string;
  readonly database: string;
  readonly namespace: string;
  readonly images: string;
  readonly backups: string;
  readonly scans: string;
  readonly outcomes: string;
}

export function namesOf(name: string): Names {
  // A dataset is a table of SQL, whose names have no hyphens.
  const table = name.replaceAll('-', '_');
  return {
    api: `${name}-api`,
    shortLink: `${name}-shortlink`,
    database: name,
    namespace: `${name}-links`,
    images: `${name}-images`,
    backups: `${name}-backups`,
    scans: `${table}_scans`,
    outcomes: `${table}_redirect_outcomes`,
  };
}

const FIRST_LIMITER = 1_000_000;
const LIMITERS = 2_000_000_000;

/**
 * The namespace id of a rate limiter. The ids of an account are shared by all of its Workers, and so are the counts behind them: each
 * installation has its own, made of its name and the limiter's.
 */
export function limiterNamespaceId(installation: string, limiter: string): string {
  const hash = createHash('sha256').update(`qr-code-service ${installation} ${limiter}`).digest();
  return String(FIRST_LIMITER + (hash.readUInt32BE() % LIMITERS));
}
