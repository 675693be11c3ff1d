import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import { ACCOUNT_DIMENSIONS, CODE_DIMENSIONS, isHourDimension, KNOWN_VALUES } from '#core/scans/dimension.ts';
import { FILTER_DIMENSIONS, type ScanFilter } from '#core/scans/filter.ts';
import { type ScanPeriod, toScanPeriod } from '#core/scans/period.ts';
import { MAX_TAG_CODES, type ScanScope, type ScanSelection } from '#core/scans/selection.ts';
import { parseTimeZone } from '#core/scans/time-zone.ts';
import { analyticsEngineOf, PLATFORM } from '#api/dependencies.ts';
import { toScanPoint } from '#storage/scans/columns.ts';
import * as scanSql from '#storage/scans/sql.ts';

type Dialect = scanSql.ScanSource['dialect'];

/**
 * Every function of the SQL references that we use (developers.cloudflare.com/analytics/analytics-engine/sql-reference and
 * …/sql-api/sql-reference).
 */
const DOCUMENTED_FUNCTIONS: Record<Dialect, string[]> = {
  analytics_engine: ['count', 'floor', 'hex', 'if', 'max', 'sum', 'todatetime', 'tounixtimestamp', 'upper'],
  analytics_sql: [
    'approx_max',
    'count',
    'floor',
    'hex',
    'if',
    'sum',
    'todatetime',
    'tounixtimestamp',
    'upper',
  ],
};
/** Other words that may precede a parenthesis. */
const KEYWORDS = ['in', 'distinct', 'as'];

const codeId = parseCodeId('k7m2p9qa')!;
const NOW = Date.UTC(2026, 10, 21, 12);
const SOURCE = { dataset: 'qr_scans', dialect: 'analytics_engine' } as const;

/** One of each dimension. The values need escaping, except those that are known. */
const EVERY_FILTER: readonly ScanFilter[] = FILTER_DIMENSIONS.map((dimension) => ({
  dimension,
  value: dimension === 'hour' ? '23' : (KNOWN_VALUES[dimension]?.[0] ?? `'; DROP TABLE ${dimension} --`),
}));

function selectionOf(id: CodeId, period: ScanPeriod, filters: readonly ScanFilter[] = []): ScanSelection {
  return { scope: { kind: 'code', accountId: 'acc_a', codeId: id }, period, filters };
}

/** A code, a tag and an account. */
const everyScope = (id: CodeId, accountId: string): ScanScope[] => [
  { kind: 'code', accountId, codeId: id },
  { kind: 'tag', accountId, tagId: 1, codeIds: [codeId, id] },
  { kind: 'account', accountId },
];

function periodOf(timeZone: string) {
  const period = toScanPeriod({ range: 'last_90_days', timeZone: parseTimeZone(timeZone)! }, NOW);
  if (!period.ok) throw new Error('no period');
  return period.value;
}

function everySql(
  dataset = 'qr_scans',
  id: CodeId = codeId,
  dialect: Dialect = 'analytics_engine',
  accountId = 'acc_a',
): string[] {
  const source = { dataset, dialect };
  const span = { fromMs: NOW - 1, untilMs: NOW };
  return [
    ...(dialect === 'analytics_engine' ? [scanSql.DATASETS_SQL] : []),
    scanSql.totalSql(source, span),
    scanSql.countsByDaySql(source, [codeId, id], span, null),
    scanSql.countsByDaySql(source, { kind: 'account', accountId }, span, 10),
    scanSql.countsByCodeSql(source, { after: null, upTo: null }, span, 10),
    scanSql.countsByCodeSql(source, { after: id, upTo: id }, span, 10),
    scanSql.countsOfAccountsSql(source, { accountIds: [accountId, 'acc_b'], after: null, limit: 10 }, span),
    scanSql.countsOfAccountsSql(source, { accountIds: [accountId], after: id, limit: 10 }, span),
    ...['UTC', 'Europe/Berlin', 'Asia/Kolkata'].flatMap((zone) =>
      everyScope(id, accountId).flatMap((scope) =>
        [[], EVERY_FILTER].flatMap((filters) =>
          everySelectionSql(source, { scope, period: periodOf(zone), filters }),
        ),
      ),
    ),
  ];
}

