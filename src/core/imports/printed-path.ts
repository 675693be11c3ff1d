import { isObject } from '../is-object.ts';
import { MAX_NAMES } from '../links/added-name.ts';
import type { LinkAddress, LinkHost } from '../links/link-address.ts';
import { checkChosenPath } from '../links/own-path.ts';
import { readLinkPath } from '../links/read-path.ts';
import type { RowWarning } from './row-problem.ts';
import type { ImportField } from './columns.ts';
import { parseLink, toNamedPath } from './values.ts';

/** The previous service of a file's codes, and the hosts that lead to us. */
export interface Origins {
  /** For example, `bitly`. */
  readonly source: string;
  /** Where the links of a host will be: on a host of the account, or on the operator's, which is null. */
  readonly hosts: ReadonlyMap<string, LinkHost | null>;
  /** The host of paths without one. */
  readonly defaultHost: LinkHost | null;
}

/** The outcome for the path that a row's code is printed with. */
export interface PrintedPath {
  /** As in the file, without its first slash; null if the row names no path on our hosts. */
  readonly path: string | null;
  /** Where the code will be printed; null if the path cannot be a short code. */
  readonly address: LinkAddress | null;
  /** Why the printed link will not lead to the code; null if it will, or if nothing is known of it. */
  readonly loss: RowWarning | null;
}

/**
 * The path of a row's short link becomes the code's, so that the printed link keeps working once its host points here. This covers only
 * paths on our host and on those of the account, or on one that will be ours: the paths of other services cannot be moved. A path without a
 * host counts as ours, and so does the short code in our own export, whose host is another installation's.
 */
export function readPrintedPath(
  { path, domain, short_url: shortUrl }: Readonly<Partial<Record<ImportField, unknown>>>,
  link: URL | null,
  { source, hosts, defaultHost }: Origins,
): PrintedPath {
  const host = link && (hosts.get(link.host) ?? hosts.get(link.hostname));
  const named = readBarePath(path);
  const isBare = isAbsent(shortUrl) ? isAbsent(domain) : source === 'qr-code-service' && !host;
  if (named !== '' && isBare) return toPrinted(named, isAbsent(shortUrl) ? defaultHost : null, `/${named}`);
  if (!link) return { path: null, address: null, loss: null };
  if (hosts.has(link.host) || hosts.has(link.hostname))
    return toPrinted(link.pathname.slice(1), host ?? null, link.host + link.pathname);
  return { path: null, address: null, loss: { code: 'path_elsewhere', values: { host: link.host } } };
}

/** More than a code can have are refused when they are added. */
const MOST_READ = 2 * MAX_NAMES;

/** The further short links of a row, as our exports write them. Those on hosts that do not lead here are lost, and so is what can be no path. */
export function readNames(
  names: unknown,
  isOther: (link: URL) => boolean,
  origins: Origins,
): { readonly printed: readonly PrintedPath[]; readonly warnings: readonly RowWarning[] } {
  const links =
    typeof names === 'string' ? names.split(/\s+/) : Array.isArray(names) ? names.map(toText) : [];
  const printed = links.slice(0, MOST_READ).flatMap((text) => {
    const link = parseLink(text, undefined, undefined);
    return link && isOther(link) ? readPrintedPath({ short_url: text }, link, origins) : [];
  });
  return {
    printed,
    // Of several with the same fate, one is named: a report has little room.
    warnings: [...new Map(printed.flatMap(({ loss }) => (loss ? [[loss.code, loss]] : []))).values()],
  };
}

function toText(name: unknown): unknown {
  return isObject(name) ? name['short_url'] : name;
}

/** The name of a row by its path alone; empty if it has no path. */
export function readBarePath(path: unknown): string {
  const text = typeof path === 'number' ? String(path) : typeof path === 'string' ? path.trim() : '';
  return toNamedPath(text.replace(/^\/+/, ''));
}

function toPrinted(path: string, host: LinkHost | null, shown: string): PrintedPath {
  // On the operator's host, a full stop at the end is no part of a path either.
  const checked = checkChosenPath(readLinkPath(path, host) ?? path, host);
  if (checked.ok) return { path, address: { host, path: checked.value }, loss: null };
  const values = { address: shown.slice(0, 300), fault: checked.error };
  return { path: null, address: null, loss: { code: 'path_refused', values } };
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}
