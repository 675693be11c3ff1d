// npm run costs -- --codes 10000 --scans 1000000: estimates what a month costs on Cloudflare.
import { parseArgs } from 'node:util';
import { assumeMonth, estimateMonth, format, listFreeProblems } from './costs/estimate.ts';
import { InstallationError } from './installation/cloudflare/explain.ts';
import { SCAN_LOGS } from './installation/settings/settings.ts';
import { runCommand } from './support/run-command.ts';

const HELP = `Usage: npm run costs -- --codes N --scans M [options]

  --codes N          codes that exist
  --scans M          scans in the month
  --created N        codes created in the month (a tenth of the codes)
  --views N          views of lists, codes and statistics in the month (a hundredth of the scans, at least 10,000)
  --events N         events to webhooks in the month, each to one (0)
  --misses SHARE     share of scans for which D1 is asked, 0 to 1 (0.1)
  --scan-log LOG     ${SCAN_LOGS.join(' or ')} (${SCAN_LOGS[0]})
  --no-r2            nothing in R2: each requested picture is one more request, so count it among the views`;

await runCommand(async () => {
  const TEXT = { type: 'string' } as const;
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      codes: TEXT,
      scans: TEXT,
      created: TEXT,
      views: TEXT,
      events: TEXT,
      misses: TEXT,
      'scan-log': TEXT,
      r2: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const codes = readNumber('codes', values.codes);
  const scans = readNumber('scans', values.scans);
  const scanLog = SCAN_LOGS.find((log) => log === (values['scan-log'] ?? SCAN_LOGS[0]));
  if (!scanLog) throw new InstallationError(`--scan-log must be one of ${SCAN_LOGS.join(', ')}.`);
  const assumed = assumeMonth(codes, scans);
  const missShare = readNumber('misses', values.misses ?? String(assumed.missShare));
  if (missShare > 1) throw new InstallationError('--misses must be a share from 0 to 1.');
  const use = {
    ...assumed,
    scanLog,
    missShare,
    created: readNumber('created', values.created ?? String(assumed.created)),
    views: readNumber('views', values.views ?? String(assumed.views)),
    events: readNumber('events', values.events ?? String(assumed.events)),
  };
  const lines = estimateMonth(use).filter(({ name }) => values.r2 !== false || !name.startsWith('R2'));
  for (const { name, used, unit, included, usd } of lines)
    console.log(
      `${name.padEnd(28)} ${format(used).padStart(16)} ${unit.padEnd(11)} ${format(included).padStart(16)} included ${usd.toFixed(2).padStart(12)} USD`,
    );
  const sum = lines.reduce((total, { usd }) => total + usd, 0);
  console.log(`${'a month on Workers Paid'.padEnd(87)} ${sum.toFixed(2).padStart(8)} USD`);
  const problems = listFreeProblems(use);
  console.log(
    problems.length === 0
      ? 'Fits into Workers Free, except for what docs/costs.md names.'
      : `Exceeds Workers Free:\n${problems.map((one) => `- ${one}`).join('\n')}`,
  );
});

function readNumber(option: string, text: string | undefined): number {
  const value = Number(text);
  if (text === undefined || text === '' || !Number.isFinite(value) || value < 0)
    throw new InstallationError(`--${option} must be a number of at least 0.\n\n${HELP}`);
  return value;
}
