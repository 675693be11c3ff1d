import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decide } from '#core/control/decide.ts';
import { codes, instants, visits } from './generated.ts';
import { decideObviously } from './obvious-decision.ts';

it(
  'decides 100,000 generated scans as a slow and obvious second implementation does',
  { timeout: 600_000 },
  () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(codes, visits, instants, (code, visit, nowMs) => {
        const outcome = decide(code, visit, nowMs);
        expect(outcome).toEqual(decideObviously(code, visit, nowMs));
        seen.add(outcome.kind === 'blocked' ? outcome.status : outcome.kind);
        if (outcome.kind === 'led' && outcome.rule !== null) seen.add('rule');
        if (outcome.kind === 'led' && outcome.variant !== null) seen.add('variant');
      }),
      { numRuns: 100_000 },
    );
    expect([...seen].sort()).toEqual(
      [
        'deleted',
        'disabled',
        'ended',
        'exhausted',
        'led',
        'locked',
        'paused',
        'rule',
        'scheduled',
        'variant',
      ].sort(),
    );
  },
);
