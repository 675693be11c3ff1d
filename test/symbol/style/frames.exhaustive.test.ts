import { describe, expect, it } from 'vitest';
import { FRAME_KINDS } from '#core/styles/frame.ts';
import { sampledOf } from '#harness/data/sampled.ts';
import {
  AS_IT_SHOULD_BE,
  CONTENT,
  findDarkAround,
  findUnreadDesigns,
  readFramed,
} from '#harness/symbols/frames.ts';

describe.each(sampledOf(FRAME_KINDS))('a symbol in a frame: %s', (kind) => {
  it.each([512, 1024])('is a picture of its width that both readers read, %d px', async (size) => {
    expect(await readFramed(kind, size)).toEqual(AS_IT_SHOULD_BE);
  });

  it.each(['HELLO', CONTENT, 'x'.repeat(640)])(
    'keeps two light modules around the symbol, corners too, in the largest picture: %s',
    async (content) => {
      expect(await findDarkAround(kind, content, Infinity)).toEqual([]);
    },
  );
});

it('the designs to start from are read by every reader, in large', async () => {
  for (const content of [CONTENT, 'x'.repeat(200)])
    expect(await findUnreadDesigns(content, 1024)).toEqual([]);
});
