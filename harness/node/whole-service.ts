import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findFreePort } from './free-port.ts';
import { spawnScript } from './run-program.ts';
import { runStartCommand } from './start-command.ts';

/** The service as `npm start` runs it, with a state of its own, and its demo account. */
export interface WholeService {
  readonly api: string;
  readonly apiKey: string;
  readonly port: string;
  /** Sends a request with the account's key, and throws unless it succeeds. */
  readonly send: <T>(method: string, path: string, body?: string | object, type?: string) => Promise<T>;
  /** Follows an address on any host below `localhost`, as a phone unless the headers say otherwise. */
  readonly visit: (
    host: string,
    path: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Visited>;
  /** Runs a command of the operator beside the service, and gives what it prints. */
  readonly operate: (name: string, ...words: string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
}

interface Visited {
  readonly status: number | undefined;
  readonly location: string | null;
  readonly body: string;
}

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1';

export async function startWholeService(): Promise<WholeService> {
  const stateDir = mkdtempSync(join(tmpdir(), 'qr-whole-'));
  const started = await runStartCommand(await findFreePort(), '--state', stateDir);
  const [api = '', apiKey = ''] = ['API', 'API key'].map((name) => started.printed.get(name));
  const { port } = new URL(api);
  return {
    api,
    apiKey,
    port,
    async send<T>(method: string, path: string, body?: string | object, type = 'application/json') {
      const response = await fetch(api + path, {
        method,
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': type },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      if (response.status !== 200)
        throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    async visit(host, path, headers = {}) {
      // Not every resolver knows names below `localhost`, so the request says the host.
      const all = { Host: `${host}:${port}`, 'User-Agent': PHONE, ...headers };
      const request = get({ host: '127.0.0.1', port, path, headers: all });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const { statusCode: status, headers: sent } = response;
      return { status, location: sent.location ?? null, body: await text(response) };
    },
    async operate(name, ...words) {
      const { exitCode, stdout, stderr } = await spawnScript(name, ...words, '--state', stateDir);
      if (exitCode !== 0) throw new Error(stderr);
      return stdout;
    },
    async stop() {
      await started.stop();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}
