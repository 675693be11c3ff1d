import { createHmac } from 'node:crypto';
import { list } from 'isbot';
import { describe, expect, it } from 'vitest';
import * as scans from '#shortlink/scans/describe.ts';
import * as people from '#shortlink/scans/is-of-person.ts';
import { Visitor } from '#shortlink/scans/visitor.ts';
import { parseCodeId } from '#core/codes/code-id.ts';
import { MACHINES, PEOPLE, PREVIEWERS } from '#harness/data/user-agents.ts';

const CODE_ID = parseCodeId('k7m2p9qa')!;
const [[, , , PHONE]] = PEOPLE as [(typeof PEOPLE)[0]];

function requestOf(headers: Record<string, string>, init: RequestInit = {}) {
  return new Request('https://go.example.com/K7M2P9QA?utm_source=poster', { headers, ...init });
}

/** 96 bits of HMAC-SHA-256 by another implementation. */
const hmac = (key: string, text: string) =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, 16);

const visitorOf = (request: Request, secret = 'secret') => new Visitor(request, secret, CODE_ID);
const isScanOfPerson = (request: Request) => people.isScanOfPerson(request, visitorOf(request).userAgent);
const describeScan = (request: Request, secret: string, atMs: number) =>
  scans.describeScan(
    visitorOf(request, secret),
    scans.toPlainScan({ codeId: CODE_ID, name: CODE_ID }, atMs, 'acc_a'),
  );

