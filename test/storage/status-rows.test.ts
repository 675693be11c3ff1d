import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { NO_CONTROL } from '#core/control/control.ts';
import { CODE_STATUSES, type CodeStatus } from '#core/control/status.ts';
import { type ApiClient, createClient } from '#harness/worker/api-client.ts';
import { countRowsRead } from '#harness/worker/measured/count-rows-read.ts';
import { COMMON_TEXT, SEEDED_FROM_MS, SEEDED_UNTIL_MS, seedCodes } from '#harness/data/seed-codes.ts';

const CODES = 1000;

/** The one of `npm test` has three times as many rows that could be read in vain as a page may read. */
const ACCOUNTS = inject('isExhaustive') ? [CODES / 4, CODES] : [CODES / 2];

/**
 * The rows for a page of at most 20 codes: three for each code that it checks (the end of the list, an index, the table), and those that it
 * shows.
 */
const MOST_ROWS = 150 * 3 + 21 * 4;

describe('a page of codes of one state', () => {
  /** Every 50th code has a different state from its neighbours. */
  const RARE = 50;
  const HOUR = 3_600_000;
  const control = (fields: object) => JSON.stringify({ ...NO_CONTROL, ...fields });
  const CONTROLS: Readonly<Record<CodeStatus, () => string | null>> = {
    active: () => null,
    paused: () => control({ isPaused: true }),
    scheduled: () => control({ startsAtMs: Date.now() + HOUR }),
    ended: () => control({ endsAtMs: Date.now() - HOUR }),
    exhausted: () => control({ maxScans: 1 }),
    disabled: () => null,
  };
  /** The hardest neighbours: those that differ only by the clock or the number of scans. */
  const NEIGHBOURS: Readonly<Record<CodeStatus, CodeStatus>> = {
    active: 'ended',
    paused: 'active',
    scheduled: 'ended',
    ended: 'exhausted',
    exhausted: 'scheduled',
    disabled: 'paused',
  };
  let lister: ApiClient;

  beforeAll(async () => {
    lister = await createClient({ plan: 'business' });
    await seedCodes(env.DB, lister.accountId, CODES);
  });

  /** An account with this many codes, all in one state, except a few in another one, evenly spread. */
  async function setStates(codes: number, common: CodeStatus, rare: CodeStatus): Promise<void> {
    const set = (status: CodeStatus, where: string) =>
      env.DB.prepare(
        `UPDATE qr_codes SET control = ?, scans_taken = ?, disabled_for = ? WHERE ${where}`,
      ).bind(CONTROLS[status](), Number(status === 'exhausted'), status === 'disabled' ? 'abuse' : null);
    const untilMs = SEEDED_FROM_MS + ((SEEDED_UNTIL_MS - SEEDED_FROM_MS) * codes) / CODES;
    await env.DB.batch([
      set(common, 'true'),
      set(rare, `type = 'url' AND CAST(substr(target, 26) AS INTEGER) % ${RARE} = 0`),
      env.DB.prepare('UPDATE qr_codes SET deleted_at_ms = iif(created_at_ms < ?, NULL, 1)').bind(untilMs),
    ]);
  }

  /** All codes that a query lists, page by page. */
  async function listAll(query: string): Promise<{ id: string; status: string }[]> {
    const counter = { rowsRead: 0 };
    const DB = countRowsRead(env.DB, counter);
    const codes: { id: string; status: string }[] = [];
    let cursor = '';
    do {
      counter.rowsRead = 0;
      const page = await lister.request('GET', `/v1/qr?${query}${cursor}`, undefined, { env: { DB } });
      expect(counter.rowsRead, query).toBeLessThanOrEqual(MOST_ROWS);
      const { data, next_cursor } = await page.json<{ data: typeof codes; next_cursor: string | null }>();
      codes.push(...data);
      cursor = next_cursor === null ? '' : `&cursor=${next_cursor}`;
    } while (cursor !== '');
    expect(new Set(codes.map(({ id }) => id)).size).toBe(codes.length);
    return codes;
  }

  it.each(CODE_STATUSES.flatMap((status) => ACCOUNTS.map((codes) => [status, codes] as const)))(
    'is read from few rows, and misses none: %s among %i codes',
    async (rare, codes) => {
      const common = NEIGHBOURS[rare];
      await setStates(codes, common, rare);
      for (const query of ['', '&dynamic=false', '&type=url', `&q=${COMMON_TEXT}`]) {
        const listed = await listAll(`status=${rare}${query}`);
        expect(listed.map(({ status }) => status)).toEqual(Array(codes / RARE).fill(rare));
      }
      const wifi = await listAll(`status=${common}&type=wifi`);
      expect(wifi.map(({ status }) => status)).toEqual(Array(codes / 10).fill(common));
    },
  );
});
