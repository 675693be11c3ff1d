import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkConfiguration, checkDeployment } from '../../scripts/support/diagnosis.ts';
import { readScanConfiguration } from '../../scripts/support/scan-configuration.ts';

/** The API of Cloudflare as far as the doctor knocks: one account, one dataset, tokens by what they may do. */
const ACCOUNT = '0123456789abcdef0123456789abcdef';
let server: Server;
let apiUrl = '';
let health = { status: 'ok', checks: { DB: { ok: true } } as Record<string, { ok: boolean; fix?: string }> };

beforeAll(async () => {
  server = createServer((request, response) => {
    const token = request.headers.authorization;
    const answer = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
    if (request.url === '/health') return answer(200, health);
    const isKnown = token === 'Bearer good' || token === 'Bearer weak';
    if (request.url === '/user/tokens/verify') return answer(isKnown ? 200 : 401, {});
    if (token !== 'Bearer good') return answer(403, {});
    if (request.url !== `/accounts/${ACCOUNT}/analytics_engine/sql`) return answer(404, {});
    return answer(200, { data: [{ name: 'qr_scans' }] });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  apiUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});

afterAll(() => new Promise((done) => server.close(done)));

const configured = () => ({
  scanLogRead: 'analytics_engine',
  scanLogWritten: 'analytics_engine',
  datasetRead: 'qr_scans',
  datasetWritten: 'qr_scans',
  accountId: ACCOUNT,
  apiUrl,
});

describe('the doctor', () => {
  it('finds nothing where all is well', async () => {
    const findings = await checkConfiguration(configured(), 'good');
    expect(findings.map((finding) => finding.isOk)).toEqual([true, true, true]);
  });

  it.each([
    ['the account id', { accountId: 'f'.repeat(32) }, 'good', 'AE_ACCOUNT_ID'],
    ['a missing account id', { accountId: '' }, 'good', 'AE_ACCOUNT_ID'],
    ['the token', {}, 'unknown', 'The secret AE_API_TOKEN'],
    ['a missing token', {}, undefined, 'AE_API_TOKEN=… npm run doctor'],
    ['the permission', {}, 'weak', 'Account Analytics: Read'],
    ['the dataset', { datasetRead: 'scans', datasetWritten: 'scans' }, 'good', 'no dataset with the name'],
    ['two datasets', { datasetWritten: 'other' }, 'good', 'src/shortlink/wrangler.toml "other"'],
    ['two scan logs', { scanLogWritten: 'd1' }, 'good', 'scans are written where nobody reads them'],
    [
      'an unknown scan log',
      { scanLogRead: 'ae', scanLogWritten: 'ae' },
      'good',
      'one of analytics_engine, d1',
    ],
    ['no answer', { apiUrl: 'http://127.0.0.1:1' }, 'good', 'does not answer'],
  ])('names what is wrong: %s', async (_, change, token, text) => {
    const findings = await checkConfiguration({ ...configured(), ...change }, token);
    const wrong = findings.filter((finding) => !finding.isOk);
    expect(wrong).toHaveLength(1);
    expect(wrong[0]?.text).toContain(text);
  });

  it('asks nobody where scans are kept in D1', async () => {
    const d1 = { ...configured(), scanLogRead: 'd1', scanLogWritten: 'd1', apiUrl: 'http://127.0.0.1:1' };
    expect((await checkConfiguration(d1, undefined)).every((finding) => finding.isOk)).toBe(true);
  });

  it('passes on what a deployed service says of itself', async () => {
    health = {
      status: 'failing',
      checks: { DB: { ok: true }, ANALYTICS_ENGINE: { ok: false, fix: 'Mend it.' } },
    };
    const findings = await checkDeployment(apiUrl);
    expect(findings.map(({ isOk, text }) => [isOk, text])).toEqual([
      [true, 'answers.'],
      [false, 'Mend it.'],
    ]);
    expect((await checkDeployment('http://127.0.0.1:1'))[0]?.isOk).toBe(false);
  });

  it('as a command prints a line for each finding, and fails where one is not well', async () => {
    const env = { ...process.env, AE_API_URL: apiUrl, AE_API_TOKEN: 'good' };
    const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>((done) => {
      execFile(process.execPath, ['scripts/doctor.ts'], { env }, (error, output) =>
        done({ code: error?.code ?? 0, stdout: output }),
      );
    });
    // The repository has no account id: that is for whoever deploys it.
    expect(code).toBe(1);
    expect(stdout).toContain('ok   AE_DATASET: both Workers say "qr_scans".');
    expect(stdout).toMatch(/^FIX {2}Analytics Engine: AE_ACCOUNT_ID/m);
    expect(stdout).not.toContain('good');
  });
});

describe('both wrangler.toml', () => {
  it('name the same scan log and the same dataset', () => {
    const configuration = readScanConfiguration();
    expect(configuration.datasetRead).toBe(configuration.datasetWritten);
    expect(configuration.scanLogRead).toBe(configuration.scanLogWritten);
    expect(configuration.apiUrl).toBe('https://api.cloudflare.com/client/v4');
  });
});
