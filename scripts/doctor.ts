// npm run doctor: says which part of the scan statistics' configuration is wrong, and how to mend it.
import { parseArgs } from 'node:util';
import {
  checkConfiguration,
  checkDeployment,
  type Finding,
  type ScanConfiguration,
} from './support/diagnosis.ts';
import { readScanConfiguration } from './support/scan-configuration.ts';

const HELP = `Usage: npm run doctor [-- --url https://api.example.com]

Checks both wrangler.toml, and with the API token in the environment (AE_API_TOKEN=…) the way to Analytics Engine:
account id, token, permission, dataset. With --url also what the deployed service says of itself.`;

const { values } = parseArgs({
  options: { url: { type: 'string' }, help: { type: 'boolean', default: false } },
});

if (values.help) console.log(HELP);
else process.exitCode = report(await examine(readScanConfiguration()));

async function examine(configuration: ScanConfiguration): Promise<Finding[]> {
  const findings = await checkConfiguration(configuration, process.env['AE_API_TOKEN']);
  return values.url ? [...findings, ...(await checkDeployment(values.url))] : findings;
}

/** Prints a line for each finding; the exit code is 1 where one is not well. */
function report(findings: readonly Finding[]): number {
  for (const { name, isOk, text } of findings) console.log(`${isOk ? 'ok  ' : 'FIX '} ${name}: ${text}`);
  return findings.every((finding) => finding.isOk) ? 0 : 1;
}
