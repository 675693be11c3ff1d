import { z } from 'zod';
import { InstallationError } from '../cloudflare/explain.ts';
import type { Restoring, Run } from './restoring.ts';

const DAY_MS = 86_400_000;
/** For how many days D1 can go back, by the plan of Workers. */
const DAYS_BACK = { free: 7, paid: 30 } as const;

/** A point in the history of a database. */
export const BOOKMARKED = z.object({ bookmark: z.string() });
const RESTORED = z.object({ previous_bookmark: z.string().nullish() });

/** Without a zone, a time would mean another moment on another machine. */
const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** D1 Time Travel to a time or a bookmark. Cloudflare says first whether it can go there. */
export async function prepareTravel(
  { api, installation, platform }: Run,
  { time, bookmark }: { readonly time?: string | undefined; readonly bookmark?: string | undefined },
): Promise<Restoring> {
  const { accountId, databaseId, settings } = installation;
  const plan = settings.vars['WORKERS_PLAN'] === 'free' ? 'free' : 'paid';
  const nowMs = platform.nowMs();
  const timeMs = time === undefined ? null : readTime(time, nowMs, DAYS_BACK[plan]);
  if (bookmark !== undefined && !BOOKMARK.test(bookmark))
    throw new InstallationError(
      `--bookmark must be one that npm run upgrade or an earlier restore printed, not "${bookmark}".`,
    );
  const path = `/accounts/${accountId}/d1/database/${databaseId}/time_travel`;
  const found =
    timeMs === null
      ? { bookmark }
      : await api.get(
          `${path}/bookmark?timestamp=${encodeURIComponent(new Date(timeMs).toISOString())}`,
          BOOKMARKED,
        );
  const target = timeMs === null ? `the bookmark ${bookmark}` : describeTime(timeMs, nowMs);
  return {
    consequence: `The database of "${settings.name}" goes back to ${target}. Every change since then is lost; D1 can undo this for ${DAYS_BACK[plan]} days.`,
    isAtOnce: true,
    async act() {
      const act = `${path}/restore?bookmark=${found.bookmark}`;
      const result = await api.send('POST', act, undefined, RESTORED);
      platform.print(`${'restored'.padEnd(13)} D1 to ${target}`);
      if (result.previous_bookmark)
        platform.print(
          `To undo: npm run restore -- --bookmark ${result.previous_bookmark} --installation ${settings.name}`,
        );
    },
  };
}

function readTime(time: string, nowMs: number, daysBack: number): number {
  const timeMs = Date.parse(time);
  const day = TIME.exec(time)?.[1];
  // Some days, as 30 February, are read as days of the next month.
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  const isOnCalendar =
    day !== undefined && !Number.isNaN(midnightMs) && new Date(midnightMs).toISOString().startsWith(day);
  if (!isOnCalendar || Number.isNaN(timeMs))
    throw new InstallationError(
      `--time must be a time with its zone, like 2026-11-21T20:00:00Z or 2026-11-21T21:00:00+01:00, not "${time}".`,
    );
  if (timeMs > nowMs)
    throw new InstallationError(
      `--time ${time} is in the future: it is ${new Date(nowMs).toISOString()} now.`,
    );
  if (timeMs < nowMs - daysBack * DAY_MS)
    throw new InstallationError(
      `--time ${time} is too early: D1 goes back ${daysBack} days here, to ${new Date(nowMs - daysBack * DAY_MS).toISOString()}. For earlier data, restore a backup into another installation.`,
    );
  return timeMs;
}

function describeTime(timeMs: number, nowMs: number): string {
  const hours = (nowMs - timeMs) / 3_600_000;
  const ago = hours < 48 ? `${hours.toFixed(1)} hours` : `${(hours / 24).toFixed(1)} days`;
  return `${new Date(timeMs).toISOString()}, ${ago} ago`;
}
