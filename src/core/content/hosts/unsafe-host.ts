import type { UnsafeHost } from '../content-fault.ts';
import { withoutDotsAtEnd } from './host.ts';

/** Addresses that a phone cannot reach over the internet, or that lead into its own network: RFC 6890 and its registries. */
const UNSAFE_IPV4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/**
 * The ends of names that public DNS does not have: IANA's registry of special-use names, what ICANN keeps for private use or promised never
 * to delegate, and what networks use all the same (RFC 6762, appendix G). Not `example`, which programs should treat as any other name
 * (RFC 6761 §6.5). No site is below `arpa`.
 */
export const PRIVATE_NAMES: readonly string[] = [
  ...['alt', 'arpa', 'invalid', 'local', 'localhost', 'onion', 'test'],
  ...['corp', 'home', 'internal', 'mail'],
  ...['consul', 'docker', 'i2p', 'intranet', 'kubernetes', 'lan'],
  ...['localdomain', 'private', 'svc', 'workgroup'],
];

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

/**
 * Why a host is not an acceptable target: a private, loopback, link-local or reserved address, or a name that only a local network knows.
 * Null if the host is acceptable. Names are not resolved, because the result may change with every scan.
 * @param hostname from a parsed URL, which has normalised every other notation: `0x7f.1`, `2130706433`, `0177.0.0.1`, full-width digits
 */
export function findUnsafeHost(hostname: string): UnsafeHost | null {
  const host = withoutDotsAtEnd(hostname);
  if (host.startsWith('[')) return isPublicIpv6(host.slice(1, -1)) ? null : 'address';
  if (IPV4.test(host)) return isPublicIpv4(host) ? null : 'address';
  const end = host.slice(host.lastIndexOf('.') + 1);
  return end === host || PRIVATE_NAMES.includes(end) ? 'name' : null;
}

function isPublicIpv4(address: string): boolean {
  const value = toNumber(address);
  return !UNSAFE_IPV4.some(([network, bits]) => (value ^ toNumber(network)) >>> (32 - bits) === 0);
}

function toNumber(address: string): number {
  return address.split('.').reduce((sum, byte) => ((sum << 8) | Number(byte)) >>> 0, 0);
}

/**
 * Only global unicast, 2000::/3, without its reserved parts: protocols (2001::/23), documentation (2001:db8::/32, 3fff::/20) and 6to4
 * (2002::/16). This also refuses IPv4 addresses embedded in IPv6.
 */
function isPublicIpv6(address: string): boolean {
  const [first = 0, second = 0] = address.split(':').map((group) => Number.parseInt(group || '0', 16));
  if (first < 0x2000 || first > 0x3fff || first === 0x2002) return false;
  if (first === 0x2001) return second > 0x1ff && second !== 0xdb8;
  return !(first === 0x3fff && second < 0x1000);
}
