import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { OpenAccount } from './open-account.ts';
import { isWrite } from './stand-in.ts';

/** The process that dies: setup with the wrangler that it waits for, only setup while wrangler goes on, or only wrangler. */
export type Victim = 'both' | 'setup' | 'wrangler';

export interface Killing {
  readonly victim: Victim;
  /** Whether the request during which the victim dies is still carried out. */
  readonly isRequestDone: boolean;
  /** The domain of the installation; none if left out. */
  readonly domain?: string;
  /** Chooses the requests that kill, among those that change something; each kills once. All of them if left out. */
  readonly isChosen?: (request: string) => boolean;
}

interface Ending {
  readonly isKilled: boolean;
  readonly exitCode: number | null;
  readonly output: string;
}

/**
 * Runs setup again and again, and kills it during one more request each time, until a run completes.
 * @returns all runs; only the last one was not killed
 */
export async function setUpWithKills(open: OpenAccount, killing: Killing): Promise<Ending[]> {
  const survived = new Set<string>();
  const endings: Ending[] = [];
  do endings.push(await runSetUp(open, killing, survived));
  while (endings.at(-1)?.isKilled);
  return endings;
}

async function runSetUp(open: OpenAccount, killing: Killing, survived: Set<string>): Promise<Ending> {
  const { account, platform } = open;
  const { installationsDir, env } = platform;
  const { domain } = killing;
  const child = spawn(
    process.execPath,
    ['harness/cloudflare/set-up-process.ts', installationsDir, ...(domain ? [domain] : [])],
    // A separate process group, by which its wrangler is found.
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const group = child.pid ?? 0;
  let isKilled = false;
  account.faults.breaks = (line) => {
    if (isKilled || !isChange(line)) return null;
    const point = /\/(query|raw)$/.test(line) ? `${line} ${bookmarksOf(open).join(' ')}` : line;
    if (!(killing.isChosen?.(point) ?? true)) return null;
    const victims = listGroup(group).filter(
      (pid) => killing.victim === 'both' || (pid === group) === (killing.victim === 'setup'),
    );
    if (survived.has(point) || victims.length === 0) return null;
    survived.add(point);
    isKilled = true;
    for (const pid of victims) process.kill(pid, 'SIGKILL');
    return killing.isRequestDone ? 'cut after' : 'cut before';
  };
  const [[exitCode], ...texts] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  // A wrangler that outlives its setup would otherwise interfere with the next one.
  while (listGroup(group).length > 0) await setTimeout(20);
  account.faults.breaks = null;
  return { isKilled, exitCode: exitCode as number | null, output: texts.join('') };
}

/** All queries of D1 have the same path, so the content of the databases identifies those that change something. */
function bookmarksOf({ account }: OpenAccount): string[] {
  return [...account.databases.values()].map(({ copy }) => copy.bookmark());
}

/** Queries of Analytics Engine are also sent by POST. */
function isChange(line: string): boolean {
  return isWrite(line) && !line.endsWith('/analytics_engine/sql');
}

/** The living processes of a group. */
function listGroup(group: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,pgid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, pgid, state]) => Number(pgid) === group && !state?.startsWith('Z'))
    .map(([pid]) => Number(pid));
}

/** The requests that create something with its own id or name. */
export function listCreations({ account, standIn }: OpenAccount): string[] {
  const isCreation = (line: string) =>
    /^POST .*\/(d1\/database|kv\/namespaces|r2\/buckets|domains\/custom)$/.test(line);
  return standIn.requests.filter(isCreation).map((line) => line.replace(account.id, 'account'));
}

/** The result of an installation, without what depends on chance or the clock: equal for any two that were set up alike. */
export function describeEndState({ account, platform }: OpenAccount): object {
  const databases = [...account.databases.values()];
  const rows = (sql: string) => databases.map(({ copy }) => copy.query(sql, [])[0]?.results);
  const ids = new Map<string, string>([
    [account.id, 'account'],
    [platform.installationsDir, 'dir'],
    ...databases.map(({ id, name }): [string, string] => [id, `database ${name}`]),
    ...[...account.namespaces.values()].map(({ id, title }): [string, string] => [id, `namespace ${title}`]),
  ]);
  const withoutIds = (value: unknown): unknown =>
    JSON.parse([...ids].reduce((json, [id, name]) => json.replaceAll(id, name), JSON.stringify(value)));
  const scripts = [...account.scripts.values()];
  const [pepper] = scripts.map(({ secrets }) => secrets.get('PASSWORD_PEPPER'));
  const folder = join(platform.installationsDir, 'qr');
  return {
    databases: databases.map(({ name, location }) => [name, location]),
    migrations: rows('SELECT name FROM d1_migrations ORDER BY id'),
    checksums: rows('SELECT * FROM d1_checksums ORDER BY name'),
    accounts: rows('SELECT name, plan FROM accounts'),
    keys: rows('SELECT name, scope FROM api_keys'),
    people: rows('SELECT name, role FROM people'),
    namespaces: [...account.namespaces.values()].map(({ title }) => title),
    buckets: [...account.buckets.values()].map(({ name, domains }) => [
      name,
      domains.map(({ domain }) => domain),
    ]),
    scripts: scripts.map(({ name, crons, secrets, versions, deployments }) => ({
      name,
      crons,
      secrets: [...secrets.keys()].sort(),
      isPepperShared: secrets.get('PASSWORD_PEPPER') === pepper,
      isNewestLive: deployments.at(-1)?.versionId === versions.at(-1)?.id,
      bindings: withoutIds(versions.at(-1)?.bindings),
    })),
    domains: account.domains.map(({ hostname, service }) => [hostname, service]),
    records: account.zones.flatMap(({ records }) => records.map(({ name, type }) => `${name} ${type}`)),
    files: readdirSync(folder).filter((name) => name.endsWith('.json')),
    configurations: ['api.json', 'shortlink.json'].map((name) =>
      withoutIds(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
    ),
  };
}
