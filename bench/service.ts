// npm run bench: codes created and scans redirected per second, each beside a bare Worker that answers a constant, in one run.
import { parseArgs } from 'node:util';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { alternate, printRatios } from './load/load.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from '#harness/node/run-worker.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '5' } },
});
const options = { rounds: Number(values.rounds), seconds: Number(values.seconds), connections: 16 };

try {
  const [bare, api, shortlink] = [
    await runWorker('bench/bare/wrangler.toml'),
    await runWorker('wrangler.toml', { SCAN_LOG: 'd1' }),
    await runWorker('src/shortlink/wrangler.toml', {
      SCAN_LOG: 'd1',
      VISITOR_KEY_SECRET: 'bench',
      PASSWORD_PEPPER: 'bench',
    }),
  ];
  const { apiKey } = await seedAccount(await openMigratedDatabase(api));
  const shortlinkDb = await openMigratedDatabase(shortlink);
  await seedCode(shortlinkDb, { ...(await seedAccount(shortlinkDb)), codeId: 'k7m2p9qa' });

  const post = {
    method: 'POST',
    body: JSON.stringify({ target: 'https://example.com/menu', dynamic: true }),
    expectStatus: 200,
  } as const;
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const phone = {
    'User-Agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  };
  const results = await alternate(
    [
      { name: 'bare POST', url: bare.url, headers, ...post },
      { name: 'create a code', url: `${api.url}/v1/qr`, headers, ...post },
      { name: 'bare 302', url: bare.url, headers: phone, expectStatus: 302 },
      { name: 'redirect a scan', url: `${shortlink.url}/k7m2p9qa`, headers: phone, expectStatus: 302 },
    ],
    options,
  );
  printRatios(results, [
    ['create a code', 'bare POST'],
    ['redirect a scan', 'bare 302'],
  ]);
} finally {
  await stopWorkers();
}
