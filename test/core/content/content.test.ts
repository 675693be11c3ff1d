import { isLinear } from '#harness/load/cpu-time.ts';
import { describe, expect, test } from 'vitest';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import type { FieldError } from '#contract/problems/error-codes.ts';
import { CONTENT_TYPES, parseContent, type ContentType } from '#core/content/content.ts';

const OPTIONS = { shortLinkHosts: ['go.example.com'] };

function accept(type: ContentType, target: string): { symbolContent: string; redirectTo: string | null } {
  const parsed = parseContent(type, target, OPTIONS);
  if (!parsed.ok) throw new Error(parsed.error.fault.code);
  return parsed.value;
}

function refuse(type: ContentType, target: string, options = OPTIONS): FieldError {
  const parsed = parseContent(type, target, options);
  if (parsed.ok) throw new Error(`${target} is accepted`);
  return toFieldError({ code: 'unfit_content', field: 'target', values: parsed.error });
}

describe('every type', () => {
  test.each(CONTENT_TYPES)('%s refuses nothing at all, broken surrogates and NUL', (type) => {
    expect(refuse(type, '').code).toBe('required');
    expect(refuse(type, 'a\ud800').code).toBe('invalid_characters');
    expect(refuse(type, '\udc00b').code).toBe('invalid_characters');
    expect(refuse(type, 'a\u0000').code).toBe('invalid_characters');
    expect(refuse(type, 'a\u0085').code).toBe('invalid_characters');
  });

  test.each(CONTENT_TYPES)('%s refuses 64 KiB of anything in linear time', async (type) => {
    for (const unit of [
      'a',
      '\\',
      ';',
      ':',
      '+',
      '(',
      '@',
      '.',
      '%',
      '\n',
      ' ',
      'a.',
      'BEGIN:VCARD\n',
      'N;":',
      '"',
      '🎄',
    ]) {
      const hostile = unit.repeat(65_536 / unit.length);
      expect(refuse(type, hostile).code).toBe('too_long');
      expect(await isLinear((text) => parseContent(type, text, OPTIONS), hostile), unit).toBe(true);
    }
  });

  test.each(CONTENT_TYPES)('%s judges the longest target that it reads in linear time', async (type) => {
    const prefixes = [
      '',
      'https://',
      'mailto:',
      'tel:',
      'sms:+49',
      'SMSTO:',
      'geo:1,1?',
      'WIFI:S:',
      'WIFI:P:"',
      'BEGIN:VCARD\nN',
      'BEGIN:VEVENT\nX;',
    ];
    for (const prefix of prefixes) {
      for (const unit of [
        'a',
        '1',
        'a.',
        'a-',
        '\\;',
        '"',
        ';',
        '%41',
        'a@',
        ',',
        '&a=',
        'é',
        'X:\r\n ',
        '=',
      ]) {
        const target = (prefix + unit.repeat(7089)).slice(0, LONGEST[type]);
        const isJudged = await isLinear((text) => parseContent(type, text, OPTIONS), target);
        expect(isJudged, prefix + unit).toBe(true);
      }
    }
  });

  test('a redirect is printable ASCII, whatever the target', () => {
    for (const [type, target] of ACCEPTED) {
      expect(accept(type, target).redirectTo ?? 'none').toMatch(/^[!-~]+$/);
    }
  });
});

const LONGEST: Record<ContentType, number> = {
  url: 4096,
  text: 7089,
  email: 2048,
  phone: 64,
  sms: 2048,
  wifi: 1024,
  geo: 512,
  vcard: 2953,
  event: 2953,
  file: 64,
  epc: 343,
  swiss_bill: 1032,
  gs1: 4096,
};

const ACCEPTED: [ContentType, string][] = [
  ['url', 'https://exämple.com/ü?q=ü#ü'],
  ['url', 'https://example.com/"<>{}|^`\''],
  ['email', "o'brien+qr@exämple.com"],
  ['email', '{a}|b%c#d?e/f&g@example.com'],
  ['phone', '+49 30 123456'],
  ['sms', 'SMSTO:+4930123456:Grüße 🎄 <b> 100 %'],
  ['geo', '-52.5163,13.3777'],
  ['text', 'Grüße\r\n'],
];

