import { upTo } from '#core/text.ts';
import { parseHost } from '#core/content/hosts/host.ts';

/** Parses a host; throws on invalid text. */
export function readHost(text: string): string {
  const host = parseHost(text.trim());
  if (host === null) throw new Error(`"${text}" is not a host: give one like example.com, or a URL on it.`);
  return host;
}

/**
 * Parses a list of hosts, one per line. Accepts lines of a hosts file (`0.0.0.0 example.com`), and skips empty lines and comments. Throws
 * with the number of the first invalid line.
 */
export function readHostList(text: string): string[] {
  const hosts = text.split(/\r?\n/).flatMap((line, index) => {
    const entry = upTo(line, /[#!]/)
      .trim()
      .replace(/^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+/, '');
    if (entry === '') return [];
    const host = parseHost(entry);
    if (host === null) throw new Error(`Line ${index + 1} is not a host: "${entry}". Nothing was imported.`);
    return [host];
  });
  return [...new Set(hosts)];
}
