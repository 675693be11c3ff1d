import { expect, it } from 'vitest';
import { readTypedAddress } from '#core/content/hosts/typed-address.ts';

it.each([
  ['brand.example/x?y=1#z', 'https://brand.example/x?y=1#z'],
  [' www.example.com ', 'https://www.example.com'],
  ['example.com:8443/a:b', 'https://example.com:8443/a:b'],
  ['münchen.example', 'https://münchen.example'],
  ['198.41.0.4/menu', 'https://198.41.0.4/menu'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://EXAMPLE.COM', 'HTTPS://EXAMPLE.COM'],
])('%j means %j', (typed, address) => {
  expect(readTypedAddress(typed)).toBe(address);
});

it.each([
  ...['', 'menu', 'localhost:8787', '/menu', '//example.com', 'a b.example', 'ada@example.com'],
  ...['mailto:ada@example.com', 'javascript:alert(1)', '.example', 'example.', '12.50', '24.12.2026', '='],
])('%j is no address without a scheme, and stays as it is', (typed) => {
  expect(readTypedAddress(typed)).toBe(typed);
});
