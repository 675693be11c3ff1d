import { describe, expect, it } from 'vitest';
import { HmacSha256 } from '#core/bytes/hmac-sha256.ts';

describe('HMAC-SHA-256', () => {
  it.each([
    [
      'Jefe',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    ['\v'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  ])('is what RFC 4231 §4 prints for the key %j', (key, text, code) => {
    const signed = new HmacSha256(key).sign(text, 43);
    expect(Buffer.from(signed, 'base64url').toString('hex')).toBe(code);
  });

  it('signs one text after another under one key, cut to any length', () => {
    const hmac = new HmacSha256('key');
    const first = hmac.sign('first', 43);
    hmac.sign('second', 43);
    for (let characters = 1; characters <= 43; characters++)
      expect(hmac.sign('first', characters)).toBe(first.slice(0, characters));
  });
});
