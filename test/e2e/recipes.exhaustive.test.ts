import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampled } from '#harness/data/sampled.ts';
import { type RecipesService, startServiceForRecipes } from '#harness/node/client/recipes-service.ts';
import { tryThreeNights } from '#harness/node/sync-trial.ts';

/** The nightly sync from docs/recipes at its real size, and with the limits of a plan. */

/** Of fewer requests, one in twenty would not be cut in each of the ways. */
const PRODUCTS = sampled(5_000, 1_000);

let service: RecipesService;
beforeAll(async () => {
  service = await startServiceForRecipes();
});
afterAll(() => service?.stop());

it(`keeps ${PRODUCTS} products in step while one request in twenty is cut`, async () => {
  const happened = await tryThreeNights({
    program: [process.execPath, service.copyRecipe('nightly-sync.ts')],
    service,
    apiKey: await service.createKey('business'),
    ...{ products: PRODUCTS, cutShare: 0.05, batch: 100 },
  });
  console.log(happened);
  expect(happened).toContain(`${PRODUCTS} products`);
});

it('waits if the plan allows no more in this minute', async () => {
  const happened = await tryThreeNights({
    program: ['python3', service.copyRecipe('nightly_sync.py')],
    service,
    // 600 requests a minute.
    apiKey: await service.createKey('pro'),
    ...{ products: 700, cutShare: 0.2, batch: 90 },
  });
  expect(happened).toContain('700 products');
});
