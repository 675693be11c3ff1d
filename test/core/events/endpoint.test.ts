import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseEndpoint } from '#core/events/endpoint.ts';

/** Whatever is asked, nothing is sent to an address, to a name of a local network, or to the service itself. */

const RULES = { isLocal: false, ownHosts: ['api.example.com', 'go.example.com'] };

const byte = fc.integer({ min: 0, max: 255 });
const private4 = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(byte, byte, byte, byte),
);
const toNumber = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) => a * 2 ** 24 + b * 2 ** 16 + c * 256 + d;
const SPELLINGS: readonly ((bytes: readonly number[]) => string)[] = [
  (bytes) => bytes.join('.'),
  (bytes) => String(toNumber(bytes)),
  (bytes) => `0x${toNumber(bytes).toString(16)}`,
  (bytes) => bytes.map((one) => `0${one.toString(8)}`).join('.'),
  ([a = 0, ...rest]) => `${a}.${toNumber([0, ...rest])}`,
  (bytes) => bytes.join('。'),
  (bytes) => bytes.join('.').replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => `[::ffff:${bytes.join('.')}]`,
  (bytes) => `[64:ff9b::${bytes.join('.')}]`,
  (bytes) => encodeURIComponent(bytes.join('.')).replaceAll('.', '%2e'),
];
const host = fc.oneof(
  fc.tuple(private4, fc.constantFrom(...SPELLINGS)).map(([bytes, spell]) => spell(bytes)),
  fc.ipV6().map((address) => `[${address}]`),
  fc.constantFrom(
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'printer.local',
    'x.internal',
    'nas.home.arpa',
    'intranet',
    'api.example.com',
    'GO.example.com.',
  ),
  fc.domain(),
);
const url = fc
  .tuple(
    fc.constantFrom(
      'https://',
      'http://',
      'HTTPS://',
      'ftp://',
      'https:/\\',
      ' https://',
      'https://user:pw@',
      'https://example.com@',
      'javascript://',
    ),
    host,
    fc.constantFrom('', ':443', ':80', ':22', ':8443', ':1023', ':65535', ':0443'),
    fc.constantFrom('', '/', '/hook?a=b#c', '/@example.com', '\\@example.com'),
  )
  .map((parts) => parts.join(''));

it('accepts no private address in any spelling', () => {
  let accepted = 0;
  fc.assert(
    fc.property(url, (text) => {
      const parsed = parseEndpoint(text, RULES);
      if (!parsed.ok) return;
      accepted++;
      const { protocol, hostname, username, password, port } = new URL(parsed.value);
      expect([protocol, username, password]).toEqual(['https:', '', '']);
      expect(port === '' || Number(port) >= 1024).toBe(true);
      expect(isIP(hostname.replaceAll(/[[\]]|\.$/g, ''))).toBe(0);
      expect(hostname).toMatch(/^[^.]+\.[^.]/);
      expect(hostname).not.toMatch(/(?:localhost|local|internal|home\.arpa|(?:api|go)\.example\.com)\.?$/);
    }),
    { numRuns: 5_000, seed: Number(process.env['TEST_SEED'] ?? 1) },
  );
  // Names are accepted: the property above would also hold if nothing was.
  expect(accepted).toBeGreaterThan(100);
});

it('accepts plain http of its own machine where the service runs on it, and only there', () => {
  for (const own of ['http://localhost:3000/x', 'http://127.0.0.1/', 'https://[::1]:80/']) {
    expect(parseEndpoint(own, { ...RULES, isLocal: true }).ok).toBe(true);
    expect(parseEndpoint(own, RULES).ok).toBe(false);
  }
  expect(parseEndpoint('http://192.168.1.1/', { ...RULES, isLocal: true }).ok).toBe(false);
});
