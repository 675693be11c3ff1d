import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import { checkControl } from '#core/control/checks/check-control.ts';
import type { ControlRequest } from '#core/control/checks/control-request.ts';
import { type Control, isPlain, NO_CONTROL } from '#core/control/control.ts';
import { parseStoredControl } from '#core/control/stored-control.ts';
import { controls } from './generated.ts';

const NOW = Date.UTC(2026, 6, 1);
const CONTEXT = {
  shortLinkHosts: ['go.example.com'],
  nowMs: NOW,
  hashPassword: (password: string) => ({ salt: 'salt', hash: `hash of ${password}` }),
};
const TARGET = 'https://example.com/';
const AT_1 = '2026-12-01T00:00:00Z';
const AT_2 = '2026-12-02T01:00+01:00';
const ON_PHONES = { device: ['mobile'] as const };

function check(request: ControlRequest, current: Control = NO_CONTROL) {
  return checkControl(current, request, CONTEXT);
}

function accept(request: ControlRequest, current: Control = NO_CONTROL): Control {
  const result = check(request, current);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function problemsOf(request: ControlRequest, current: Control = NO_CONTROL): string[] {
  const result = check(request, current);
  return result.ok ? [] : result.error.map(toFieldError).map(({ field, code }) => `${field} ${code}`);
}

const ruleWith = (when: object) => ({ rules: [{ target: TARGET, when: { ...ON_PHONES, ...when } }] });

describe('a request about the scans of a code', () => {
  it('names what was sent, where a limit and scans that nobody counts meet', () => {
    const limited = accept({ maxScans: 9 });
    const uncounted = accept({ flags: { count_scans: false } });
    expect(problemsOf({ flags: { count_scans: false } }, limited)).toEqual(['count_scans conflict']);
    expect(problemsOf({ maxScans: 9 }, uncounted)).toEqual(['max_scans conflict']);
    expect(problemsOf({ flags: { count_scans: false }, maxScans: null }, limited)).toEqual([]);
  });

  it('is accepted, and leaves omitted settings unchanged', () => {
    const first = accept({ flags: { paused: true }, maxScans: 10, fallbackUrl: TARGET, password: 'open' });
    expect(accept({ startsAt: AT_1, endsAt: AT_2 })).toMatchObject({
      startsAtMs: Date.UTC(2026, 11, 1),
      endsAtMs: Date.UTC(2026, 11, 2),
    });
    expect(first).toEqual({
      ...NO_CONTROL,
      isPaused: true,
      maxScans: 10,
      fallbackUrl: TARGET,
      password: { salt: 'salt', hash: 'hash of open' },
    });
    expect(accept({ flags: { paused: false } }, first)).toEqual({ ...first, isPaused: undefined });
    const cleared = accept(
      { flags: { paused: false }, maxScans: null, fallbackUrl: null, password: null },
      first,
    );
    expect(cleared).toEqual(NO_CONTROL);
    expect(isPlain(cleared)).toBe(true);
    expect(isPlain(first)).toBe(false);
  });

  it('is brought into its normal form', () => {
    const { rules } = accept({
      rules: [
        {
          target: `${TARGET}ü`,
          when: {
            country: ['de', 'DE', 'fr'],
            region: ['de-by'],
            language: ['pt-BR'],
            os: ['ios'],
            hours: ['09:00', '24:00'],
            timeZone: 'europe/berlin',
          },
        },
      ],
    });
    expect(rules[0]?.target).toBe(`${TARGET}%C3%BC`);
    expect(rules[0]?.when).toEqual({
      country: ['DE', 'FR'],
      region: ['DE-BY'],
      language: ['pt-br'],
      os: ['iOS'],
      hours: { from: 540, until: 1440 },
      timeZone: 'Europe/Berlin',
    });
  });

  it('names rules without a name by their place, or by the next number that is free', () => {
    const rule = { target: TARGET, when: ON_PHONES };
    const { rules } = accept({ rules: [{ ...rule, name: 'Rule 2' }, rule, { ...rule, name: null }] });
    expect(rules.map(({ name }) => name)).toEqual(['Rule 2', 'Rule 3', 'Rule 4']);
  });

  it('records when the variants changed, but not when only a target changes', () => {
    const variants = [
      { name: 'A', target: TARGET, weight: 50 },
      { name: 'B', target: TARGET, weight: 50 },
    ];
    const split = accept({ variants });
    expect(split.variantsSinceMs).toBe(NOW);
    const earlier = { ...split, variantsSinceMs: 1 };
    const moved = variants.map((variant) => ({ ...variant, target: `${TARGET}new` }));
    expect(accept({ variants: moved }, earlier).variantsSinceMs).toBe(1);
    const other = [
      { ...variants[0]!, weight: 40 },
      { ...variants[1]!, weight: 60 },
    ];
    expect(accept({ variants: other }, earlier).variantsSinceMs).toBe(NOW);
    expect(accept({ variants: null }, earlier)).toEqual(NO_CONTROL);
  });

  it('merges campaign parameters one by one, trimmed, until none is left', () => {
    const first = accept({ utm: { source: ' flyer ', campaign: 'spring sale' } });
    const none = { medium: null, term: null, content: null };
    expect(first).toEqual({ ...NO_CONTROL, utm: { ...none, source: 'flyer', campaign: 'spring sale' } });
    expect(isPlain(first)).toBe(false);
    const other = accept({ utm: { source: null, term: '🍋'.repeat(200) } }, first);
    expect(other.utm).toEqual({ ...none, source: null, campaign: 'spring sale', term: '🍋'.repeat(200) });
    expect(accept({ flags: { paused: false } }, other)).toEqual(other);
    expect(accept({ utm: { campaign: null, term: null } }, other)).toEqual(NO_CONTROL);
    expect(accept({ utm: null }, other)).toEqual(NO_CONTROL);
    expect(accept({ utm: {} })).toEqual(NO_CONTROL);
    const shown = accept({ preview: { title: ' 🍋'.repeat(60) } }, first);
    expect(shown).toEqual({ ...first, preview: { title: ' 🍋'.repeat(60).trim(), description: null } });
    expect(isPlain(accept({ utm: null }, shown))).toBe(false);
    expect(accept({ preview: { title: null } }, shown)).toEqual(first);
  });

  it.each<[string, ControlRequest, string[]]>([
    [
      'a preview that is empty, or long',
      { preview: { title: '\n', description: 'x'.repeat(301) } },
      ['preview.title invalid_value', 'preview.description invalid_value'],
    ],
    ['a preview with a long title', { preview: { title: 'x'.repeat(121) } }, ['preview.title invalid_value']],
    [
      'campaign parameters that are empty, long, malformed or on two lines',
      { utm: { source: ' ', medium: 'x'.repeat(201), campaign: '\uD83C', term: 'a\nb' } },
      ['source', 'medium', 'campaign', 'term'].map((name) => `utm.${name} invalid_value`),
    ],
    [
      'campaign parameters for which an address has no room',
      { utm: { source: '🍋'.repeat(200), medium: '🍋'.repeat(200) } },
      ['utm too_big'],
    ],
    ['a schedule that ends before it starts', { startsAt: AT_2, endsAt: AT_1 }, ['ends_at window_empty']],
    ['a schedule of no time', { startsAt: AT_2, endsAt: AT_2 }, ['ends_at window_empty']],
    ['a date without zone', { startsAt: '2026-12-01T00:00:00' }, ['starts_at invalid_timestamp']],
    ['a day alone', { endsAt: '2026-12-01' }, ['ends_at invalid_timestamp']],
    ['a day that is none', { endsAt: '2026-02-30T00:00:00Z' }, ['ends_at invalid_timestamp']],
    [
      'a rule of a date without zone',
      ruleWith({ from: '2026-12-01T00:00' }),
      ['rules[0].when.from invalid_timestamp'],
    ],
    ['a limit of nothing', { maxScans: 0 }, ['max_scans invalid_value']],
    ['a limit without a count', { maxScans: 9, flags: { count_scans: false } }, ['count_scans conflict']],
    ['a limit beyond all bounds', { maxScans: 1e9 + 1 }, ['max_scans invalid_value']],
    [
      'a fallback that leads back',
      { fallbackUrl: 'https://GO.example.com/x' },
      ['fallback_url short_link_loop'],
    ],
    ['a fallback that is no URL', { fallbackUrl: 'javascript:alert(1)' }, ['fallback_url invalid_url']],
    ['a short password', { password: 'abc' }, ['password invalid_value']],
    ['a password that nobody can type', { password: 'ab\ncd' }, ['password invalid_value']],
    ['a long password', { password: 'x'.repeat(129) }, ['password invalid_value']],
    [
      'a rule without a condition',
      { rules: [{ target: TARGET, when: {} }] },
      ['rules[0].when rule_without_condition'],
    ],
    [
      'a rule with nothing but a time zone',
      { rules: [{ target: TARGET, when: { timeZone: 'UTC' } }] },
      ['rules[0].when rule_without_condition'],
    ],
    [
      'a country that is none',
      ruleWith({ country: ['DE', 'UK'] }),
      ['rules[0].when.country[1] invalid_country'],
    ],
    [
      'the country of nobody',
      ruleWith({ notCountry: ['XX'] }),
      ['rules[0].when.not_country[0] invalid_country'],
    ],
    ['a region that is none', ruleWith({ region: ['Bavaria'] }), ['rules[0].when.region[0] invalid_region']],
    ['a region of no country', ruleWith({ region: ['QQ-1'] }), ['rules[0].when.region[0] invalid_region']],
    [
      'a language that is none',
      ruleWith({ language: ['*'] }),
      ['rules[0].when.language[0] invalid_language'],
    ],
    ['a system that is none', ruleWith({ os: ['iPhone'] }), ['rules[0].when.os[0] invalid_value']],
    [
      'a browser that is none',
      ruleWith({ browser: ['Chromium'] }),
      ['rules[0].when.browser[0] invalid_value'],
    ],
    ['an empty list', ruleWith({ country: [] }), ['rules[0].when.country too_small']],
    ['an empty query', ruleWith({ query: {} }), ['rules[0].when.query invalid_value']],
    ['a parameter without a name', ruleWith({ query: { '': 'a' } }), ['rules[0].when.query invalid_value']],
    [
      'a time that ends before it begins',
      ruleWith({ from: AT_2, until: AT_2 }),
      ['rules[0].when.until window_empty'],
    ],
    ['hours of no time', ruleWith({ hours: ['09:00', '09:00'] }), ['rules[0].when.hours window_empty']],
    ['hours of no clock', ruleWith({ hours: ['09:00', '24:30'] }), ['rules[0].when.hours invalid_value']],
    [
      'hours that begin at the end of the day',
      ruleWith({ hours: ['24:00', '09:00'] }),
      ['rules[0].when.hours invalid_value'],
    ],
    [
      'a zone that is none',
      ruleWith({ timeZone: 'Mars/Olympus' }),
      ['rules[0].when.timezone invalid_timezone'],
    ],
    [
      'a rule that leads back',
      { rules: [{ target: 'https://go.example.com/abc', when: ON_PHONES }] },
      ['rules[0].target short_link_loop'],
    ],
    [
      'two rules of one name',
      { rules: [0, 1].map(() => ({ name: 'A', target: TARGET, when: ON_PHONES })) },
      ['rules[1].name duplicate_name'],
    ],
    [
      '21 rules',
      { rules: Array.from({ length: 21 }, () => ({ target: TARGET, when: ON_PHONES })) },
      ['rules too_many'],
    ],
    ['one variant', { variants: [{ name: 'A', target: TARGET, weight: 100 }] }, ['variants invalid_value']],
    [
      'weights of 99',
      { variants: [33, 66].map((weight) => ({ name: `${weight}`, target: TARGET, weight })) },
      ['variants weights_not_100'],
    ],
    [
      'variants of one name, with half a weight, that lead back',
      { variants: [0.5, 99.5].map((weight) => ({ name: 'A', target: 'https://go.example.com/', weight })) },
      [
        'variants[1].name duplicate_name',
        'variants[0].weight invalid_value',
        'variants[0].target short_link_loop',
        'variants[1].weight invalid_value',
        'variants[1].target short_link_loop',
      ],
    ],
    [
      'a name of white space',
      { rules: [{ name: ' ', target: TARGET, when: ON_PHONES }] },
      ['rules[0].name invalid_value'],
    ],
  ])('is refused if it is %s', (_, request, problems) => {
    expect(problemsOf(request)).toEqual(problems);
  });

  it('is refused with everything that is wrong, at once, in sentences that name the field', () => {
    const result = check({
      startsAt: AT_2,
      endsAt: AT_1,
      maxScans: -1,
      rules: [
        { target: 'nowhere', when: {} },
        { target: TARGET, when: { country: ['XX'], timeZone: 'Mars' } },
      ],
    });
    expect(result.ok ? [] : result.error.map(({ field }) => field)).toEqual([
      'rules[0].target',
      'rules[0].when',
      'rules[1].when.country[0]',
      'rules[1].when.timezone',
      'max_scans',
      'ends_at',
    ]);
    for (const { field, message } of result.ok ? [] : result.error.map(toFieldError)) {
      expect(message).toContain(`"${field}"`);
      expect(message).toMatch(/\.$/);
    }
  });

  it('is compared with the other half of the schedule', () => {
    const current = accept({ endsAt: AT_1 });
    expect(problemsOf({ startsAt: AT_1 }, current)).toEqual(['starts_at window_empty']);
    expect(problemsOf({ startsAt: AT_1, endsAt: null }, current)).toEqual([]);
  });

  it('never costs the hash of a password that is refused anyway', () => {
    const hashed: string[] = [];
    const hashPassword = (password: string) => {
      hashed.push(password);
      return { salt: '', hash: '' };
    };
    checkControl(NO_CONTROL, { password: 'long enough', maxScans: 0 }, { ...CONTEXT, hashPassword });
    expect(hashed).toEqual([]);
  });
});

describe('control in a store', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(controls, (control) => {
        expect(parseStoredControl(JSON.parse(JSON.stringify(control)))).toEqual(control);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, (control: Record<string, unknown>) => unknown]>([
    ['nothing', () => null],
    ['a list', () => []],
    ['a text', () => 'paused'],
    ['a parameter that is not known', (control) => ({ ...control, utm: { ...UTM, id: '1' } })],
    ['a parameter that no address holds', (control) => ({ ...control, utm: { ...UTM, source: '\uD83C' } })],
    ['a field that is not known', (control) => ({ ...control, novelty: true })],
    ['a missing field', (control) => ({ ...control, startsAtMs: undefined })],
    ['a condition that is not known', (control) => ({ ...control, rules: [ruleIn({ moon: ['full'] })] })],
    ['a value that is not known', (control) => ({ ...control, rules: [ruleIn({ device: ['watch'] })] })],
    ['a zone that is not known', (control) => ({ ...control, rules: [ruleIn({ timeZone: 'Mars' })] })],
    ['a time as text', (control) => ({ ...control, endsAtMs: '2026-01-01' })],
    [
      'a weight of another type',
      (control) => ({ ...control, variants: [{ name: 'A', target: TARGET, weight: '1' }] }),
    ],
  ])('is not read at all if it is %s', (_, change) => {
    expect(parseStoredControl(change({ ...NO_CONTROL }))).toBeNull();
  });
});

const UTM = { source: 'a', medium: null, campaign: null, term: null, content: null };

function ruleIn(when: object) {
  return { name: 'R', target: TARGET, when: { timeZone: 'UTC', ...when } };
}