describe('a scan', () => {
  it('is judged by a table of at least 60 user agents', () => {
    expect(PEOPLE.length).toBeGreaterThanOrEqual(40);
    expect(MACHINES.length).toBeGreaterThanOrEqual(60);
  });

  it.each(PEOPLE)('is a person on %s, %s, %s: %s', (device, os, browser, userAgent) => {
    const request = requestOf({ 'User-Agent': userAgent });
    expect(isScanOfPerson(request)).toBe(true);
    expect(describeScan(request, 'secret', 0)).toMatchObject({ device, os, browser });
  });

  it.each([...MACHINES, ...PREVIEWERS])('is not %s', (userAgent) => {
    expect(isScanOfPerson(requestOf({ 'User-Agent': userAgent }))).toBe(false);
  });

  it.each([
    [{ 'Sec-Purpose': 'prefetch' }, false],
    [{ 'Sec-Purpose': 'prefetch;prerender' }, false],
    [{ 'Sec-Purpose': 'prefetch;anonymous-client-ip' }, false],
    [{ Purpose: 'prefetch' }, false],
    [{ Purpose: 'preview' }, false],
    [{ 'X-Purpose': 'preview' }, false],
    [{ 'X-Moz': 'prefetch' }, false],
    [{ 'Sec-Purpose': '' }, true],
    [{ 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-User': '?1' }, true],
    ...[
      'image',
      'iframe',
      'frame',
      'embed',
      'object',
      'script',
      'style',
      'video',
      'audio',
      'font',
      'fetch',
      'empty',
      'worker',
      '',
    ].map((destination) => [{ 'Sec-Fetch-Dest': destination }, false]),
    [{ 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }, true],
    [{ 'Sec-CH-UA-Mobile': '?1' }, true],
    [{ DNT: '1' }, true],
  ] as [Record<string, string>, boolean][])('with the headers %j: %j', (headers, isScan) => {
    expect(isScanOfPerson(requestOf({ 'User-Agent': PHONE, ...headers }))).toBe(isScan);
  });

  it('is judged by the same rules when thousands of user agents have come since', () => {
    for (let n = 0; n < 2_500; n++) {
      expect(isScanOfPerson(requestOf({ 'User-Agent': `${PHONE} Build/${n}` }))).toBe(true);
      expect(isScanOfPerson(requestOf({ 'User-Agent': `curl/8.${n}` }))).toBe(false);
    }
    expect(isScanOfPerson(requestOf({ 'User-Agent': PHONE }))).toBe(true);
  });

  it('is judged alike whatever the versions and builds are', () => {
    for (let n = 0; n < 10; n++) {
      const change = (userAgent: string) =>
        userAgent.replace(/(?<=\d)\d/g, (digit, at: number) => `${(Number(digit) + n * at) % 10}`);
      for (const [device, os, browser, userAgent] of PEOPLE) {
        const request = requestOf({ 'User-Agent': change(userAgent) });
        expect(isScanOfPerson(request), change(userAgent)).toBe(true);
        expect(describeScan(request, 'secret', 0)).toMatchObject({ device, os, browser });
      }
      for (const userAgent of MACHINES)
        expect(isScanOfPerson(requestOf({ 'User-Agent': change(userAgent) })), change(userAgent)).toBe(false);
    }
  });

  it('is told from a program by no digit behind another but that of 24x7', () => {
    // Classes and counts ask for any digit, or none.
    const named = list.filter((pattern) => /\d\d/.test(pattern.replace(/\\d|\{[\d,]+\}/g, '')));
    expect(named).toEqual(['24x7']);
    const monitor = (number: number) => requestOf({ 'User-Agent': `${PHONE} Monitor${number}x7` });
    expect([134, 124, 144].map((number) => isScanOfPerson(monitor(number)))).toEqual([true, false, true]);
  });

  it('with a user agent of any length is judged by its first 512 characters', () => {
    const read = (userAgent: string) => describeScan(requestOf({ 'User-Agent': userAgent }), 'secret', 0);
    const long = `${PHONE} `.padEnd(512, 'x');
    expect(read(`${long} Instagram`)).toEqual(read(long));
    expect(read(`${PHONE} Instagram`)).not.toEqual(read(PHONE));
    expect(isScanOfPerson(requestOf({ 'User-Agent': `${long} Googlebot/2.1` }))).toBe(true);
  });

  it('is a GET', () => {
    for (const method of ['HEAD', 'POST', 'OPTIONS', 'PUT'])
      expect(isScanOfPerson(requestOf({ 'User-Agent': PHONE }, { method }))).toBe(false);
  });

  it.each([{}, { 'User-Agent': '' }, { 'User-Agent': ' ' }])('names its user agent: %o', (headers) => {
    expect(isScanOfPerson(requestOf(headers))).toBe(false);
  });
});

describe('the stored part of a scan', () => {
  const read = (headers: Record<string, string>, cf?: Partial<IncomingRequestCfProperties>) =>
    describeScan(
      requestOf({ 'User-Agent': PHONE, ...headers }, cf ? { cf: cf as CfProperties } : {}),
      'secret',
      7,
    );

  it.each([
    ['https://news.example.com/article?id=7#top', 'news.example.com'],
    ['http://EXAMPLE.com:8080/', 'example.com'],
    ['https://user:password@example.com/', 'example.com'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['https://192.0.2.7/admin', null],
    ['https://[2001:db8::1]/', null],
    ['https://3221225991/', null],
    ['https://localhost/', null],
    ['file:///C:/Users/jane/mail.html', null],
    ['about:blank', null],
    ['no url', null],
    ['', null],
    [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example.com/`, `${'a'.repeat(60)}.${'b'.repeat(39)}`],
  ])('is the host of the referrer, and no address: %j', (referer, host) => {
    expect(read({ Referer: referer }).referrer).toBe(host);
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.1, fr;q=0.7, de;q=0.2', 'fr'],
    ['zh-Hans-CN', 'zh'],
    ['gsw', 'gsw'],
    ['EN-us', 'en'],
    ['*', null],
    ['', null],
    ['de;q=0', null],
    [';;,=,q=de', null],
    ['x-klingon', null],
    ['de'.repeat(9_000), null],
  ])('is the language that is preferred: %j', (header, language) => {
    expect(read({ 'Accept-Language': header }).language).toBe(language);
  });

  it.each([
    [{ country: 'DE', region: 'Bavaria', city: 'Munich' }, 'DE', 'Bavaria, DE', 'Munich, DE'],
    [{ country: 'FR', city: "L'Ha\u00ff-les-Roses" }, 'FR', null, "L'Ha\u00ff-les-Roses, FR"],
    [{ country: 'DE' }, 'DE', null, null],
    [{ country: 'DE', region: 'Bavaria', regionCode: 'BY' }, 'DE', 'Bavaria, DE', null],
    [{ country: 'T1', region: 'Nowhere', city: 'Nowhere' }, null, null, null],
    [{ country: 'XX', region: 'Nowhere' }, null, null, null],
    [{ region: 'Bavaria', city: 'Munich' }, null, null, null],
    [{ country: 'US', region: 7, city: { name: 'Paris' } }, 'US', null, null],
    [{ country: 'US', region: ' \n', city: '' }, 'US', null, null],
    [{ country: 'US', region: ' c\u007fd\t', city: ' a\u0000b\n ' }, 'US', 'cd, US', 'ab, US'],
    [
      { country: 'US', region: 'y'.repeat(500), city: 'x'.repeat(500) },
      'US',
      `${'y'.repeat(100)}, US`,
      `${'x'.repeat(100)}, US`,
    ],
  ] as [object, string | null, string | null, string | null][])(
    'is the place that the edge reported: %j',
    (cf, country, region, city) => {
      expect(read({}, cf)).toMatchObject({ country, region, city });
    },
  );

  it('contains neither the IP address nor the user agent nor the query', () => {
    const scan = read({
      'CF-Connecting-IP': '203.0.113.77',
      'X-Forwarded-For': '203.0.113.78',
      'X-Real-IP': '203.0.113.79',
      Cookie: 'session=secret',
      Referer: 'https://example.com/?email=jane@example.com',
    });
    expect(Object.keys(scan).sort()).toEqual([
      'accountId',
      'atMs',
      'browser',
      'city',
      'codeId',
      'country',
      'device',
      'language',
      'linkType',
      'name',
      'os',
      'referrer',
      'region',
      'rule',
      'source',
      'variant',
      'visitorKey',
    ]);
    const kept = JSON.stringify(scan);
    for (const secret of ['203.0.113', 'Mozilla', 'AppleWebKit', 'utm_source', 'poster', 'session', 'jane'])
      expect(kept).not.toContain(secret);
  });

  it('tells visitors apart by a keyed hash', () => {
    const keyOf = (address: string, secret = 'secret', userAgent = PHONE) =>
      describeScan(requestOf({ 'CF-Connecting-IP': address, 'User-Agent': userAgent }), secret, 0).visitorKey;
    expect(keyOf('192.0.2.1')).toBe(hmac('secret', JSON.stringify([CODE_ID, '192.0.2.1', PHONE])));
    expect(keyOf('192.0.2.1')).toBe(keyOf('192.0.2.1'));
    expect(keyOf('192.0.2.1')).not.toBe(keyOf('192.0.2.2'));
    expect(keyOf('192.0.2.1')).not.toBe(keyOf('192.0.2.1', 'another secret'));
    expect(keyOf('192.0.2.1')).not.toBe(keyOf('192.0.2.1', 'secret', `${PHONE} Instagram`));
    expect(keyOf('2001:db8:0:1::1')).toBe(keyOf('2001:db8::1:a:b:c:d'));
    expect(keyOf('2001:db8:0:1::1')).not.toBe(keyOf('2001:db8:0:2::1'));
    expect(keyOf('::ffff:192.0.2.1')).toBe(keyOf('192.0.2.1'));
    expect(keyOf('::ffff:192.0.2.1')).not.toBe(keyOf('::ffff:192.0.2.2'));
  });
});
