import { parseHost } from '#core/content/target-hosts.ts';

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
