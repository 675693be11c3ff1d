import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnmetCondition } from '#core/control/conditions.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import { type ControlledCode, decide, exhaust } from '#core/control/decide.ts';
import type { Visit } from '#core/control/visit.ts';
import { codes, conditions, instants, visits, ZONES } from './generated.ts';
import { decideObviously, namesThatFail } from './obvious-decision.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const UNKNOWN_VISIT: Visit = {
  country: null,
  region: null,
  languages: [],
  os: null,
  device: null,
  browser: null,
  source: null,
  query: '',
  visitorShare: 0,
  isAdmitted: false,
};

function codeWith(control: Partial<Control>, state: Partial<ControlledCode> = {}): ControlledCode {
  return {
    isDeleted: false,
    isDisabled: false,
    isExhausted: false,
    target: 'https://example.com/',
    control: { ...NO_CONTROL, ...control },
    ...state,
  };
}

describe('the decision about a scan', () => {
  it('is the one of a slow and obvious second implementation', () => {
    fc.assert(
      fc.property(codes, visits, instants, (code, visit, nowMs) => {
        expect(decide(code, visit, nowMs)).toEqual(decideObviously(code, visit, nowMs));
      }),
      { numRuns: 3_000 },
    );
  });

  it('meets all conditions exactly when the second implementation finds none that fails', () => {
    fc.assert(
      fc.property(conditions, visits, instants, (when, visit, nowMs) => {
        const isMet = findUnmetCondition(when, visit, nowMs) === null;
        expect(isMet).toBe(namesThatFail(when, visit, nowMs).length === 0);
      }),
      { numRuns: 3_000 },
    );
  });

  it('checks the states in order: each hides those after it', () => {
    const all: Control = {
      ...NO_CONTROL,
      isPaused: true,
      startsAtMs: NOW + 1,
      endsAtMs: NOW,
      maxScans: 1,
      password: { salt: 's', hash: 'h' },
      rules: [
        { name: 'R', target: 'https://example.com/r', when: { device: ['mobile'], timeZone: ZONES[0]! } },
      ],
      variants: [
        { name: 'A', target: 'https://example.com/a', weight: 50 },
        { name: 'B', target: 'https://example.com/b', weight: 50 },
      ],
    };
    const kinds: string[] = [];
    let code: ControlledCode = { ...codeWith(all), isDeleted: true, isDisabled: true, isExhausted: true };
    let visit: Visit = { ...UNKNOWN_VISIT, device: 'mobile' };
    const look = () => {
      const outcome = decide(code, visit, NOW);
      kinds.push(
        outcome.kind === 'blocked'
          ? outcome.status
          : outcome.kind === 'led'
            ? outcome.target.slice(20)
            : outcome.kind,
      );
    };
    const without = (change: Partial<Control>) =>
      (code = { ...code, control: { ...code.control, ...change } });
    look();
    code = { ...code, isDeleted: false };
    look();
    code = { ...code, isDisabled: false };
    look();
    without({ isPaused: false });
    look();
    without({ startsAtMs: null });
    look();
    without({ endsAtMs: null });
    look();
    code = { ...code, isExhausted: false };
    look();
    visit = { ...visit, isAdmitted: true };
    look();
    without({ rules: [] });
    look();
    without({ variants: [] });
    look();
    expect(kinds).toEqual([
      'deleted',
      'disabled',
      'paused',
      'scheduled',
      'ended',
      'exhausted',
      'locked',
      'r',
      'a',
      '',
    ]);
  });

  it('leads on from the millisecond of the start, and until the millisecond before the end', () => {
    const code = codeWith({ startsAtMs: NOW, endsAtMs: NOW + 1_000 });
    const kindAt = (ms: number) => {
      const outcome = decide(code, UNKNOWN_VISIT, ms);
      return outcome.kind === 'blocked' ? outcome.status : outcome.kind;
    };
    expect([NOW - 1, NOW, NOW + 999, NOW + 1_000].map(kindAt)).toEqual(['scheduled', 'led', 'led', 'ended']);
  });

  it('returns when a scheduled code opens, and where an inactive one leads instead', () => {
    const fallbackUrl = 'https://example.com/later';
    expect(decide(codeWith({ startsAtMs: NOW + 1, fallbackUrl }), UNKNOWN_VISIT, NOW)).toEqual({
      kind: 'blocked',
      status: 'scheduled',
      fallbackUrl,
      opensAtMs: NOW + 1,
    });
    expect(exhaust(codeWith({ fallbackUrl }))).toMatchObject({ status: 'exhausted', fallbackUrl });
  });

  it('gives no fallback for a code that the operator disabled', () => {
    const code = codeWith({ fallbackUrl: 'https://example.com/' }, { isDisabled: true });
    expect(decide(code, UNKNOWN_VISIT, NOW)).toMatchObject({ status: 'disabled', fallbackUrl: null });
  });

  it.each([
    { country: ['DE'] },
    { notCountry: ['DE'] },
    { region: ['DE-BY'] },
    { language: ['de'] },
    { os: ['iOS'] },
    { device: ['desktop'] as const },
    { browser: ['Safari'] },
    { query: { a: null } },
  ])('matches no rule on unknown values: %j', (when) => {
    expect(findUnmetCondition({ ...when, timeZone: ZONES[0]! }, UNKNOWN_VISIT, NOW)).toBe(
      Object.keys(when)[0],
    );
  });

  it('assigns the hours after midnight to the weekday on which they began', () => {
    const when = { weekdays: ['fri'] as const, hours: { from: 22 * 60, until: 2 * 60 }, timeZone: ZONES[0]! };
    // Berlin is two hours ahead of UTC; 2026-07-03 is a Friday.
    const matches = (utc: string) => findUnmetCondition(when, UNKNOWN_VISIT, Date.parse(utc)) === null;
    expect(matches('2026-07-02T23:30:00Z')).toBe(false);
    expect(matches('2026-07-03T19:59:59Z')).toBe(false);
    expect(matches('2026-07-03T20:00:00Z')).toBe(true);
    expect(matches('2026-07-03T23:59:59Z')).toBe(true);
    expect(matches('2026-07-04T00:00:00Z')).toBe(false);
  });
});