describe('a url', () => {
  test.each([
    'https://example.com',
    'http://example.com',
    'HTTPS://Example.COM/Menu',
    'https://example.com/a%20b?c=d&e=%zz#f',
    'https://example.com:8443/',
    'https://[2606:4700::1111]/',
    'https://192.0.1.1/',
    'https://example.com/\'"<>{}|^`',
    'https://go.example.com.evil.example/',
    'https://example.com/@user',
    'https://example.com/?next=https://go.example.com/',
    'https://notgo.example.com',
  ])('in plain ASCII stays as it was sent: %s', (target) => {
    expect(accept('url', target)).toEqual({ symbolContent: target, redirectTo: target });
  });

  test.each([
    ['https://exämple.com/menü', 'https://xn--exmple-cua.com/men%C3%BC'],
    ['https://example.com/🎄?q=漢', 'https://example.com/%F0%9F%8E%84?q=%E6%BC%A2'],
    ['https://例え.テスト', 'https://xn--r8jz45g.xn--zckzah/'],
  ])('beyond ASCII becomes its WHATWG serialisation: %s', (target, serialised) => {
    expect(accept('url', target)).toEqual({ symbolContent: serialised, redirectTo: serialised });
  });

  test.each([
    'example.com',
    '//example.com',
    '/menu',
    'https:',
    'https://',
    'https:///example.com',
    'https:example.com',
    'https:/example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:jane@example.com',
    'https://?q',
    'https://#f',
    'https://example.com:99999',
    'https://exa mple.com',
    'https://[::1',
    'https://%00.com',
    'https://a b',
    ' https://example.com',
    'https://example.com ',
    'https://example.com/\u00a0',
    'https://example.com/\u3000',
    'https://example.com/\u2028',
    'https://example.com\\@evil.example',
    'https:\\\\example.com',
    'https://example.com/a\\b',
  ])('that is not absolute, or that parsers read differently, is refused: %j', (target) => {
    expect(refuse('url', target).code).toBe('invalid_url');
  });

  test.each([
    'https://example.com/\r\nSet-Cookie: a=b',
    'https://exa\tmple.com',
    'https://example.com/\n',
    'https://example.com/\u007f',
  ])('with a control character is refused: %j', (target) => {
    expect(refuse('url', target).code).toBe('invalid_characters');
  });

  test.each([
    'https://user@example.com',
    'https://user:password@example.com',
    'https://:@example.com',
    'https://@example.com',
    'https://a@b@example.com',
  ])('with credentials is refused: %s', (target) => {
    expect(refuse('url', target).code).toBe('credentials_in_url');
  });

  test.each([
    'https://go.example.com',
    'http://go.example.com/K7M2P9QA',
    'https://GO.Example.Com/x',
    'https://go.example.com./x',
    'https://go.example.com../x',
    'https://go.example.com:443/x',
    'http://go.example.com:80/x',
    'https://go.example.com:8443/x',
    'https://go%2Eexample%2Ecom/x',
    'https://%67o.example.com/',
    'https://ｇｏ.example.com/',
    'https://go。example。com/',
    'https://go.exam\u00adple.com/',
  ])('on the host of the short links is refused: %s', (target) => {
    expect(refuse('url', target).code).toBe('short_link_loop');
  });

  test('is compared with the port too, if the short links have one', () => {
    const options = { shortLinkHosts: ['localhost:8787'] };
    expect(refuse('url', 'http://LOCALHOST:8787/K7M2P9QA', options).code).toBe('short_link_loop');
    expect(
      parseContent('url', 'http://localhost:3000/menu', { ...options, allowsPrivateHosts: true }).ok,
    ).toBe(true);
  });

  test('has at most 4,096 characters', () => {
    const longest = `https://example.com/${'a'.repeat(4096 - 20)}`;
    expect(accept('url', longest).symbolContent).toBe(longest);
    expect(refuse('url', `${longest}a`)).toEqual({
      field: 'target',
      code: 'too_long',
      message: 'The target is 4097 characters long; a url target has at most 4096.',
    });
  });
});

describe('a text', () => {
  test.each(['x', 'Grüße\r\n\taus Köln', '🎄', '<script>', ' '])('is anything: %j', (target) => {
    expect(accept('text', target)).toEqual({ symbolContent: target, redirectTo: null });
  });

  test.each(['a\u0007', '\u001b[31m', '\u007f'])(
    'has no control characters but line breaks and tabs: %j',
    (target) => {
      expect(refuse('text', target).code).toBe('invalid_characters');
    },
  );
});

