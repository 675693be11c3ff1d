import { parseHost } from '#core/content/target-hosts.ts';
import { toSqlLiteral } from './accounts.ts';
import type { DatabasePlace, Row } from './local-database.ts';

/** The hosts that no code may lead to. The Workers read the list at each new target; their cron goes through the codes that exist. */

/** Hosts in one statement: D1 takes 100 KB of SQL. */
const HOSTS_PER_STATEMENT = 200;

export async function blockHosts(place: DatabasePlace, hosts: readonly string[]): Promise<void> {
  for (let i = 0; i < hosts.length; i += HOSTS_PER_STATEMENT) {
    const rows = hosts
      .slice(i, i + HOSTS_PER_STATEMENT)
      .map((host) => `(${toSqlLiteral(host)}, ${Date.now()})`);
    await place.query(
      `INSERT INTO blocked_hosts (host, added_at_ms) VALUES ${rows.join(', ')} ON CONFLICT DO NOTHING`,
    );
  }
}

/** Throws where the host is not on the list. */
export async function unblockHost(place: DatabasePlace, host: string): Promise<void> {
  const removed = await place.query(
    `DELETE FROM blocked_hosts WHERE host = ${toSqlLiteral(host)} RETURNING host`,
  );
  if (removed.length === 0) throw new Error(`${host} is not on the blocklist.`);
}

export function listBlockedHosts(place: DatabasePlace): Promise<Row[]> {
  return place.query(
    "SELECT host, datetime(added_at_ms / 1000, 'unixepoch') AS added_at FROM blocked_hosts ORDER BY host",
  );
}

/** Reads a host; throws where the text is none. */
export function readHost(text: string): string {
  const host = parseHost(text.trim());
  if (host === null) throw new Error(`"${text}" is no host: give one like example.com, or a URL on it.`);
  return host;
}

/**
 * The hosts of a list, one a line. Lines of a hosts file (`0.0.0.0 example.com`) are read as well; empty ones and comments are passed over.
 * Throws with the number of the first line that is none of these.
 */
export function readHostList(text: string): string[] {
  const hosts = text.split(/\r?\n/).flatMap((line, index) => {
    const entry = line
      .replace(/[#!].*$/, '')
      .trim()
      .replace(/^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+/, '');
    if (entry === '') return [];
    const host = parseHost(entry);
    if (host === null) throw new Error(`Line ${index + 1} is no host: "${entry}". Nothing was imported.`);
    return [host];
  });
  return [...new Set(hosts)];
}