function everySelectionSql(source: scanSql.ScanSource, selection: ScanSelection): string[] {
  const values = [...CODE_DIMENSIONS, ...ACCOUNT_DIMENSIONS].map((dimension) =>
    isHourDimension(dimension)
      ? scanSql.hoursSql(source, selection, dimension)
      : scanSql.valuesSql(source, selection, dimension),
  );
  return [
    scanSql.countsByLocalDaySql(source, selection),
    scanSql.visitorsSql(source, selection),
    scanSql.variantVisitorsSql(source, selection),
  ].concat(values);
}

describe('the SQL for Analytics Engine', () => {
  it('comes from a list of texts that this test knows all of', () => {
    const names = (texts: object) => Object.keys(texts).filter((name) => /sql$/i.test(name));
    expect(names(scanSql).sort()).toEqual([
      'DATASETS_SQL',
      'countsByCodeSql',
      'countsByDaySql',
      'countsByLocalDaySql',
      'countsOfAccountsSql',
      'hoursSql',
      'totalSql',
      'valuesSql',
      'variantVisitorsSql',
      'visitorsSql',
    ]);
  });

  it.each(['analytics_engine', 'analytics_sql'] as const)(
    'uses only functions that %s documents',
    (dialect) => {
      const used = new Set(
        everySql('qr_scans', codeId, dialect).flatMap((sql) =>
          [...sql.matchAll(/([A-Za-z_]\w*)\s*\(/g)].map(([, name = '']) => name.toLowerCase()),
        ),
      );
      expect([...used].filter((name) => !KEYWORDS.includes(name)).sort()).toEqual(
        DOCUMENTED_FUNCTIONS[dialect],
      );
    },
  );

  it('reads one table, and neither joins nor nests: Analytics Engine can do neither', () => {
    for (const sql of everySql()) {
      expect(sql).not.toMatch(/\b(JOIN|UNION|WITH|INSERT|ALTER|DROP)\b|;|--|\/\*/i);
      expect(sql.match(/\bFROM\b/g)?.length ?? 0).toBeLessThanOrEqual(1);
    }
  });

  it('names accounts only where the text stays short', () => {
    const accountIds = Array.from({ length: 201 }, (_, i) => `acc_${i}`);
    const sql = (count: number) =>
      scanSql.countsOfAccountsSql(
        SOURCE,
        { accountIds: accountIds.slice(0, count), after: null, limit: 10 },
        { fromMs: NOW - 1, untilMs: NOW },
      );
    expect([sql(200).includes(`'acc_199'`), sql(201).includes('acc_')]).toEqual([true, false]);
  });

  it('counts by the sample interval, never by rows', () => {
    for (const sql of everySql().filter((text) => text.includes('AS scans')))
      expect(sql).toContain('SUM(_sample_interval) AS scans');
    for (const sql of everySql()) expect(sql).not.toMatch(/count\((?!DISTINCT)/i);
  });

  it('leaves the weights, the format and the account to the Analytics SQL API, which adds them itself', () => {
    for (const sql of everySql('qr_scans', codeId, 'analytics_sql')) {
      expect(sql).toContain('FROM events.analyticsEngine.qr_scans WHERE ');
      expect(sql).toMatch(/timestamp >= toDateTime\(\d+\)/);
      expect(sql).not.toMatch(/SUM\((?!if\(blob\d+ = '\w+', 1, 0\))|FORMAT|accountTag/);
      expect(sql.length).toBeLessThan(10_240);
    }
  });

  it.each(["k7m2p9q'", "' OR '1'='1", '', 'k7m2p9qaa', 'K7M2P9QA', '%', 'a\\bcdefg', 'k7m2p9q\n'])(
    'is not made from an invalid code id: %j',
    (text) => {
      expect(() => everySql('qr_scans', text as CodeId)).toThrow('not a code id');
    },
  );

  it('contains no value that could end its literal, whatever the filter', () => {
    const nasty = fc.string({ unit: fc.constantFrom("'", '\\', 'a', ' ', '$', '?', ';', '-', '\n') });
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 40 })), (value) => {
        const filters = [{ dimension: 'city' as const, value: value.toWellFormed() }];
        const sql = scanSql.visitorsSql(SOURCE, selectionOf(codeId, periodOf('UTC'), filters));
        const [, literal = '?', rest] = /blob4\)* = '([^'\\]*)'(.*)$/s.exec(sql) ?? [];
        expect(literal).toMatch(/^[\p{L}\p{N} .,_-]*$/u);
        expect(rest).toBe(' FORMAT JSON');
      }),
    );
  });

  it('covers as many codes as a tag may have in a text that the Analytics SQL API accepts', () => {
    const codeIds = Array.from({ length: MAX_TAG_CODES }, () => codeId);
    const source = { dataset: 'qr_scans', dialect: 'analytics_sql' } as const;
    const scope = { kind: 'tag', accountId: 'acc_a', tagId: 1, codeIds } as const;
    const filters = FILTER_DIMENSIONS.filter((dimension) => dimension !== 'hour').map((dimension) => ({
      dimension,
      value: KNOWN_VALUES[dimension]?.[0] ?? "it's a value of usual length",
    }));
    const selection = { scope, period: periodOf('Europe/Berlin'), filters };
    expect(scanSql.hoursSql(source, selection, 'week_hour').length).toBeLessThan(10_240);
  });

  it.each(["acc_'", 'acc_', 'key_a', 'acc_a OR 1', ''])('nor from an invalid account id: %j', (accountId) => {
    expect(() => everySql('qr_scans', codeId, 'analytics_engine', accountId)).toThrow('no account id');
  });

  it.each(["qr_scans'", 'qr scans', 'a.b', '', '1x', 'x;SHOW TABLES'])(
    'nor from an invalid dataset: %j',
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
      region: 'the region',
      city: 'the city',
      os: 'the os',
      browser: 'the browser',
      referrer: 'the referrer',
      language: 'the language',
      rule: 'the rule',
      variant: 'the variant',
      accountId: 'the account',
      name: 'the name',
      source: 'symbol' as const,
      linkType: 'the link_type',
    };
    const { indexes, blobs } = toScanPoint(scan);
    expect(indexes).toEqual([codeId]);
    for (const dimension of CODE_DIMENSIONS.filter((name) => name !== 'hour')) {
      const sql = scanSql.valuesSql(
        { dataset: 'qr_scans', dialect: 'analytics_engine' },
        selectionOf(codeId, periodOf('UTC')),
        dimension,
      );
      const column = Number(/SELECT blob(\d+) AS value/.exec(sql)?.[1]);
      expect(blobs[column - 1]).toBe(dimension === 'source' ? 'symbol' : `the ${dimension}`);
    }
    const visitors = scanSql.visitorsSql(SOURCE, selectionOf(codeId, periodOf('UTC')));
    expect(blobs[Number(/DISTINCT blob(\d+)/.exec(visitors)?.[1]) - 1]).toBe('the visitor');
    const devices = scanSql.countsByDaySql(SOURCE, [codeId], { fromMs: 0, untilMs: NOW }, null);
    expect(blobs[Number(/blob(\d+) AS device/.exec(devices)?.[1]) - 1]).toBe('tablet');
  });

  it('fit the limits of a point, whatever a request contains', () => {
    const long = 'ü'.repeat(110);
    const { indexes, blobs } = toScanPoint({
      codeId,
      atMs: NOW,
      visitorKey: 'x'.repeat(16),
      device: 'desktop',
      country: 'DE',
      rule: 'ü'.repeat(50),
      variant: null,
      name: 'x'.repeat(381),
      accountId: `acc_${randomHex()}`,
      region: long,
      city: long,
      os: long,
      browser: long,
      referrer: long,
      language: 'deu',
      source: 'unknown',
      linkType: null,
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
