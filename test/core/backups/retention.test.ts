import { describe, expect, it } from 'vitest';
import { listExpiredBackups } from '#core/backups/retention.ts';
import { addDays, listDays } from '#core/utc-day.ts';

describe('backups that are kept', () => {
  it('are those of 7 days, 5 weeks and 12 months, when one was made every day for two years', () => {
    let kept: string[] = [];
    for (const day of listDays('2025-01-01', '2026-12-31')) {
      kept.push(day);
      const expired = listExpiredBackups(kept, day);
      kept = kept.filter((one) => !expired.includes(one));
    }
    const days = listDays('2026-12-25', '2026-12-31');
    const mondays = ['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28'];
    const months = Array.from({ length: 12 }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}-01`);
    expect(kept).toEqual([...new Set([...months, ...mondays, ...days])].sort());
  });

  it('are all of them while there are few, and include future ones', () => {
    expect(listExpiredBackups(['2026-11-20', '2026-11-21', '2030-01-01'], '2026-11-21')).toEqual([]);
  });

  it('are never fewer because days are missing', () => {
    const rare = Array.from({ length: 10 }, (_, i) => addDays('2026-01-01', i * 40));
    expect(listExpiredBackups(rare, '2026-12-31')).toEqual([]);
  });
});
