import { formatElement, parseDigitalLink } from '#core/gs1/digital-link.ts';
import type { ElementFault } from '#core/gs1/element.ts';
import { ok, type Result } from '#core/result.ts';

/** A segment that is a primary key, and a value. No other path has to be parsed. */
const HAS_KEY = /(?:^|\/)(?:0[01]|25[35]|40[12]|41[457]|80(?:0[346]|1[0378]))\/[^/]/;

/** Whether a path on the host of an account may be a Digital Link. A plus sign at its end asks where it leads. */
export function mayBeItem(path: string): boolean {
  return HAS_KEY.test(path) && !path.endsWith('+');
}

/**
 * Reads a Digital Link. Gives the names of its levels, the key first: `01/09506000134352`, then `01/09506000134352/10/LOT7`.
 * @param path without its first slash
 */
export function readItem(path: string, url: string): Result<readonly string[], ElementFault> {
  const query = url.indexOf('?');
  // The form for reports of an item has the item in its path.
  const withoutSlash = path.startsWith('report/') ? '' : path.endsWith('/') ? path.slice(0, -1) : path;
  const link = parseDigitalLink(`/${withoutSlash}`, query === -1 ? '' : url.slice(query + 1));
  if (!link.ok) return link;
  let name = '';
  return ok(link.value.path.map((element) => (name += (name && '/') + formatElement(element))));
}
