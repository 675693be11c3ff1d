import { expect, it } from 'vitest';
import { sampledOf } from '#harness/data/sampled.ts';
import { BANDED, compareBands, SAME_BUT_FOR_EDGES } from '#harness/symbols/compare-bands.ts';

const PICTURES = [1500, 2048].flatMap((size) => BANDED.map(([name, look]) => [name, size, look] as const));

it.each(sampledOf(PICTURES))(
  'a picture that is drawn in many bands has every pixel of the same picture in one: %s, %d px',
  async (_, size, look) => {
    expect(await compareBands(look, size)).toEqual(SAME_BUT_FOR_EDGES);
  },
);
