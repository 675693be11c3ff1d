import { InstallationError } from '../cloudflare/explain.ts';
import { namesOf } from './names.ts';

const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** What an installation has on workers.dev. */
export interface OnWorkersDev {
  readonly name: string;
  /** The account's subdomain; null if the installation has never been there. */
  readonly subdomain: string | null;
}

/** The hosts of both Workers on workers.dev; null if they are not served there. */
export function workersDevHostsOf(one: OnWorkersDev): { api: string; shortLink: string } | null {
  if (one.subdomain === null) return null;
  const names = namesOf(one);
  const hostOf = (worker: string) => `${worker}.${one.subdomain}.workers.dev`;
  return { api: hostOf(names.api), shortLink: hostOf(names.shortLink) };
}

export function isOnWorkersDev(host: string): boolean {
  return host.endsWith('.workers.dev');
}

export function readSubdomain(text: string): string {
  const name = text.toLowerCase();
  if (SUBDOMAIN.test(name)) return name;
  throw new InstallationError(
    `--subdomain must be the first part of a name like team.workers.dev: letters, digits and hyphens, not "${text}".`,
  );
}
