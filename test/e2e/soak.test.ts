import { it } from 'vitest';
import { soak } from '#harness/load/soak.ts';

it('leads 1,000 scans to where their codes led within the bound, and counts each once', () => soak(1_000));
