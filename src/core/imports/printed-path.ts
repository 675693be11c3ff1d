import { checkShortCode, type ShortCode } from '../links/short-code.ts';
import type { RowWarning } from './row-problem.ts';
import type { ImportField } from './columns.ts';

/** The previous service of a file's codes, and the hosts that lead to us. */
interface Origins {
  /** For example, `bitly`. */
  readonly source: string;
  /** The host of our short links, and the hosts that their owner points to it. */
  readonly ownHosts: ReadonlySet<string>;
}

/** The outcome for the path that a row's code is printed with. */
export interface PrintedPath {
  /** As in the file, without its first slash; null if the row names no path on our hosts. */
  readonly path: string | null;
  /** Null if the path cannot be a short code. */
  readonly shortCode: ShortCode | null;
  /** Why the printed link will not lead to the code; null if it will, or if nothing is known of it. */
  readonly loss: RowWarning | null;
}

/**
 * The path of a row's short link becomes the code's short code, so that the printed link keeps working once its host points here. This
 * covers only paths on our host, or on one that will be ours: the paths of other services cannot be moved. A path without a host counts as
 * ours, and so does the short code in our own export, whose host is another installation's.
 */
export function readPrintedPath(
  { path, domain, short_url: shortUrl }: Readonly<Partial<Record<ImportField, unknown>>>,
  link: URL | null,
  { source, ownHosts }: Origins,
): PrintedPath {
  const named = readBarePath(path);
  const isBare = isAbsent(shortUrl) ? isAbsent(domain) : source === 'qr-code-service';
  if (named !== '' && isBare) return toShortCode(named, `/${named}`);
  if (!link) return { path: null, shortCode: null, loss: null };
  const address = link.host + link.pathname;
  if (ownHosts.has(link.host)) return toShortCode(link.pathname.slice(1), address);
  return { path: null, shortCode: null, loss: { code: 'path_elsewhere', values: { host: link.host } } };
}

/** The name of a row by its path alone; empty if it has no path. */
export function readBarePath(path: unknown): string {
  const text = typeof path === 'number' ? String(path) : typeof path === 'string' ? path.trim() : '';
  return text.replace(/^\/+/, '');
}

function toShortCode(path: string, address: string): PrintedPath {
  const checked = checkShortCode(path);
  if (checked.ok) return { path, shortCode: checked.value, loss: null };
  const values = { address: address.slice(0, 300), fault: checked.error };
  return { path: null, shortCode: null, loss: { code: 'path_refused', values } };
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}
