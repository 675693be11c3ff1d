import { z } from 'zod';
import { type ScanSource, type TimeSpan, totalSql } from '#storage/scans/sql.ts';
import { CloudflareError } from '../cloudflare/answer.ts';
import type { Work } from '../steps/installation-steps.ts';
import { namesOf } from '../settings/names.ts';
import { type Finding, fix, note, ok } from './finding.ts';

const NAME = 'statistics binding';
const DAY_MS = 86_400_000;
/** A scan appears after a minute or two. */
const SETTLED_AFTER_MS = 600_000;
/** Two queries of a sampled dataset may read different samples. */
const TOLERANCE = 0.05;

const COUNT = z.union([z.string(), z.number()]).nullish();
const TOTALS = z.object({ data: z.array(z.object({ scans: COUNT, largest_interval: COUNT })) });

interface Total {
  readonly scans: number;
  readonly isSampled: boolean;
}

/**
 * The Analytics SQL API, which the binding uses, weights a sample by itself; the SQL API of Analytics Engine does not. For the same day,
 * both must give the same count: otherwise the weights are applied twice, or not at all.
 */
export async function examineStatistics(work: Work): Promise<Finding[]> {
  const { settings, platform } = work;
  if (settings.scanLog === 'd1' || settings.statistics !== 'binding') return [];
  const untilMs = platform.nowMs() - SETTLED_AFTER_MS;
  const span = { fromMs: untilMs - DAY_MS, untilMs };
  const [known, found] = await Promise.all([readLoggedScans(work, span), readAsBinding(work, span)]);
  if (known === null || known.scans === 0)
    return [note(NAME, 'Analytics Engine has no scan of the last day to check the binding with.')];
  if (found === null)
    return [
      fix(
        NAME,
        'The Analytics SQL API refuses the query that the binding sends: npm run setup -- --statistics token reads statistics over the HTTP API.',
      ),
    ];
  const counts = `${found.scans} scans of the last day over the Analytics SQL API, ${known.scans} over the SQL API of Analytics Engine`;
  if (Math.abs(found.scans - known.scans) > TOLERANCE * known.scans)
    return [
      fix(
        NAME,
        `${counts}: sample weights are ${found.scans > known.scans ? 'applied twice' : 'not applied'}, and the statistics are wrong. npm run setup -- --statistics token reads them over the HTTP API.`,
      ),
    ];
  return [
    known.isSampled
      ? ok(NAME, `${counts}, of a sample.`)
      : note(NAME, `${counts}; nothing was sampled, so wrong weights would not be noticed.`),
  ];
}

/** The scans of a time span, from the SQL API of Analytics Engine; null if it refuses the query, as before the first scan. */
export async function readLoggedScans(work: Work, span: TimeSpan): Promise<Total | null> {
  const path = `/accounts/${work.accountId}/analytics_engine/sql`;
  return readTotal(work, path, totalSql(sourceOf(work, 'analytics_engine'), span));
}

/** The same count as the binding would give. The binding has the account's scope, which a token has to name. */
async function readAsBinding(work: Work, span: TimeSpan): Promise<Total | null> {
  const query = totalSql(sourceOf(work, 'analytics_sql'), span);
  return readTotal(work, '/analytics/sql', { query, scope: { accountTag: work.accountId } });
}

function sourceOf({ settings }: Work, dialect: ScanSource['dialect']): ScanSource {
  return { dataset: namesOf(settings).scans, dialect };
}

/** These APIs explain a refusal in plain text, so its status has to do. */
function isRefusedQuery({ status }: CloudflareError): boolean {
  return status === 400 || status === 422;
}

/** Null if the API refuses the query. */
async function readTotal({ session }: Work, path: string, body: string | object): Promise<Total | null> {
  try {
    const [total] = (await session.api.askPlain(path, body, TOTALS)).data;
    return { scans: Number(total?.scans ?? 0), isSampled: Number(total?.largest_interval ?? 1) > 1 };
  } catch (error) {
    if (error instanceof CloudflareError && isRefusedQuery(error)) return null;
    throw error;
  }
}
