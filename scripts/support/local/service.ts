import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { relative, resolve } from 'node:path';
import { experimental_readRawConfig } from 'wrangler';
import { type ApiKey, parseApiKey } from '#core/accounts/api-key.ts';
import { createAccount, findAccountOfKey, invite } from '../accounts.ts';
import { buildAssets } from '../../assets/assets.ts';
import { checkHealth } from '../../installation/check-health.ts';
import { InstallationError } from '../../installation/cloudflare/explain.ts';
import { openLocalDatabase } from './database.ts';
import { requireRoom } from './state.ts';
import { findNetworkHost } from '../network-host.ts';
import type { Place } from '../place.ts';
import { makePrivateFolder, requireWritable, runningUrlFile } from './state-folder.ts';
import { WRANGLER_BIN, WRANGLER_ENV } from '../wrangler.ts';

export interface LocalService {
  /** The URL on this machine. */
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly shortUrlBase: string;
  readonly cdnUrl: string;
  /** A sign-in link for the demo account's owner; works once, within 15 minutes. */
  readonly dashboardUrl: string;
  /** Another one, for a phone on the local network; null if the service is not open to it. */
  readonly phoneUrl: string | null;
  /** Resolves when the service ends, with its exit code. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

/**
 * Runs the whole service on one port, with its state under `stateDir` and without the internet, for `npm start` and the end-to-end tests.
 * @param options.host the address to listen on, if others on the local network should reach it: short links and images then use its address
 * @param options.vars variables of the API Worker that differ from wrangler.toml
 * @param options.onProgress receives the current step, in words for people
 */
export async function startLocalService(options: {
  port: number;
  stateDir: string;
  host?: string | undefined;
  vars?: Record<string, string>;
  onProgress?: (text: string) => void;
}): Promise<LocalService> {
  const { port, host, onProgress = () => undefined } = options;
  const networkHost = host === undefined ? '' : findNetworkHost(host);
  const apiUrl = `http://localhost:${port}`;
  const publicUrl = networkHost === '' ? apiUrl : `http://${networkHost}:${port}`;
  const urls = { apiUrl, shortUrlBase: `${publicUrl}/s`, cdnUrl: `${publicUrl}/images` };
  await requireFreePort(port, host);
  makePrivateFolder(options.stateDir);
  requireRoom(options.stateDir);
  // For the assets of the dashboard.
  requireWritable(process.cwd());
  const unlock = lockState(resolve(options.stateDir, 'local'), apiUrl);
  const state = resolve(options.stateDir, 'state');
  makePrivateFolder(state);
  const vars = { networkHost, api: options.vars ?? {} };
  const configs = writeLocalConfigs(resolve(options.stateDir, 'local'), urls, vars);

  onProgress('Preparing the database…');
  const { apiKey, signInPath, phonePath } = await openDemoAccount(
    state,
    resolve(options.stateDir, 'local', 'demo-api-key'),
  );
  await buildAssets();

  onProgress('Starting the Workers…');
  const dev = spawnWrangler(configs, { port, host }, state);
  const exited = new Promise<number>((done) => dev.once('exit', (code) => done(code ?? 0)));
  const built = watchBuild(dev);
  const terminate = () => {
    if (dev.pid !== undefined && dev.exitCode === null && dev.signalCode === null)
      process.kill(-dev.pid, 'SIGTERM');
  };
  // However this process ends, none of its child processes may stay behind.
  process.once('exit', terminate);
  const stop = async () => {
    terminate();
    await exited;
    unlock();
    process.off('exit', terminate);
  };
  try {
    await waitUntilHealthy(apiUrl, { exited, built });
  } catch (error) {
    await stop();
    throw error;
  }
  const phoneUrl = networkHost === '' ? null : publicUrl + phonePath;
  return { ...urls, apiKey, dashboardUrl: apiUrl + signInPath, phoneUrl, exited, stop };
}

function spawnWrangler(
  configs: readonly string[],
  { port, host }: { readonly port: number; readonly host: string | undefined },
  state: string,
): ChildProcess {
  return spawn(
    process.execPath,
    [
      WRANGLER_BIN,
      'dev',
      ...configs.flatMap((config) => ['-c', config]),
      ...['--port', String(port), '--inspector-port', '0', '--persist-to', state],
      ...(host === undefined ? [] : ['--ip', host]),
      ...['--log-level', 'warn', '--show-interactive-dev-session=false'],
    ],
    // A separate process group, so that stopping it reaches the processes that wrangler starts.
    {
      env: { ...WRANGLER_ENV, ...(process.stderr.isTTY ? { FORCE_COLOR: '1' } : {}) },
      stdio: ['ignore', 'inherit', 'pipe'],
      detached: true,
    },
  );
}

/** Passes on what wrangler says. If the first build fails, wrangler waits for a change of the code, and answers no request. */
function watchBuild({ stderr }: ChildProcess): { hasFailed: boolean } {
  const build = { hasFailed: false };
  stderr?.on('data', (text: Buffer) => {
    process.stderr.write(text);
    build.hasFailed ||= text.includes('Build failed');
  });
  return build;
}

/** As any host below `localhost`, it leads to the short-link Worker. */
const LOCAL_GS1_HOST = 'id.localhost';

/**
 * The deployed configuration with local values: the URLs of the one port, scans in D1 (Analytics Engine silently drops them on a laptop)
 * and a fixed secret. Written as files, because `wrangler dev` passes options only to the first of several Workers.
 */
function writeLocalConfigs(
  dir: string,
  urls: { apiUrl: string; shortUrlBase: string; cdnUrl: string },
  vars: { networkHost: string; api: Record<string, string> },
): string[] {
  const localVars: Record<string, Record<string, string>> = {
    'src/local/wrangler.toml': { NETWORK_HOST: vars.networkHost },
    'wrangler.toml': {
      API_HOST: new URL(urls.apiUrl).hostname,
      SHORT_URL_BASE: urls.shortUrlBase,
      GS1_HOST: LOCAL_GS1_HOST,
      CDN_URL: urls.cdnUrl,
      SCAN_LOG: 'd1',
      // A laptop must not contact other people's hosts unasked.
      TARGET_CHECKS: 'off',
      AE_API_TOKEN: '',
      PASSWORD_PEPPER: 'local-development-only',
      ...vars.api,
    },
    'src/shortlink/wrangler.toml': {
      GS1_HOST: LOCAL_GS1_HOST,
      CDN_URL: urls.cdnUrl,
      SCAN_LOG: 'd1',
      LINK_CACHE: 'off',
      VISITOR_KEY_SECRET: 'local-development-only',
      PASSWORD_PEPPER: 'local-development-only',
    },
  };
  return Object.entries(localVars).map(([path, values]) => {
    const { rawConfig } = experimental_readRawConfig({ config: path });
    const { $schema: _, routes: __, secrets: ___, triggers: ____, build: _____, ...config } = rawConfig;
    const main = resolve(path, '..', config.main ?? '');
    const { assets } = config;
    const local = {
      ...config,
      main: relative(dir, main),
      vars: { ...config.vars, ...values },
      ...(assets?.directory ? { assets: { ...assets, directory: relative(dir, assets.directory) } } : {}),
    };
    const file = resolve(dir, `${config.name}.json`);
    writeFileSync(file, JSON.stringify(local, null, 2));
    return file;
  });
}

/** The key of the demo account, and the paths of two new sign-in links for its owner: on this machine, and on a phone. */
async function openDemoAccount(
  state: string,
  keyFile: string,
): Promise<{ apiKey: ApiKey; signInPath: string; phonePath: string }> {
  await using place = openLocalDatabase(state);
  const { apiKey, accountId } = await findOrCreateDemoKey(keyFile, place);
  const inviteOwner = () => invite(place, { accountId, name: 'Demo owner', email: null, role: null });
  return { apiKey, signInPath: await inviteOwner(), phonePath: await inviteOwner() };
}

/** The demo account's key is stored beside the local state, because the database has only its hash. */
async function findOrCreateDemoKey(
  file: string,
  place: Place,
): Promise<{ apiKey: ApiKey; accountId: string }> {
  const kept = existsSync(file) ? parseApiKey(readFileSync(file, 'utf8')) : null;
  const knownId = kept && (await findAccountOfKey(place, kept));
  if (kept && knownId) return { apiKey: kept, accountId: knownId };
  const { apiKey, accountId } = await createAccount(place, { name: 'Demo', plan: 'business' });
  writeFileSync(file, apiKey, { mode: 0o600 });
  return { apiKey, accountId };
}

/** Two services on one state would overwrite each other's configuration and lose writes to the database. Returns the function that unlocks. */
function lockState(dir: string, url: string): () => void {
  makePrivateFolder(dir);
  const file = resolve(dir, 'running.pid');
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (holder > 0 && holder !== process.pid && isRunning(holder)) {
    throw new Error(
      `The service is already running with this state (process ${holder}). For a second one: npm start -- --state DIR`,
    );
  }
  writeFileSync(file, String(process.pid));
  const urlFile = runningUrlFile(dir);
  writeFileSync(urlFile, url);
  const unlock = () => [file, urlFile].forEach((path) => rmSync(path, { force: true }));
  process.once('exit', unlock);
  return unlock;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Another service on the port would respond instead of ours. */
async function requireFreePort(port: number, host = 'localhost'): Promise<void> {
  const server = createServer();
  await new Promise<void>((free, taken) => {
    server.once('error', () =>
      taken(
        new Error(`Port ${port} is taken. Choose another one: PORT=8788 npm start -- --state .wrangler-8788`),
      ),
    );
    server.listen(port, host, free);
  });
  await new Promise((closed) => server.close(closed));
}

const PATIENCE_MS = 120_000;
/** A check that fails for so long does not pass by itself. */
const UNHEALTHY_FOR_MS = 10_000;

async function waitUntilHealthy(
  apiUrl: string,
  { exited, built }: { readonly exited: Promise<number>; readonly built: { readonly hasFailed: boolean } },
): Promise<void> {
  let hasExited = false;
  void exited.then(() => (hasExited = true));
  const deadlineMs = Date.now() + PATIENCE_MS;
  let unhealthySinceMs: number | null = null;
  while (Date.now() < deadlineMs) {
    const { isHealthy, problems, report } = await checkHealth({ fetch }, apiUrl);
    if (isHealthy) return;
    if (hasExited) throw new InstallationError('The Workers stopped before they were ready: see above.');
    if (built.hasFailed)
      throw new InstallationError(
        'The Workers were not built, as the lines above say: make room if the disk is full, and run npm ci if packages are missing.',
      );
    if (report) unhealthySinceMs ??= Date.now();
    if (unhealthySinceMs !== null && Date.now() - unhealthySinceMs > UNHEALTHY_FOR_MS)
      throw new InstallationError(`The local service does not work. ${problems.join(' ')}`);
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new InstallationError(
    `The local service was not ready within ${PATIENCE_MS / 1_000} seconds: the machine may be too busy. Run the same command again.`,
  );
}
