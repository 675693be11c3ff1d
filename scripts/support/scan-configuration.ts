import { experimental_readRawConfig } from 'wrangler';
import type { ScanConfiguration } from './diagnosis.ts';

/** What both wrangler.toml say about scans. */
export function readScanConfiguration(): ScanConfiguration {
  const api = experimental_readRawConfig({ config: 'wrangler.toml' }).rawConfig;
  const shortlink = experimental_readRawConfig({ config: 'src/shortlink/wrangler.toml' }).rawConfig;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    scanLogRead: text(api.vars?.['SCAN_LOG']),
    scanLogWritten: text(shortlink.vars?.['SCAN_LOG']),
    datasetRead: text(api.vars?.['AE_DATASET']),
    datasetWritten: shortlink.analytics_engine_datasets?.[0]?.dataset ?? '',
    accountId: text(api.vars?.['AE_ACCOUNT_ID']),
    apiUrl: process.env['AE_API_URL'] ?? text(api.vars?.['AE_API_URL']),
  };
}
