import { readBounded } from '../read-bounded.ts';

/** Looks DNS up over HTTPS, as JSON (developers.cloudflare.com/1.1.1.1, "DNS over HTTPS using JSON"). */

const RESOLVER = 'https://cloudflare-dns.com/dns-query';

const TIMEOUT_MS = 3_000;

/** More than any answer about a name that somebody means to use. */
const MAX_BYTES = 64 * 1024;

const TYPES = { A: 1, CNAME: 5, TXT: 16 } as const;

interface Answer {
  readonly type?: unknown;
  readonly data?: unknown;
}

/** The values of a name's records, lower-case and without a dot at their end, or the text of TXT records; null if DNS gave no answer. */
export type ResolveDns = (name: string, type: keyof typeof TYPES) => Promise<readonly string[] | null>;

export function createDnsResolver(fetchUrl: typeof fetch): ResolveDns {
  return async (name, type) => {
    try {
      const response = await fetchUrl(`${RESOLVER}?${new URLSearchParams({ name, type })}`, {
        headers: { Accept: 'application/dns-json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = response.ok ? await readBounded(response, MAX_BYTES) : null;
      const { Status: status, Answer: answers } = JSON.parse(text ?? 'null') as Record<string, unknown>;
      // 3: there is no such name (RFC 6895 §2.3).
      if (status !== 0 && status !== 3) return null;
      return (Array.isArray(answers) ? (answers as Answer[]) : [])
        .filter((answer) => answer.type === TYPES[type] && typeof answer.data === 'string')
        .map(({ data }) => (type === 'TXT' ? unquote(data as string) : toName(data as string)));
    } catch {
      return null;
    }
  };
}

const toName = (data: string) => data.toLowerCase().replace(/\.$/, '');

/** A TXT record is one or more quoted pieces. */
function unquote(data: string): string {
  return data.startsWith('"') ? data.replaceAll(/^"|"$/g, '').replaceAll(/"\s+"/g, '') : data;
}
