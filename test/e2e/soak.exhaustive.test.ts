import { it } from 'vitest';
import { sampled } from '#harness/data/sampled.ts';
import { soak } from '#harness/load/soak.ts';

/** `npm run soak` makes 200,000. */
const SCANS = Number(process.env['SOAK_SCANS'] ?? sampled(20_000));

it(
  `leads ${SCANS} scans to where their codes led within the bound, and counts each once`,
  { timeout: 20 * 60_000 },
  () => soak(SCANS),
);
