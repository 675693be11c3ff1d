import { it } from 'vitest';
import { soak } from '#harness/node/soak.ts';

it('leads 2,000 scans to where their codes led within the bound, and counts each once', () => soak(2_000));
