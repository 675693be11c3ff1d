/**
 * The networks by which attempts are counted: `narrow` is an IPv4 address, or the /64 of a device; `wide` is the /48 of an IPv6 address,
 * the usual size of a customer's network (RFC 6177 §2), whose owner can use any of 65,536 /64s. IPv4 has no wide network.
 */
export function toNetworks(address: string): { readonly narrow: string; readonly wide: string | null } {
  const narrow = toNetwork(address);
  const groups = narrow.split(':');
  return { narrow, wide: groups.length < 4 ? null : `${groups.slice(0, 3).join(':')}::/48` };
}

/** The first half of nearly every IPv6 address, as Cloudflare writes it (RFC 5952). */
const FOUR_GROUPS = /^(?:[1-9a-f][\da-f]{0,3}:){3}[1-9a-f][\da-f]{0,3}(?=:)/;

/**
 * The network of one visitor: an IPv4 address as it is, an IPv6 address by its /64, since a device changes the other half every day
 * (RFC 8981). What is no address stays as it is.
 */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address;
  // An IPv4 address embedded in IPv6, `::ffff:192.0.2.1` (RFC 4291 §2.5.5.2).
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
  const [firstHalf] = FOUR_GROUPS.exec(address) ?? [];
  if (firstHalf !== undefined) return firstHalf;
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before.slice(0, 4).map(stripZeros).join(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).map(stripZeros).join(':');
}

function stripZeros(group: string): string {
  return group.replace(/^0+(?=.)/, '');
}
