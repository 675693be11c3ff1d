import { expect, it } from 'vitest';
import { countDamage, VERSIONS_AND_LEVELS } from '#harness/symbols/place-logo.ts';
import { createDamageOf } from '#symbol/style/logo-damage.ts';

it.each(VERSIONS_AND_LEVELS)(
  'a logo damages what placing it changes, block by block: version %i, level %s',
  (version, level) => {
    const damageOf = createDamageOf(version, level);
    for (let square = 1; square <= (17 + 4 * version) / 2; square += 2) {
      expect(damageOf(square), `${square} modules`).toBe(countDamage(version, level, square));
    }
  },
);
