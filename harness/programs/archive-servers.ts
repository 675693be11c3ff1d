import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { findFreePort } from '../node/free-port.ts';
import { startServer } from './redirect-servers.ts';

/** Debian's nginx and Caddy with an unpacked archive of everything, each set up as its README and the first lines of its files say. */

const execute = promisify(execFile);

export interface ArchiveServer {
  /** The response to GET. */
  get(path: string): Promise<Answer>;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly type: string | null;
  readonly body: Buffer;
}

/** Unpacks parts of the archive into one folder, and the pages of each host as the README says. */
export async function unpackArchive(parts: readonly Uint8Array[], hosts: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qr-everything-'));
  for (const [i, part] of parts.entries()) {
    await writeFile(join(folder, `part-${i}.zip`), part);
    // unzip writes names in the encoding of the locale.
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    await execute('unzip', ['-q', '-o', `part-${i}.zip`], { cwd: folder, env });
  }
  for (const host of hosts) {
    const [commands = ''] = await readBlocks(folder, host);
    await execute('sh', ['-e', '-c', commands], { cwd: folder });
  }
  return folder;
}

/** What stands indented in the README: commands, lines for nginx, lines for Caddy. */
async function readBlocks(folder: string, host: string): Promise<string[]> {
  const text = await readFile(join(folder, 'README.txt'), 'utf8');
  return text
    .replaceAll('/srv/qr', folder)
    .replaceAll('brand.example', host)
    .split('\n\n')
    .filter((paragraph) => paragraph.startsWith('    '));
}

export async function serveWithNginx(folder: string, host: string): Promise<ArchiveServer> {
  const [, lines = ''] = await readBlocks(folder, host);
  const head = await readFile(join(folder, 'redirects', host, 'redirects.nginx.conf'), 'utf8');
  const [, said = ''] = /say:\n((?:# {3,}.*\n)*?)# +return 404;/.exec(head) ?? [];
  const port = await findFreePort();
  const own = await mkdtemp(join(tmpdir(), 'qr-nginx-'));
  await writeFile(
    join(own, 'nginx.conf'),
    `daemon off; master_process off; pid nginx.pid; error_log stderr;
events {}
http {
  access_log off;
  types { application/pdf pdf; text/html html; }
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
  include ${folder}/redirects/${host}/*.conf;
  server {
    listen 127.0.0.1:${port};
    ${said.replaceAll(/^# +/gm, '')}
    ${lines}
  }
}
`,
  );
  const words = ['nginx', '-e', 'stderr', '-p', `${own}/`, '-c', join(own, 'nginx.conf')];
  const server = await startServer(own, port, words);
  return { get: (path) => get(host, port, path), stop: () => server.stop() };
}

export async function serveWithCaddy(folder: string, host: string): Promise<ArchiveServer> {
  const [, , lines = ''] = await readBlocks(folder, host);
  const text = await readFile(join(folder, 'redirects', host, 'redirects.caddyfile'), 'utf8');
  const [target = ''] = /qr_target\w*/.exec(text) ?? [];
  const [said = ''] = /import qr_redirects\w*/.exec(text) ?? [];
  const port = await findFreePort();
  const own = await mkdtemp(join(tmpdir(), 'qr-caddy-'));
  await writeFile(
    join(own, 'Caddyfile'),
    `{
  admin off
  auto_https off
}
import ${folder}/redirects/${host}/*.caddyfile
http://${host}:${port} {
  bind 127.0.0.1
  ${lines.replaceAll('qr_target', target)}
  ${said}
}
`,
  );
  const words = ['caddy', 'run', '--config', join(own, 'Caddyfile'), '--adapter', 'caddyfile'];
  const server = await startServer(own, port, words);
  return { get: (path) => get(host, port, path), stop: () => server.stop() };
}

/** No resolver knows the host, so the request says it. */
function get(host: string, port: number, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers: { Host: `${host}:${port}` }, agent: false };
    const sent = request(options, (response) => {
      const { statusCode: status = 0, headers } = response;
      const { location = null, 'content-type': type = null } = headers;
      buffer(response).then((body) => resolve({ status, location, type, body }), reject);
    });
    sent.on('error', reject).end();
  });
}
