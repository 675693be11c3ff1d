import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import type { Account, Script } from '../account.ts';
import { refuseHost } from '../network.ts';
import type { OpenAccount } from '../open-account.ts';
import { serveDatabases } from './serve-databases.ts';
import { assetOf, liveVersionOf, toWorker } from './uploaded-worker.ts';

/** The network in front of an account: its hosts, and the Workers on them, as they were uploaded. */
export interface Edge extends AsyncDisposable {
  readonly fetch: typeof fetch;
  /** What failed in this edge itself, which its callers take for a network that fails. */
  readonly failures: unknown[];
  /** Ends all isolates, so that what they remembered is gone. */
  readonly restart: () => Promise<void>;
}

/**
 * Runs the Workers of an account in workerd, each as wrangler has uploaded it, with the account's own D1, and local KV, queues and R2. A host
 * leads to its Worker or its bucket once the account says so, and a deployment is live at once.
 *
 * @param internet answers what the Workers fetch
 */
export async function openEdge(
  { account }: Pick<OpenAccount, 'account'>,
  internet: (url: string) => Response = () => new Response(null, { status: 502 }),
): Promise<Edge> {
  const folder = mkdtempSync(join(tmpdir(), 'qr-edge-'));
  const databases = await serveDatabases(account);
  const failures: unknown[] = [];
  let running: { readonly state: string; readonly miniflare: Miniflare } | null = null;

  async function run(): Promise<Miniflare> {
    const scripts = [...account.scripts.values()].filter((script) => liveVersionOf(script));
    const state = scripts.map((script) => `${liveVersionOf(script)?.id} ${script.secrets.size}`).join();
    if (running?.state === state) return running.miniflare;
    await running?.miniflare.dispose();
    const outboundService = ({ url }: { readonly url: string }) => internet(url) as never;
    const workers = scripts.map((script) =>
      Object.assign(toWorker(account, script, databases.url), {
        outboundService,
        // Miniflare refuses forms of other origins than these.
        routes: account.domains.flatMap(({ hostname, service }) =>
          service === script.name ? [`${hostname}/*`] : [],
        ),
      }),
    );
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        workers,
        resourcePersistencePath: folder,
        handleStructuredLogs: () => undefined,
      }),
    );
    running = { state, miniflare };
    await miniflare.ready;
    return miniflare;
  }

  async function answer(request: Request): Promise<Response | null> {
    const { hostname, pathname } = new URL(request.url);
    const bucket = [...account.buckets.values()].find(({ domains }) =>
      domains.some(({ domain }) => domain === hostname),
    );
    if (bucket) return fromBucket(await run(), account, bucket.name, pathname.slice(1));
    const script = findScriptOf(account, hostname);
    if (!script) return null;
    const asset = assetOf(account, script, pathname);
    if (asset) return new Response(new Uint8Array(asset.body), { headers: { 'Content-Type': asset.type } });
    const worker = await (await run()).getWorker(script.name);
    const { method, headers, redirect } = request;
    const body = method === 'GET' || method === 'HEAD' ? null : Buffer.from(await request.arrayBuffer());
    const answered = await worker.fetch(request.url, {
      method,
      headers: [...headers],
      redirect: redirect as 'follow' | 'manual',
      body,
    });
    const empty = [204, 304].includes(answered.status);
    return new Response(empty ? null : await answered.arrayBuffer(), {
      status: answered.status,
      headers: [...answered.headers],
    });
  }

  return {
    failures,
    async fetch(input, init) {
      const request = new Request(input, init);
      const { hostname } = new URL(request.url);
      if (hostname === '127.0.0.1') return fetch(request);
      const answered = await answer(request).catch((error: unknown) => {
        failures.push(error);
        throw error;
      });
      return answered ?? refuseHost(hostname);
    },
    async restart() {
      await running?.miniflare.dispose();
      running = null;
    },
    async [Symbol.asyncDispose]() {
      await running?.miniflare.dispose();
      await databases.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The Worker on a host. */
function findScriptOf({ domains, scripts, subdomain }: Account, host: string): Script | undefined {
  const service = domains.find(({ hostname }) => hostname === host)?.service;
  if (service !== undefined) return scripts.get(service);
  return [...scripts.values()].find(
    ({ name, isOnWorkersDev }) => isOnWorkersDev && host === `${name}.${subdomain}.workers.dev`,
  );
}

/** As the public host of a bucket answers. */
async function fromBucket(
  miniflare: Miniflare,
  account: Account,
  bucket: string,
  key: string,
): Promise<Response> {
  for (const script of account.scripts.values()) {
    const binding = liveVersionOf(script)?.bindings.find((one) => one['bucket_name'] === bucket);
    if (!binding) continue;
    const object = await (await miniflare.getR2Bucket(binding.name, script.name)).get(key);
    if (!object) break;
    const headers = { 'Content-Type': object.httpMetadata?.contentType ?? 'application/octet-stream' };
    return new Response(await object.arrayBuffer(), { headers });
  }
  return new Response('404', { status: 404 });
}
