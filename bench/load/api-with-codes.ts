import { labelCodes, seedCodes } from '#harness/data/seed-codes.ts';
import { seedAccount } from '#harness/data/seed.ts';
import type { LoadResult } from './load.ts';
import { openMigratedDatabase, runWorker } from '#harness/node/run-worker.ts';

/** Runs the API from `harness/worker/measured/api` over a database with one account of `size` codes. */
export async function runApiWithCodes(size: number) {
  const worker = await runWorker(
    'wrangler.toml',
    { SCAN_LOG: 'd1' },
    null,
    'harness/worker/measured/api/index.ts',
  );
  const db = await openMigratedDatabase(worker);
  const account = await seedAccount(db);
  await seedCodes(db, account.accountId, size);
  await labelCodes(db, account.accountId, size);
  return { url: worker.url, db, ...account };
}

/** A table of loads, named by the size of their account, and one named `bare`: if cost stays flat, the ratio is 1. */
export function compareSizes(sizes: readonly number[], results: ReadonlyMap<string, LoadResult>) {
  const bySize = sizes.flatMap((size) => results.get(String(size)) ?? []);
  const p50Of = (result: LoadResult | undefined) => result?.p50Ms ?? Number.NaN;
  return {
    bySize,
    /** The ratio of the largest account's p50 to the smallest one's. */
    ratio: (p50Of(bySize.at(-1)) / p50Of(bySize[0])).toFixed(2),
    bareMs: p50Of(results.get('bare')).toFixed(1),
  };
}
