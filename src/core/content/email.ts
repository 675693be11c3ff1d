import type { ContentFault } from './content-fault.ts';
import type { StaticContent } from './static-content.ts';
import { err, ok, type Result } from '../result.ts';
import { decodeUriData, hasControlCharacter, splitQuery } from './uri.ts';

const MAILTO_SCHEME = /^mailto:/i;

// Longest local part and address (RFC 5321 §4.5.3.1.1 and erratum 1690).
const LONGEST_LOCAL_PART = 64;
const LONGEST_ADDRESS = 254;

/** RFC 5322 §3.2.3 dot-atom. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Two or more labels of letters, digits and inner hyphens (RFC 1123 §2.1), the last one not a number. */
const DOMAIN =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?!\d+$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** Header fields that a `mailto:` URI may set safely (RFC 6068 §4); others, such as Bcc by attach, surprise the sender. */
const MAILTO_FIELDS: ReadonlySet<string> = new Set(['to', 'cc', 'bcc', 'subject', 'body']);
const ADDRESS_FIELDS: ReadonlySet<string> = new Set(['to', 'cc', 'bcc']);

/** An e-mail address, or a `mailto:` URI with one or more addresses, subject and body. */
export function parseEmail(target: string): Result<StaticContent, ContentFault> {
  const scheme = MAILTO_SCHEME.exec(target)?.[0];
  if (scheme !== undefined) {
    const fault = findMailtoFault(target.slice(scheme.length));
    return fault ? err(fault) : ok({ symbolContent: target, redirectTo: target });
  }
  const at = target.lastIndexOf('@');
  const domain = toAsciiDomain(target.slice(at + 1));
  const localPart = target.slice(0, Math.max(0, at));
  if (domain === null || !isAddress(`${localPart}@${domain}`)) {
    return err({ code: 'no_email', values: {} });
  }
  // RFC 6068 §2: the other characters of a local part would end the path or the address. "+" means the same as its code, and is easier to
  // read.
  const encodedLocalPart = encodeURIComponent(localPart).replaceAll('%2B', '+');
  return ok({ symbolContent: target, redirectTo: `mailto:${encodedLocalPart}@${domain}` });
}

function findMailtoFault(uri: string): ContentFault | null {
  const queryAt = uri.indexOf('?');
  const addresses = queryAt === -1 ? uri : uri.slice(0, queryAt);
  if (!isAddressList(addresses)) return { code: 'mailto_without_address', values: {} };
  if (queryAt === -1) return null;
  const fields = splitQuery(uri.slice(queryAt + 1));
  if (fields === null) return { code: 'mailto_query_malformed', values: {} };
  for (const { name, value } of fields) {
    const fault = findFieldFault(name.toLowerCase(), value);
    if (fault !== null) return fault;
  }
  return null;
}

function findFieldFault(name: string, value: string): ContentFault | null {
  if (!MAILTO_FIELDS.has(name))
    return { code: 'mailto_field_unknown', values: { name, known: [...MAILTO_FIELDS] } };
  if (ADDRESS_FIELDS.has(name))
    return isAddressList(value) ? null : { code: 'mailto_no_addresses', values: { name } };
  const text = decodeUriData(value);
  if (text === null) return { code: 'mailto_not_encoded', values: { name } };
  // A line break in a subject would start a header of its own (RFC 6068 §5); in a body it is text.
  const isClean = !hasControlCharacter(name === 'body' ? text.replaceAll(/[\t\r\n]/g, '') : text);
  return isClean ? null : { code: 'mailto_control_character', values: { name } };
}

function isAddressList(encoded: string): boolean {
  return encoded.split(',').every((part) => {
    const address = decodeUriData(part);
    return address !== null && isAddress(address);
  });
}

function isAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  const localPart = address.slice(0, Math.max(0, at));
  return (
    address.length <= LONGEST_ADDRESS &&
    localPart.length <= LONGEST_LOCAL_PART &&
    LOCAL_PART.test(localPart) &&
    DOMAIN.test(address.slice(at + 1))
  );
}

/** The ASCII form of a domain that may be international; ASCII stays as it is. */
function toAsciiDomain(domain: string): string | null {
  if (/^[A-Za-z0-9.-]*$/.test(domain)) return domain;
  // Only letters and joiners may reach the URL parser: it would read other characters as ports, paths and credentials.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null;
  const url = `https://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}
