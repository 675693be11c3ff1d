import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HmacSha256 } from '../../src/core/hmac-sha256.ts';

const ALL_CHARACTERS = 43;

function sign(key: string, text: string): string {
  return new HmacSha256(key).sign(text, ALL_CHARACTERS);
}

function signByNode(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

describe('HMAC-SHA-256', () => {
  it.each([
    [
      'Jefe',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    ['\v'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  ])('gives what RFC 4231 §4 prints for the key %j', (key, text, code) => {
    expect(Buffer.from(sign(key, text), 'base64url').toString('hex')).toBe(code);
  });

  it('is right at every length of the text around four blocks, and of the key around one', () => {
    for (let length = 0; length <= 260; length++) {
      const text = 'x'.repeat(length);
      expect(sign('key', text), `text of ${length}`).toBe(signByNode('key', text));
      const key = 'k'.repeat(length);
      expect(sign(key, 'text'), `key of ${length}`).toBe(signByNode(key, 'text'));
    }
  });

  it('is what node:crypto says, for any key and text', () => {
    const anything = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(anything, anything, (key, text) => {
        expect(sign(key, text)).toBe(signByNode(key, text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('signs one text after the other under one key', () => {
    const hmac = new HmacSha256('key');
    const first = hmac.sign('first', ALL_CHARACTERS);
    hmac.sign('second', ALL_CHARACTERS);
    expect(hmac.sign('first', 16)).toBe(first.slice(0, 16));
  });
});
