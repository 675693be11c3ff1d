import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import { SCAN_DIMENSIONS } from '#core/scans/dimension.ts';
import { type ScanPeriod, toScanPeriod } from '#core/scans/period.ts';
import { parseTimeZone } from '#core/scans/time-zone.ts';
import { analyticsEngineOf, PLATFORM } from '#api/dependencies.ts';
import { toScanPoint } from '#storage/scans/columns.ts';
import * as scanSql from '#storage/scans/sql.ts';

/** Every function in the SQL reference of Analytics Engine (developers.cloudflare.com/analytics/analytics-engine/sql-reference) that we use. */
const DOCUMENTED_FUNCTIONS = ['count', 'floor', 'if', 'max', 'sum', 'todatetime', 'tounixtimestamp'];
/** What else may stand before a parenthesis. */
const KEYWORDS = ['in', 'distinct', 'as'];

const codeId = parseCodeId('k7m2p9qa')!;
const NOW = Date.UTC(2026, 10, 21, 12);

function periodOf(timeZone: string) {
  const period = toScanPeriod({ range: 'last_90_days', timeZone: parseTimeZone(timeZone)! }, NOW);
  if (!period.ok) throw new Error('no period');
  return period.value;
}

function everySql(dataset = 'qr_scans', id: CodeId = codeId): string[] {
  const span = { fromMs: NOW - 1, untilMs: NOW };
  return [
    scanSql.DATASETS_SQL,
    scanSql.countsByDaySql(dataset, [codeId, id], span),
    scanSql.countsByCodeSql(dataset, { after: null, upTo: null }, span, 10),
    scanSql.countsByCodeSql(dataset, { after: id, upTo: id }, span, 10),
    ...['UTC', 'Europe/Berlin', 'Asia/Kolkata'].flatMap((zone) =>
      everyPeriodSql(dataset, id, periodOf(zone)),
    ),
  ];
}

function everyPeriodSql(dataset: string, id: CodeId, period: ScanPeriod): string[] {
  const values = SCAN_DIMENSIONS.filter((dimension) => dimension !== 'hour').map((dimension) =>
    scanSql.valuesSql(dataset, id, period, dimension),
  );
  return [
    scanSql.countsByLocalDaySql(dataset, id, period),
    scanSql.visitorsSql(dataset, id, period),
    scanSql.hoursSql(dataset, id, period),
  ].concat(values);
}

describe('the SQL for Analytics Engine', () => {
  it('comes from a list of texts that this test knows all of', () => {
    expect(Object.keys(scanSql).sort()).toEqual([
      'DATASETS_SQL',
      'countsByCodeSql',
      'countsByDaySql',
      'countsByLocalDaySql',
      'hoursSql',
      'valuesSql',
      'variantVisitorsSql',
      'visitorsSql',
    ]);
  });

  it('uses only functions that Analytics Engine documents', () => {
    const used = new Set(
      everySql().flatMap((sql) =>
        [...sql.matchAll(/([A-Za-z_]\w*)\s*\(/g)].map(([, name = '']) => name.toLowerCase()),
      ),
    );
    expect([...used].filter((name) => !KEYWORDS.includes(name)).sort()).toEqual(DOCUMENTED_FUNCTIONS);
  });

  it('reads one table, and neither joins nor nests: Analytics Engine can do neither', () => {
    for (const sql of everySql()) {
      expect(sql).not.toMatch(/\b(JOIN|UNION|WITH|INSERT|ALTER|DROP)\b|;|--|\/\*/i);
      expect(sql.match(/\bFROM\b/g)?.length ?? 0).toBeLessThanOrEqual(1);
    }
  });

  it('counts by the sample interval, never by rows', () => {
    for (const sql of everySql().filter((text) => text.includes('AS scans')))
      expect(sql).toContain('SUM(_sample_interval) AS scans');
    for (const sql of everySql()) expect(sql).not.toMatch(/count\((?!DISTINCT)/i);
  });

  it.each(["k7m2p9q'", "' OR '1'='1", '', 'k7m2p9qaa', 'K7M2P9QA', '%', 'a\\bcdefg', 'k7m2p9q\n'])(
    'is not made of what is no code id: %j',
    (text) => {
      expect(() => everySql('qr_scans', text as CodeId)).toThrow('not a code id');
    },
  );

  it.each(["qr_scans'", 'qr scans', 'a.b', '', '1x', 'x;SHOW TABLES'])(
    'nor of what is no dataset: %j',
    (dataset) => {
      expect(() => everySql(dataset)).toThrow('AE_DATASET');
    },
  );
});

describe('the columns of the dataset', () => {
  it('are written and read in the same places', () => {
    const scan = {
      codeId,
      atMs: NOW,
      visitorKey: 'the visitor',
      device: 'tablet' as const,
      country: 'the country',
      city: 'the city',
      os: 'the os',
      browser: 'the browser',
      referrer: 'the referrer',
      language: 'the language',
      rule: 'the rule',
      variant: 'the variant',
    };
    const { indexes, blobs } = toScanPoint(scan);
    expect(indexes).toEqual([codeId]);
    for (const dimension of SCAN_DIMENSIONS.filter((name) => name !== 'hour')) {
      const sql = scanSql.valuesSql('qr_scans', codeId, periodOf('UTC'), dimension);
      const column = Number(/SELECT blob(\d+) AS value/.exec(sql)?.[1]);
      expect(blobs[column - 1]).toBe(`the ${dimension}`);
    }
    const visitors = scanSql.visitorsSql('qr_scans', codeId, periodOf('UTC'));
    expect(blobs[Number(/DISTINCT blob(\d+)/.exec(visitors)?.[1]) - 1]).toBe('the visitor');
    const devices = scanSql.countsByDaySql('qr_scans', [codeId], { fromMs: 0, untilMs: NOW });
    expect(blobs[Number(/blob(\d+) AS device/.exec(devices)?.[1]) - 1]).toBe('tablet');
  });

  it('fit the limits of a point, whatever a request holds', () => {
    const long = 'ü'.repeat(110);
    const { indexes, blobs } = toScanPoint({
      codeId,
      atMs: NOW,
      visitorKey: 'x'.repeat(16),
      device: 'desktop',
      country: 'DE',
      rule: 'ü'.repeat(50),
      variant: null,
      city: long,
      os: long,
      browser: long,
      referrer: long,
      language: 'deu',
    });
    const bytes = (text: string) => new TextEncoder().encode(text).length;
    expect(indexes).toHaveLength(1);
    expect(bytes(indexes[0])).toBeLessThanOrEqual(96);
    expect(blobs.length).toBeLessThanOrEqual(20);
    expect(blobs.reduce((sum, blob) => sum + bytes(blob), 0)).toBeLessThanOrEqual(16 * 1024);
  });

  it('are of the dataset that wrangler.toml names', () => {
    expect(analyticsEngineOf({ ...env, SCAN_LOG: 'analytics_engine' }, PLATFORM)?.dataset).toBe('qr_scans');
  });
});
