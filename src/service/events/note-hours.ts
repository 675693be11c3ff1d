import { DAY_MS } from '#core/utc-day.ts';
import type { CodeScans } from '#storage/scans/reader.ts';
import {
  findHourPosition,
  type HourCounts,
  type HourPosition,
  listCountedAccounts,
  noteCounts,
} from '#storage/events/hour-counts.ts';
import type { Dependencies } from '../dependencies.ts';

const HOUR_MS = 60 * 60 * 1000;

/** By then, the scans of an hour are in the log: what comes later still is in statistics alone. */
const SETTLED_AFTER_MS = HOUR_MS;

/** What a cron that was down makes up for. */
const FARTHEST_BACK_MS = 3 * DAY_MS;

/** The most codes of one event: less than 20 kB, also with the longest external ids. */
const CODES_PER_EVENT = 50;
const CODES_PER_PAGE = 2_000;

/** Notes how often codes were scanned in each hour that has ended, for accounts whose webhooks ask for it; as many pages as a run has. */
export async function noteHours(deps: Dependencies): Promise<void> {
  const { db, scans, budget } = deps;
  const asking = await listCountedAccounts(db);
  const endMs = toHour(deps.nowMs() - SETTLED_AFTER_MS);
  // Hours before the first webhook asked for them are not sent: it hears only of those that follow.
  const askedMs = asking.length === 0 ? endMs : Math.min(...asking.map(({ sinceMs }) => sinceMs));
  const firstMs = Math.max(toHour(askedMs), endMs - FARTHEST_BACK_MS);
  for (let page = 0; page < budget.events.countedPages; page++) {
    const from = await findHourPosition(db, firstMs);
    const at: HourPosition = from.hourMs < firstMs ? { hourMs: firstMs, after: null } : from;
    const { hourMs, after } = at;
    if (hourMs >= endMs) {
      if (at !== from) await noteCounts(db, [], { from, to: at, happenedAtMs: hourMs });
      return;
    }
    const untilMs = hourMs + HOUR_MS;
    const accountIds = asking.filter(({ sinceMs }) => sinceMs < untilMs).map(({ accountId }) => accountId);
    const codes = { accountIds, after, limit: CODES_PER_PAGE };
    const { counts, isFull } = await scans.countCodes(codes, { fromMs: hourMs, untilMs });
    const last = isFull ? counts.at(-1) : undefined;
    const to = last ? { hourMs, after: last.codeId } : { hourMs: untilMs, after: null };
    const asked = new Set(accountIds);
    const events = toEvents(
      counts.filter(({ accountId }) => asked.has(accountId)),
      hourMs,
    );
    await noteCounts(db, events, { from, to, happenedAtMs: untilMs });
  }
}

function toHour(timeMs: number): number {
  return timeMs - (timeMs % HOUR_MS);
}

function toEvents(counted: readonly CodeScans[], fromMs: number): HourCounts[] {
  return [...Map.groupBy(counted, ({ accountId }) => accountId)].flatMap(([accountId, ofAccount]) =>
    Array.from({ length: Math.ceil(ofAccount.length / CODES_PER_EVENT) }, (_, i) => {
      const some = ofAccount.slice(i * CODES_PER_EVENT, (i + 1) * CODES_PER_EVENT);
      return {
        accountId,
        counts: {
          fromMs,
          codes: some.map(({ codeId, scans, symbol, link }) => [codeId, scans, symbol, link] as const),
        },
      };
    }),
  );
}
