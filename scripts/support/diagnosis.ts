import { ANALYTICS_ENGINE_FIXES, checkAnalyticsEngine } from '../../src/storage/analytics-engine-check.ts';

/** What the two Workers are configured to write and to read. */
export interface ScanConfiguration {
  readonly scanLogRead: string;
  readonly scanLogWritten: string;
  readonly datasetRead: string;
  readonly datasetWritten: string;
  readonly accountId: string;
  readonly apiUrl: string;
}

export interface Finding {
  readonly name: string;
  readonly isOk: boolean;
  readonly text: string;
}

const SCAN_LOGS = ['analytics_engine', 'd1'];

export async function checkConfiguration(
  configuration: ScanConfiguration,
  apiToken: string | undefined,
): Promise<Finding[]> {
  const { scanLogRead, scanLogWritten, datasetRead, datasetWritten } = configuration;
  const findings = [compare('SCAN_LOG', scanLogRead, scanLogWritten)];
  if (!SCAN_LOGS.includes(scanLogRead))
    findings.push({ name: 'SCAN_LOG', isOk: false, text: `must be one of ${SCAN_LOGS.join(', ')}.` });
  if (scanLogRead === 'd1') return findings;
  findings.push(compare('AE_DATASET', datasetRead, datasetWritten));
  const { accountId, apiUrl } = configuration;
  const problem = await checkAnalyticsEngine({ accountId, apiToken, apiUrl, dataset: datasetRead, fetch });
  const text =
    problem === null ? `the dataset "${datasetRead}" can be read.` : ANALYTICS_ENGINE_FIXES[problem];
  // The token of the deployed Worker cannot be read back: a token of the same kind must be at hand.
  const hint =
    problem === 'api_token' && !apiToken ? ' To check it from here: AE_API_TOKEN=… npm run doctor' : '';
  return [...findings, { name: 'Analytics Engine', isOk: problem === null, text: text + hint }];
}

function compare(name: string, read: string, written: string): Finding {
  return read === written
    ? { name, isOk: true, text: `both Workers say "${read}".` }
    : {
        name,
        isOk: false,
        text: `wrangler.toml says "${read}" and src/shortlink/wrangler.toml "${written}": scans are written where nobody reads them.`,
      };
}

/** What `GET /health` of a deployed service says. */
export async function checkDeployment(url: string): Promise<Finding[]> {
  try {
    const response = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(10_000) });
    const { checks } = (await response.json()) as { checks: Record<string, { ok: boolean; fix?: string }> };
    return Object.entries(checks).map(([name, { ok, fix }]) => ({
      name: `${url} ${name}`,
      isOk: ok,
      text: ok ? 'answers.' : (fix ?? 'does not answer.'),
    }));
  } catch (error) {
    const text = `no answer from /health: ${error instanceof Error ? error.message : String(error)}`;
    return [{ name: url, isOk: false, text }];
  }
}
