import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { findFreePort } from '../node/free-port.ts';

/**
 * The servers to which redirects are exported: Debian's nginx and Caddy, and Cloudflare's server for static assets. They check the formats
 * of exports.
 */

const SERVERS = ['nginx', 'caddy'];

/** Debian installs nginx where only root looks. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];

/** Whether both are installed. If `REQUIRE_REDIRECT_SERVERS` is set, a missing one is an error. */
export function hasRedirectServers(): boolean {
  const missing = SERVERS.filter((name) => findCommand(name) === null);
  if (missing.length === 0) return true;
  const line = `Tests of exported redirects need ${missing.join(', ')}: apt-get install nginx caddy`;
  if (process.env['REQUIRE_REDIRECT_SERVERS']) throw new Error(line);
  console.warn(`${line}. They are skipped.`);
  return false;
}

function findCommand(name: string): string | null {
  return FOLDERS.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

export interface RedirectServer {
  /** The status and `Location` header of a response to HEAD, exactly as the server wrote them. The first host, unless another is named. */
  ask(path: string, host?: string): Promise<{ readonly status: number; readonly location: string | null }>;
  stop(): Promise<void>;
}

/** The redirects of hosts: the text of their exported file by host. */
export type FilesOfHosts = Readonly<Record<string, string>>;

/** nginx with the exported files of hosts, used as the comments at their tops say, beside a map of its own. */
export async function startNginx(files: FilesOfHosts, once: string): Promise<RedirectServer> {
  const port = await findFreePort();
  const hosts = Object.keys(files);
  const site = (host: string) => {
    const lines = readComment(files[host] ?? '', 'say:', 4);
    return `server { listen 127.0.0.1:${port}; server_name ${host}; ${lines.join('\n')} }`;
  };
  const folder = await writeFolder({
    ...Object.fromEntries(hosts.map((host) => [`${host}/redirects.nginx.conf`, files[host] ?? ''])),
    'redirects.nginx-once.conf': once,
    'nginx.conf': `daemon off; master_process off; pid nginx.pid; error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
  include redirects.nginx-once.conf;
  map $http_accept_language $language { default en; "~^de" de; }
  ${hosts.map((host) => `include ${host}/redirects.nginx.conf;`).join('\n  ')}
  ${hosts.map(site).join('\n  ')}
}
`,
  });
  return startServer(folder, port, [
    'nginx',
    '-e',
    'stderr',
    '-p',
    `${folder}/`,
    '-c',
    join(folder, 'nginx.conf'),
  ]);
}

/** Caddy with the exported files of hosts, used as the comments at their tops say. */
export async function startCaddy(files: FilesOfHosts): Promise<RedirectServer> {
  const port = await findFreePort();
  const hosts = Object.keys(files);
  const site = (host: string) => {
    const [, line = ''] = /say: (import .*)/.exec(files[host] ?? '') ?? [];
    return `http://${host}:${port} {\n  bind 127.0.0.1\n  ${line}\n}\n`;
  };
  const folder = await writeFolder({
    ...Object.fromEntries(hosts.map((host) => [`${host}/redirects.caddyfile`, files[host] ?? ''])),
    Caddyfile: `{
  admin off
  auto_https off
}
${hosts.map((host) => `import ${host}/redirects.caddyfile\n`).join('')}
${hosts.map(site).join('')}`,
  });
  return startServer(folder, port, [
    'caddy',
    'run',
    '--config',
    join(folder, 'Caddyfile'),
    '--adapter',
    'caddyfile',
  ]);
}

/** The lines of a comment below the one that ends in some words. */
function readComment(text: string, words: string, count: number): string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.endsWith(words)) + 1;
  return lines.slice(start, start + count).map((line) => line.replace(/^# +/, ''));
}

/** The server for static assets of Workers and Pages, with files in its folder. */
export async function startAssets(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<RedirectServer> {
  const folder = await writeFolder(files);
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      handleStructuredLogs: () => undefined,
      workers: [
        {
          name: 'assets',
          compatibilityDate: '2026-11-01',
          modules: true,
          script: 'export default { fetch: (request, env) => env.ASSETS.fetch(request) };',
          assets: { directory: folder, binding: 'ASSETS' },
        },
      ],
    }),
  );
  const url = await miniflare.ready;
  return {
    ask: (path, host) => ask(url, path, host),
    async stop() {
      await miniflare.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

async function writeFolder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qr-redirects-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

export async function startServer(
  folder: string,
  port: number,
  [name = '', ...args]: string[],
): Promise<RedirectServer> {
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(findCommand(name) ?? name, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += String(data)));
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async () => {
    child.kill();
    await exited;
    await rm(folder, { recursive: true });
  };
  const url = new URL(`http://127.0.0.1:${port}`);
  while (!(await ask(url, '/').catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${printed}`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return { ask: (path, host) => ask(url, path, host), stop };
}

type Answer = Awaited<ReturnType<RedirectServer['ask']>>;

/** Unlike fetch, this sends the path as it is, and any host. */
function ask({ hostname, port }: URL, path: string, host?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { Host: host };
    const sent = request({ hostname, port, path, headers, method: 'HEAD', agent: false }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null });
    });
    sent.on('error', reject).end();
  });
}
