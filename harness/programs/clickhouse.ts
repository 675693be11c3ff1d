import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../node/free-port.ts';

export interface ClickHouse {
  /** Runs one statement and returns the text of the response; throws the server's message on failure. */
  run(sql: string): Promise<string>;
  stop(): Promise<void>;
}

/** Debian installs the server where only root looks. */
const SEARCH_PATH = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;

export function hasClickHouse(): boolean {
  return (
    spawnSync('sh', ['-c', 'command -v clickhouse-server'], { env: { ...process.env, PATH: SEARCH_PATH } })
      .status === 0
  );
}

/** A separate ClickHouse server on a free loopback port, with an empty data folder that is deleted when it stops. */
export async function startClickHouse(): Promise<ClickHouse> {
  const dir = mkdtempSync(join(tmpdir(), 'qr-clickhouse-'));
  const port = await findFreePort();
  writeConfig(dir, port, await findFreePort());
  const server = spawn('clickhouse-server', [`--config-file=${dir}/config.xml`], {
    env: { ...process.env, PATH: SEARCH_PATH },
    stdio: 'ignore',
  });
  const exited = new Promise<void>((done) => {
    server.once('error', () => done());
    server.once('exit', () => done());
  });
  const kill = () => server.kill('SIGKILL');
  // However this process ends, the server ends with it.
  process.once('exit', kill);
  const stop = async () => {
    server.kill('SIGKILL');
    await exited;
    process.off('exit', kill);
    rmSync(dir, { recursive: true, force: true });
  };

  const url = `http://127.0.0.1:${port}/`;
  const run = async (sql: string) => {
    const response = await fetch(url, { method: 'POST', body: sql });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  try {
    await waitUntilReady(run);
  } catch (error) {
    await stop();
    throw error;
  }
  return { run, stop };
}

function writeConfig(dir: string, httpPort: number, tcpPort: number): void {
  for (const name of ['data', 'tmp', 'schemas']) mkdirSync(join(dir, name));
  writeFileSync(
    join(dir, 'config.xml'),
    `<yandex>
      <logger><level>none</level></logger>
      <http_port>${httpPort}</http_port><tcp_port>${tcpPort}</tcp_port><listen_host>127.0.0.1</listen_host>
      <path>${dir}/data/</path><tmp_path>${dir}/tmp/</tmp_path><format_schema_path>${dir}/schemas/</format_schema_path>
      <users_config>${dir}/users.xml</users_config>
      <default_profile>default</default_profile><default_database>default</default_database>
      <mark_cache_size>67108864</mark_cache_size><timezone>UTC</timezone>
    </yandex>`,
  );
  writeFileSync(
    join(dir, 'users.xml'),
    `<yandex>
      <profiles><default></default></profiles><quotas><default></default></quotas>
      <users><default>
        <password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
      </default></users>
    </yandex>`,
  );
}

async function waitUntilReady(run: (sql: string) => Promise<string>): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      await run('SELECT 1');
      return;
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error('clickhouse-server was not ready within 30 seconds', { cause: error });
      await new Promise((resume) => setTimeout(resume, 50));
    }
  }
}
