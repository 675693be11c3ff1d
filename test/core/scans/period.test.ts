import { describe, expect, it } from 'vitest';
import {
  COMPARISONS,
  isLogged,
  MAX_PERIOD_DAYS,
  type PeriodRequest,
  type ScanPeriod,
  toComparedPeriod,
  toLoggedPart,
  toScanPeriod,
} from '#core/scans/period.ts';
import { parseTimeZone } from '#core/scans/time-zone.ts';

/** Saturday, 21 November 2026, noon. */
const NOW = Date.UTC(2026, 10, 21, 12);

function periodOf(request: PeriodRequest, zone = 'UTC', nowMs = NOW): ScanPeriod {
  const period = toScanPeriod({ ...request, timeZone: parseTimeZone(zone)! }, nowMs);
  if (!period.ok) throw new Error(JSON.stringify(period.error));
  return period.value;
}

describe('the period that another is compared with', () => {
  it.each<[PeriodRequest, string, string]>([
    [{ range: 'last_7_days' }, '2026-11-08/2026-11-14', '2025-11-15/2025-11-21'],
    [{ range: 'last_30_days' }, '2026-09-23/2026-10-22', '2025-10-23/2025-11-21'],
    [{ from: '2026-11-20', to: '2026-11-20' }, '2026-11-19/2026-11-19', '2025-11-20/2025-11-20'],
    [{ from: '2026-03-01', to: '2026-03-31' }, '2026-01-29/2026-02-28', '2025-03-01/2025-03-31'],
    [{ from: '2024-02-29', to: '2024-02-29' }, '2024-02-28/2024-02-28', '2023-02-28/2023-02-28'],
    [{ from: '2024-02-01', to: '2024-02-29' }, '2024-01-03/2024-01-31', '2023-02-01/2023-02-28'],
    [{ from: '2025-01-01', to: '2025-12-31' }, '2024-01-02/2024-12-31', '2024-01-01/2024-12-31'],
  ])('of %j is before it, or a year earlier', (request, before, yearBefore) => {
    const period = periodOf(request);
    expect(toComparedPeriod(period, 'previous_period').name).toBe(before);
    expect(toComparedPeriod(period, 'previous_year').name).toBe(yearBefore);
    expect(toComparedPeriod(period, 'previous_period').days).toHaveLength(period.days.length);
  });

  it.each<[PeriodRequest, string, string]>([
    [{ range: 'last_7_days' }, '2026-11-08/2026-11-14', '2025-11-16/2025-11-22'],
    [{ range: 'last_30_days' }, '2026-09-18/2026-10-17', '2025-10-24/2025-11-22'],
    [{ from: '2026-11-20', to: '2026-11-20' }, '2026-11-13/2026-11-13', '2025-11-21/2025-11-21'],
    [{ from: '2024-02-29', to: '2024-02-29' }, '2024-02-22/2024-02-22', '2023-03-02/2023-03-02'],
    [{ from: '2024-01-01', to: '2025-06-30' }, '2022-06-27/2023-12-25', '2022-06-27/2023-12-25'],
  ])(
    'of %j by weeks has the same days of the week, and none of the period',
    (request, before, yearBefore) => {
      const period = periodOf(request);
      expect(toComparedPeriod(period, 'previous_period_by_weeks').name).toBe(before);
      expect(toComparedPeriod(period, 'previous_year_by_weeks').name).toBe(yearBefore);
    },
  );

  it('ends at the moment when the period begins, even if clocks change between them', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
      const period = periodOf({ range: 'last_30_days' }, zone);
      expect(toComparedPeriod(period, 'previous_period').untilMs).toBe(period.fromMs);
    }
  });

  it('has days of the same zone as long as single scans are kept, and UTC days before that', () => {
    const month = toComparedPeriod(periodOf({ range: 'last_30_days' }, 'Asia/Tokyo'), 'previous_period');
    expect([month.zone, isLogged(month)]).toEqual(['Asia/Tokyo', true]);
    const quarter = toComparedPeriod(periodOf({ range: 'last_90_days' }, 'Asia/Tokyo'), 'previous_period');
    expect([quarter.zone, isLogged(quarter)]).toEqual(['UTC', false]);
    expect(new Date(quarter.fromMs).toISOString()).toBe('2026-05-26T00:00:00.000Z');
  });

  it('shares no day with the period', () => {
    const period = periodOf({ range: 'last_90_days' });
    for (const comparison of COMPARISONS)
      expect(toComparedPeriod(period, comparison).lastDay < period.firstDay).toBe(true);
  });
});

describe('a period that begins before the log of single scans', () => {
  it('has a part that is in the log, or none at all', () => {
    expect(toLoggedPart(periodOf({ from: '2026-08-24' }))?.firstDay).toBe('2026-08-24');
    const part = toLoggedPart(periodOf({ from: '2026-08-23', to: '2026-09-01' }));
    expect([part?.firstDay, part?.lastDay]).toEqual(['2026-08-24', '2026-09-01']);
    expect(toLoggedPart(periodOf({ from: '2026-08-01', to: '2026-08-23' }))).toBeNull();
  });

  it('needs days that are UTC days', () => {
    const zone = (name: string) => ({ from: '2026-01-01', to: '2026-01-31', timeZone: parseTimeZone(name)! });
    expect(toScanPeriod(zone('Asia/Tokyo'), NOW)).toMatchObject({ ok: false, error: [{ field: 'tz' }] });
    // London and Reykjavik keep UTC in January.
    expect(toScanPeriod(zone('Europe/London'), NOW).ok).toBe(true);
    expect(toScanPeriod(zone('Atlantic/Reykjavik'), NOW).ok).toBe(true);
  });

  it('has a limited number of days', () => {
    const days = (from: string) => toScanPeriod({ from, to: '2026-11-21' }, NOW);
    expect(days('2023-11-18')).toMatchObject({ ok: true, value: { days: { length: MAX_PERIOD_DAYS } } });
    expect(days('2023-11-17')).toMatchObject({
      ok: false,
      error: [{ field: 'from', code: 'too_many_days' }],
    });
  });
});
