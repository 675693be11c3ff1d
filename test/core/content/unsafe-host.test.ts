import { describe, expect, it } from 'vitest';
import { parse as parseHostname } from 'tldts';
import { PRIVATE_NAMES } from '#core/content/hosts/unsafe-host.ts';
import { isLookAlikeHost } from '#core/content/hosts/look-alike-host.ts';
import { parseContent } from '#core/content/content.ts';
import { hostOf, parseHost } from '#core/content/hosts/host.ts';

const parse = (target: string, allowsPrivateHosts = false) =>
  parseContent('url', target, { shortLinkHosts: ['go.example.com'], allowsPrivateHosts });

describe('a target that no scanner can open, or that opens something of the scanner’s own', () => {
  it.each([
    // One address in every notation that URL parsers accept.
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://１２７.０.０.１/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://127。0。0。1/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    // Private, link-local, shared, reserved and documentation networks.
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://10.255.255.255/',
    'http://100.64.0.1/',
    'http://100.127.255.255/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.0.0.8/',
    'http://192.0.2.1/',
    'http://192.168.1.1/admin',
    'http://198.18.0.1/',
    'http://198.19.255.255/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456:789a::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://[2001::1]/',
    'http://[3fff::1]/',
    'http://[100::1]/',
    // Names that exist only on a local network.
    'http://localhost/',
    'http://LOCALHOST:8080/',
    'http://localhost./',
    'http://app.localhost/',
    'http://intranet/',
    'http://intranet./',
    'http://router.local/',
    'http://metadata.google.internal/',
    'http://nas.home.arpa/',
    // IANA's registry of special-use names, and what networks use all the same.
    'http://a.alt/',
    'http://10.in-addr.arpa/',
    'http://6tisch.arpa/',
    'http://eap.arpa/',
    'http://eap-noob.arpa/',
    'http://ipv4only.arpa/',
    'http://resolver.arpa/',
    'http://service.arpa/',
    'http://a.invalid/',
    'http://abc.onion/',
    'http://a.test/',
    'http://a.test./',
    'http://intra.corp/',
    'http://router.home/',
    'http://a.mail/',
    'http://nas.lan/',
    'http://web.default.svc/',
    'http://web.default.svc.cluster.local/',
    'http://a.intranet/',
    'http://a.private/',
  ])('is refused: %s', (target) => {
    const parsed = parse(target);
    expect(parsed.ok ? null : parsed.error.fault.code).toBe('url_not_public');
    expect(parse(target, true).ok).toBe(true);
  });

  it.each([
    'https://example.com/',
    'https://1.1.1.1/',
    'http://9.255.255.255/',
    'http://11.0.0.1/',
    'http://100.128.0.1/',
    'http://172.32.0.1/',
    'http://192.167.255.255/',
    'http://198.20.0.1/',
    'http://223.255.255.255/',
    'http://[2606:4700:4700::1111]/',
    'http://[2001:4860:4860::8888]/',
    'http://[3ffe::1]/',
    'https://local.example/',
    'https://lan.example/',
    'https://test.com/',
    'https://corp.com/',
    'https://localhost.example.com/',
    'https://internal.example.com/',
    'https://127.0.0.1.example.com/',
    'https://münchen.example/',
  ])('does not include: %s', (target) => {
    expect(parse(target).ok).toBe(true);
  });

  it('does not apply to a text that is not a URL', () => {
    expect(parseContent('text', 'http://192.168.1.1/', { shortLinkHosts: ['go.example.com'] }).ok).toBe(true);
  });
});

it('is told by ends of names below which nobody can register one today', () => {
  for (const name of PRIVATE_NAMES)
    expect([name, parseHostname(`brand.${name}`).isIcann]).toEqual([name, ['arpa', 'onion'].includes(name)]);
});

describe('a host that can be taken for another one', () => {
  it.each([
    ['аpple.com', 'a Cyrillic а'],
    ['pаypal.com', 'one in the middle'],
    ['сосо.com', 'Cyrillic twins alone'],
    ['аррӏе.com', 'the palochka, twin of l'],
    ['κουνα.com', 'a Greek word that reads as a Latin one'],
    ['login.раураl.example', 'any label'],
  ])('%s: %s', (host) => expect(isLookAlikeHost(host)).toBe(true));

  it.each([
    'example.com',
    'münchen.de',
    'пример.рф',
    'правительство.рф',
    'παράδειγμα.gr',
    '例え.jp',
    'qrコード.jp',
    '中文.cn',
    '한국어.kr',
    'مثال.مصر',
    'xn-fun.example',
    '',
  ])('is not %s', (host) => expect(isLookAlikeHost(host)).toBe(false));
});

describe('an entry of the blocklist', () => {
  it.each([
    ['Example.COM', 'example.com'],
    ['*.example.com', 'example.com'],
    ['https://sub.example.com:8443/path?q=1', 'sub.example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['8.8.8.8', '8.8.8.8'],
  ])('is read from %s', (text, host) => expect(parseHost(text)).toBe(host));

  it.each(['com', '', 'not a host', 'http://', '/path'])('is not %j', (text) => {
    expect(parseHost(text)).toBeNull();
  });
});

describe('the host of a target', () => {
  const label = 'a'.repeat(63);
  const longest = `${label}.${label}.${label}.${'a'.repeat(61)}`;

  it.each([longest, `${'a.'.repeat(126)}a`, 'example.com', '[2606:4700::1111]', '8.8.8.8'])(
    'may be %s, also with a dot at its end',
    (host) => {
      expect(hostOf(`https://${host}/menu`)).toBe(host);
      if (!host.startsWith('[')) expect(hostOf(`https://${host}./menu`)).toBe(host);
    },
  );

  it.each([
    `a${longest}`,
    `a${label}.example.com`,
    'a..example.com',
    `${'a.'.repeat(2_000)}com`,
    '.example.com',
  ])('is none that no server can have: %s', (host) => expect(hostOf(`https://${host}/menu`)).toBeNull());
});
