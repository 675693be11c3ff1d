import fc from 'fast-check';
import { expect, inject } from 'vitest';
import { startRandom } from './random.ts';

// Before each test file: what it draws at random depends on the seed and on its path alone.
const seed = inject('seed');
startRandom(`${seed} ${expect.getState().testPath?.split('/test/').at(-1)}`);
fc.configureGlobal({ seed });
