import { expect, it } from 'vitest';
import { OUTLINES as BOLD } from '#core/typeface/noto-sans-bold.ts';
import { OUTLINES as REGULAR } from '#core/typeface/noto-sans.ts';
import { inflate } from '#core/typeface/typeface.ts';
import { packTypeface } from '#scripts/development/drawings/typeface/compile.ts';

it.each([
  ['regular', REGULAR],
  ['bold', BOLD],
] as const)('the %s outlines are what `npm run typeface` makes of the font', async (weight, outlines) => {
  // Another version of zlib compresses them to different bytes.
  expect(Buffer.compare(await inflate(outlines), packTypeface(weight))).toBe(0);
});