describe('an email', () => {
  test.each([
    ['jane@example.com', 'mailto:jane@example.com'],
    ['Jane.Doe+qr@sub.example.co.uk', 'mailto:Jane.Doe+qr@sub.example.co.uk'],
    ['a&b?c#d@example.com', 'mailto:a%26b%3Fc%23d@example.com'],
    ['jane@exämple.com', 'mailto:jane@xn--exmple-cua.com'],
    ['mailto:jane@example.com', 'mailto:jane@example.com'],
    ['MAILTO:jane@example.com', 'MAILTO:jane@example.com'],
    [
      'mailto:jane@example.com,joe@example.com?cc=a@example.com&subject=Hi%20there&body=1%0D%0A2',
      'mailto:jane@example.com,joe@example.com?cc=a@example.com&subject=Hi%20there&body=1%0D%0A2',
    ],
    ['mailto:jane@example.com?subject=', 'mailto:jane@example.com?subject='],
  ])('%s is held as sent, and its link is %s', (target, redirectTo) => {
    expect(accept('email', target)).toEqual({ symbolContent: target, redirectTo });
  });

  test.each([
    'jane',
    'jane@',
    '@example.com',
    'jane@localhost',
    'jane doe@example.com',
    'jane@exa mple.com',
    'jane@@example.com',
    'jane..doe@example.com',
    '.jane@example.com',
    'jane@-example.com',
    'jane@example-.com',
    'jane@example..com',
    'jane@example.com.',
    'jane@192.0.2.1',
    'jane@example.com:25',
    'jane@example.com/x',
    'jane@user@example.com',
    'jäne@example.com',
    `${'a'.repeat(65)}@example.com`,
    `jane@${'a'.repeat(64)}.com`,
    `jane@${'a.'.repeat(130)}com`,
    'jane@example.com, joe@example.com',
    'Jane <jane@example.com>',
    'jane@ä b.com',
    'jane@ä:80',
    'mailto:',
    'mailto:?subject=x',
    'mailto:jane',
    'mailto:jane@example.com?',
    'mailto:jane@example.com?subject',
    'mailto:jane@example.com?=x',
    'mailto:jane@example.com?attach=/etc/passwd',
    'mailto:jane@example.com?subject=a b',
    'mailto:jane@example.com?subject=ü',
    'mailto:jane@example.com?subject=%zz',
    'mailto:jane@example.com?subject=%ff',
    'mailto:jane@example.com?subject=Hi%0D%0ABcc:%20a@example.com',
    'mailto:jane@example.com?cc=a%0D%0Ab@example.com',
    'mailto:jane@example.com?bcc=nobody',
    'mailto:jane@example.com?body=%00',
    'mailto:jane@example.com%0D%0A',
    'mailto:<jane@example.com>',
  ])('%j is refused', (target) => {
    expect(refuse('email', target).code).toBe('invalid_email');
  });
});

describe('a phone number', () => {
  test.each([
    ['+4930123456', '+4930123456', 'tel:+4930123456'],
    ['+1 (555) 010-9999', '+15550109999', 'tel:+15550109999'],
    ['+49 30/123.456', '+4930123456', 'tel:+4930123456'],
    ['tel:+4930123456', 'tel:+4930123456', 'tel:+4930123456'],
    ['TEL:+49-30-123456', 'TEL:+4930123456', 'tel:+4930123456'],
    ['+123456789012345', '+123456789012345', 'tel:+123456789012345'],
    ['+6834000', '+6834000', 'tel:+6834000'],
  ])('%s is held as %s, and its link is %s', (target, symbolContent, redirectTo) => {
    expect(accept('phone', target)).toEqual({ symbolContent, redirectTo });
  });

  test.each([
    '030123456',
    '4930123456',
    '004930123456',
    '+0301234567',
    '+49 (0)30 123456',
    '+49 (030) 123456',
    '+123456',
    '+1234567890123456',
    '+49 30 12345x',
    '+49+30123456',
    '++4930123456',
    '+４９３０１２３４５６',
    'tel:030123',
    'tel:+4930123456;ext=x',
    'tel:',
    '+',
    '+49,30123456',
    '112',
    '+49 30 123456#1',
  ])('%s is refused', (target) => {
    expect(refuse('phone', target).code).toBe('invalid_phone');
  });

  test('with a trunk prefix in brackets is refused with the advice to leave it out', () => {
    expect(refuse('phone', '+49 (0)30 123456').message).toContain('"(0)" is dialled only within the country');
  });
});

