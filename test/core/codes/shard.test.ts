import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_ID_BYTES, createCodeId, parseCodeId } from '#core/codes/code-id.ts';
import { CROCKFORD_BASE32 } from '#core/bytes/base32.ts';
import { FIRST_SHARD, shardOf } from '#core/links/short-code.ts';
import { chooseVersion } from '#symbol/encoding/choose-version.ts';
import { toSymbolUrl } from '#core/links/link-address.ts';

const RANDOM_ID = fc
  .uint8Array({ minLength: CODE_ID_BYTES, maxLength: CODE_ID_BYTES })
  .map((bytes) => createCodeId(bytes));

describe('a code id', () => {
  it('reveals its shard without a look-up, whichever shard made it', () => {
    fc.assert(
      fc.property(RANDOM_ID, fc.integer({ min: 1, max: CROCKFORD_BASE32.length - 1 }), (rest, shard) => {
        expect(shardOf(CROCKFORD_BASE32.charAt(shard) + rest)).toBe(shard);
      }),
    );
  });

  it('of today is in the first shard for ever', () => {
    fc.assert(
      fc.property(RANDOM_ID, (id) => {
        expect(shardOf(id)).toBe(FIRST_SHARD);
      }),
    );
  });

  it('is never spelled in two ways', () => {
    expect(shardOf('0k7m2p9qa')).toBeNull();
  });

  it('of a later shard is refused by this version, not taken for another code', () => {
    expect(parseCodeId('1k7m2p9qa')).toBeNull();
  });

  it('needs no larger symbol with nine characters than with eight', () => {
    const versionOf = (id: string) =>
      chooseVersion(
        new TextEncoder().encode(
          toSymbolUrl('https://go.example.com', { host: null, codeId: id as never, shortCode: null }),
        ),
        'M',
      )?.version;
    expect(versionOf('1k7m2p9qa')).toBe(versionOf('k7m2p9qa'));
  });

  it.each(['', 'k7m2p9q', 'k7m2p9qau', 'K7M2P9QA', '1k7m2p9qa2'])('is not "%s"', (text) => {
    expect(shardOf(text)).toBeNull();
  });
});
