import { expect, it } from 'vitest';
import { toNetwork, toNetworks } from '#core/http/ip-network.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.2', '192.0.2.2'],
  ['2001:DB8:0:1::1', '2001:db8:0:1'],
  ['2001:0db8:0000:0001:aaaa:bbbb:cccc:dddd', '2001:db8:0:1'],
  ['2001:db8::1:2:3:4', '2001:db8:0:0'],
  ['2001:db8:7:1a::1', '2001:db8:7:1a'],
  ['2001:db8:7:1a:bbbb:cccc:dddd:1', '2001:db8:7:1a'],
  ['2001:db8:7:1a::', '2001:db8:7:1a'],
  ['::1', '0:0:0:0'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

it.each([
  ['192.0.2.1', '192.0.2.1', null],
  ['::ffff:192.0.2.1', '192.0.2.1', null],
  ['2001:DB8:7:1::1', '2001:db8:7:1', '2001:db8:7::/48'],
  ['::1', '0:0:0:0', '0:0:0::/48'],
  ['unknown', 'unknown', null],
])('limits %s as %s, and within %s', (address, narrow, wide) => {
  expect(toNetworks(address)).toEqual({ narrow, wide });
});