describe('an sms', () => {
  test.each([
    ['+49 30 123456', '+4930123456', 'sms:+4930123456'],
    ['sms:+4930123456', 'sms:+4930123456', 'sms:+4930123456'],
    [
      'sms:+4930123456?body=On%20my%20way',
      'sms:+4930123456?body=On%20my%20way',
      'sms:+4930123456?body=On%20my%20way',
    ],
    ['sms:+49-30-123456?body=1%0A2', 'sms:+4930123456?body=1%0A2', 'sms:+4930123456?body=1%0A2'],
    ['SMSTO:+4930123456', 'SMSTO:+4930123456', 'sms:+4930123456'],
    ['SMSTO:+4930123456:', 'SMSTO:+4930123456:', 'sms:+4930123456'],
    [
      'SMSTO:+4930123456:Grüße: 5 & 6?',
      'SMSTO:+4930123456:Grüße: 5 & 6?',
      'sms:+4930123456?body=Gr%C3%BC%C3%9Fe%3A%205%20%26%206%3F',
    ],
    ['smsto:+4930123456:x', 'smsto:+4930123456:x', 'sms:+4930123456?body=x'],
  ])('%s is held as %s, and its link is %s', (target, symbolContent, redirectTo) => {
    expect(accept('sms', target)).toEqual({ symbolContent, redirectTo });
  });

  test.each([
    '12345',
    'sms:',
    'sms:12345',
    'sms:+4930123456?',
    'sms:+4930123456?text=x',
    'sms:+4930123456?body=a&body=b',
    'sms:+4930123456&body=x',
    'sms:+4930123456?body=a b',
    'sms:+4930123456?body=ü',
    'sms:+4930123456?body=%ff',
    'sms:+4930123456,+4930123457',
    'SMSTO:',
    'SMSTO:12345:x',
    'SMSTO::x',
    'MMSTO:+4930123456:x',
    'sms://+4930123456',
  ])('%s is refused', (target) => {
    expect(refuse('sms', target).code).toBe('invalid_sms');
  });
});

describe('a geo', () => {
  test.each([
    ['52.5163,13.3777', 'geo:52.5163,13.3777'],
    ['-90,180', 'geo:-90,180'],
    ['90.000,-180.0', 'geo:90.000,-180.0'],
    ['0,0', 'geo:0,0'],
    ['geo:52.5163,13.3777', 'geo:52.5163,13.3777'],
    ['geo:52.5163,13.3777,34.5', 'geo:52.5163,13.3777,34.5'],
    ['geo:52.5163,13.3777;u=35', 'geo:52.5163,13.3777;u=35'],
    ['geo:52.5163,13.3777;crs=wgs84;u=35', 'geo:52.5163,13.3777;crs=wgs84;u=35'],
    ['geo:0,0?q=52.5163,13.3777(Brandenburg%20Gate)', 'geo:0,0?q=52.5163,13.3777(Brandenburg%20Gate)'],
  ])('%s is held as sent, and its link is %s', (target, redirectTo) => {
    expect(accept('geo', target)).toEqual({ symbolContent: target, redirectTo });
  });

  test.each([
    '52.5163',
    '52.5163;13.3777',
    '52.5163, 13.3777',
    '52,5163,13,3777',
    '90.1,0',
    '-90.0001,0',
    '0,180.5',
    '0,-181',
    'N52.5,E13.4',
    '+52.5,13.4',
    '52.,13.',
    '.5,.5',
    '1e1,1e1',
    'NaN,NaN',
    '٥٢,١٣',
    'geo:',
    'geo:91,0',
    'geo:0,181',
    'geo:52.5,13.4?q=a b',
    'geo:52.5,13.4?q=ü',
    'geo:52.5,13.4?',
    'geo:52.5,13.4;u=x',
    'geo:52.5,13.4;crs=moon',
    `52.${'1'.repeat(16)},13`,
  ])('%s is refused', (target) => {
    expect(refuse('geo', target).code).toBe('invalid_geo');
  });
});
