import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chooseVersion } from '#symbol/encoding/choose-version.ts';
import { encodeSymbol } from '#symbol/matrix/encode.ts';
import { goldenContents } from './golden-contents.ts';

// A line for each content: version, level, mask, and the start of the modules' SHA-256. They were drawn when qrcode-svg made the codewords;
// three lines have no hash, because it could not make those of 15-H.
const GOLDEN = readFileSync(`${import.meta.dirname}/golden-symbols.txt`, 'utf8')
  .trim()
  .split('\n');

test('400 contents are drawn module for module as they were when the package encoded them', () => {
  const differing = goldenContents().filter(({ content, level }, i) => {
    const bytes = new TextEncoder().encode(content);
    const layout = chooseVersion(bytes, level);
    if (layout === null) return true;
    const symbol = encodeSymbol(bytes, layout);
    const hash = createHash('sha256').update(symbol.modules).digest('hex').slice(0, 16);
    const kind = `${symbol.version}-${symbol.level}`;
    return GOLDEN[i] !== (kind === '15-H' ? kind : `${kind} mask ${symbol.mask} ${hash}`);
  });
  expect(differing).toEqual([]);
  expect(GOLDEN).toHaveLength(400);
});
