import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import { addDays, toUtcDay } from '#core/utc-day.ts';
import { seedHotCode, settleBefore } from '#harness/data/seed-scans.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { STAND_IN } from '#harness/programs/analytics-engine-account.ts';
import { startAnalyticsEngine } from '#harness/programs/analytics-engine.ts';
import { compareSizes } from '../load/api-with-codes.ts';
import type { Load } from '../load/load.ts';
import { alternateInProcess, type Amount } from '../load/process-load.ts';
import { openMigratedDatabase, runWorker } from '#harness/node/run-worker.ts';
import { seedSession } from './session.ts';

const DAY_MS = 86_400_000;

/** Each asks for days that nobody asked for before: what is shared between requests is of no use to it. */
const FIRST_LOOKS = 12;

interface Options {
  readonly rounds: number;
  readonly amount: Amount;
  readonly connections: number;
  readonly bareUrl: string;
}

/** Pages of codes that were scanned more or less often in the last 80 days, as Analytics Engine's stand-in counts them. */
export async function measureCodePages(scans: readonly number[], options: Options): Promise<void> {
  const standIn = await startAnalyticsEngine();
  try {
    const worker = await runWorker('wrangler.toml', {
      SCAN_LOG: 'analytics_engine',
      AE_ACCOUNT_ID: STAND_IN.accountId,
      AE_API_TOKEN: STAND_IN.apiToken,
      AE_API_URL: standIn.apiUrl,
    });
    const db = await openMigratedDatabase(worker);
    const { accountId } = await seedAccount(db);
    const now = Date.now();
    const codes: { count: number; codeId: CodeId }[] = [];
    for (const [i, count] of scans.entries()) {
      const codeId = parseCodeId(`h0tc0de${i}`);
      if (codeId === null) throw new Error(`there can be no code ${i}`);
      await seedCode(db, { accountId, codeId });
      await seedHotCode(standIn.clickHouse, { codeId, scans: count, now });
      codes.push({ count, codeId });
    }
    await settleBefore(db, now - 89 * DAY_MS);
    const headers = { Cookie: `session=${await seedSession(db, accountId)}`, 'Accept-Encoding': 'gzip' };
    const urlOf = (codeId: CodeId, rest: string) => `${worker.url}/codes/qr_${codeId}${rest}`;

    const columns = scans.map((count) => `${count.toLocaleString('en')} scans: p50 / p99 ms`);
    console.log(`\n| page of a code | ${columns.join(' | ')} | ratio of p50 | bare Worker: p50 ms |`);
    console.log(`| --- | ${columns.map(() => '---').join(' | ')} | --- | --- |`);
    const days = (look: number) => `?tz=UTC&from=${addDays(toUtcDay(now), -29 - look)}&to=${toUtcDay(now)}`;
    await printFirstLooks(
      codes.map(
        ({ codeId }) =>
          (look) =>
            fetch(urlOf(codeId, `/analytics${days(look)}`), { headers }),
      ),
    );
    for (const rest of ['', '/analytics', '/analytics?by=city&compare=previous_period']) {
      const loads: Load[] = codes.map(({ count, codeId }) => ({
        name: String(count),
        url: urlOf(codeId, rest),
        headers,
        expectStatus: 200,
      }));
      const bare: Load = { name: 'bare', url: options.bareUrl, expectStatus: 302 };
      const { bySize, ratio, bareMs } = compareSizes(
        scans,
        await alternateInProcess([bare, ...loads], options),
      );
      const cells = bySize.map(({ p50Ms, p99Ms }) => `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`);
      console.log(`| \`/codes/{id}${rest}\` | ${cells.join(' | ')} | ${ratio} | ${bareMs} |`);
    }
  } finally {
    await standIn.stop();
  }
}

/** The codes in turns. */
async function printFirstLooks(looks: readonly ((look: number) => Promise<Response>)[]): Promise<void> {
  const times = looks.map((): number[] => []);
  for (let i = 0; i < FIRST_LOOKS; i++) {
    for (const [code, look] of looks.entries()) {
      const startMs = performance.now();
      const response = await look(i);
      const page = await response.text();
      times[code]?.push(performance.now() - startMs);
      if (!response.ok || page.includes('not available right now')) throw new Error('a page has no figures');
    }
  }
  const medians = times.map((ms) => ms.toSorted((a, b) => a - b)[Math.floor(ms.length / 2)] ?? Number.NaN);
  const cells = times.map((ms, i) => `${medians[i]?.toFixed(1)} / ${Math.max(...ms).toFixed(1)} (slowest)`);
  const ratio = ((medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)).toFixed(2);
  console.log(`| \`/codes/{id}/analytics\`, each time other days | ${cells.join(' | ')} | ${ratio} | |`);
}
