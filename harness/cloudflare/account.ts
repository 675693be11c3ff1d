import { randomUUID } from 'node:crypto';
import type { DatabaseCopy } from './database-copy.ts';

/** The content of a fake Cloudflare account. Ids look like Cloudflare's: UUIDs for D1, 32 hexadecimal characters elsewhere. */
export interface Account {
  readonly id: string;
  readonly token: string;
  /** That of `wrangler login`; null before it: see log-in.ts. */
  login: Login | null;
  /** The other accounts that the token and the login reach. */
  readonly others: { readonly id: string; readonly name: string }[];
  /** The account's name below workers.dev; null until it is chosen. */
  subdomain: string | null;
  /** The names below workers.dev of others. */
  readonly takenSubdomains: Set<string>;
  readonly databases: Map<string, Database>;
  readonly namespaces: Map<string, Namespace>;
  readonly buckets: Map<string, Bucket>;
  readonly queues: Map<string, Queue>;
  readonly scripts: Map<string, Script>;
  /** The static assets by their hashes, and the files that the token of each upload stands for. */
  readonly assets: {
    readonly hashes: Map<string, UploadedFile>;
    readonly tokens: Map<string, AssetManifest>;
  };
  readonly domains: Domain[];
  readonly zones: Zone[];
  /** Datasets of Analytics Engine, each with its number of points in the last day. */
  readonly datasets: Map<string, number>;
  readonly usage: Usage;
  readonly faults: Faults;
}

/** OAuth's two tokens: the second renews the first, and is itself replaced then. A token is null once it is of no use. */
export interface Login {
  accessToken: string | null;
  refreshToken: string | null;
}

export interface UploadedFile {
  readonly body: Buffer;
  readonly type: string;
}

/** The hashes of files by their paths. */
export type AssetManifest = Readonly<Record<string, string>>;

export interface Database {
  readonly id: string;
  readonly name: string;
  readonly location: string | null;
  /** Absent until it is set. */
  replication?: 'auto' | 'disabled';
  readonly copy: DatabaseCopy;
}

export interface Namespace {
  readonly id: string;
  readonly title: string;
  readonly values: Map<string, string>;
}

export interface Bucket {
  readonly name: string;
  readonly location: string | null;
  readonly domains: { readonly domain: string; readonly zoneId: string }[];
  readonly objects: Map<string, UploadedFile>;
}

export interface Queue {
  readonly id: string;
  readonly name: string;
  readonly consumers: { readonly id: string; readonly script: string }[];
}

export interface Script {
  readonly name: string;
  readonly secrets: Map<string, string>;
  readonly versions: Version[];
  readonly deployments: {
    readonly id: string;
    readonly versionId: string;
    readonly createdAt: string;
    readonly message: string;
  }[];
  crons: string[];
  isOnWorkersDev: boolean;
}

export interface Version {
  readonly id: string;
  readonly bindings: readonly Binding[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The uploaded modules by their names. */
  readonly modules: ReadonlyMap<string, UploadedFile>;
  readonly assets: AssetManifest;
  readonly annotations: Readonly<Record<string, string>>;
}

export type Binding = Readonly<Record<string, unknown>> & { readonly type: string; readonly name: string };

/** A custom domain of a Worker. */
interface Domain {
  readonly id: string;
  readonly hostname: string;
  readonly zoneId: string;
  service: string;
}

export interface Zone {
  readonly id: string;
  readonly name: string;
  status: 'active' | 'pending';
  readonly accountId: string;
  readonly records: DnsRecord[];
  readonly routes: { readonly id: string; readonly pattern: string; readonly script: string | null }[];
  /** Of Cloudflare for SaaS. */
  fallbackOrigin: { readonly origin: string; status: string } | null;
  readonly customHostnames: { readonly id: string; readonly hostname: string }[];
}

export interface DnsRecord {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly content: string;
  readonly proxied: boolean;
}

/** Use in the last day, as the GraphQL API reports it. */
interface Usage {
  requests: number;
  kvWrites: number;
  rowsWritten: number;
  rowsRead: number;
}

/** The faults that the account should show. */
interface Faults {
  r2NotSubscribed: boolean;
  analyticsEngineOff: boolean;
  /** The account is on Workers Free, which refuses a limit of the CPU. */
  isFree: boolean;
  /** Analytics Engine keeps one of this many points. */
  sampleInterval: number;
  /** The Analytics SQL API multiplies counts by the sample interval a second time. */
  weightsTwice: boolean;
  /** Parts of paths that the token may not access: they get a 403 with code 10000. */
  denied: string[];
  /** Breaks requests: receives `METHOD /path` and the number of writes before it; null lets the request pass. */
  breaks: ((request: string, writesBefore: number) => Break | null) | null;
  /** Leaves fields out of responses: receives `METHOD /path` and the path of a field, like `result[].account.name`. */
  omits: ((request: string, field: string) => boolean) | null;
}

/**
 * A connection that is cut before or after the request is carried out; no response ever; a status instead of a result; or a response that
 * Cloudflare's API does not give.
 */
export type Break = 'cut before' | 'cut after' | 'hang' | 403 | 404 | 429 | 500 | keyof typeof STRANGE;

/** Responses as of firewalls, proxies and broken servers: status and body. */
export const STRANGE = {
  'blocked page': [403, '<!DOCTYPE html><html><head><title>Attention Required!</title></head></html>'],
  'login page': [200, '<html><head><title>Welcome to the hotel</title></head></html>'],
  'error page': [502, '<html><head><title>502 Bad Gateway</title></head></html>'],
  null: [200, 'null'],
  'null result': [200, '{"success":true,"errors":[],"messages":[],"result":null}'],
  'empty object': [200, '{"success":true,"errors":[],"messages":[],"result":{}}'],
  'list of empty objects': [200, '{"success":true,"errors":[],"messages":[],"result":[{}]}'],
  'other JSON': [200, '{"ok":1}'],
  nothing: [200, ''],
} as const;

export function createAccount(id = hexId(), token = `token-${randomUUID()}`): Account {
  return {
    id,
    token,
    login: null,
    others: [],
    subdomain: 'team',
    takenSubdomains: new Set(),
    databases: new Map(),
    namespaces: new Map(),
    buckets: new Map(),
    queues: new Map(),
    scripts: new Map(),
    assets: { hashes: new Map(), tokens: new Map() },
    domains: [],
    zones: [],
    datasets: new Map(),
    usage: { requests: 0, kvWrites: 0, rowsWritten: 0, rowsRead: 0 },
    faults: {
      r2NotSubscribed: false,
      analyticsEngineOff: false,
      isFree: false,
      sampleInterval: 1,
      weightsTwice: false,
      denied: [],
      breaks: null,
      omits: null,
    },
  };
}

/** Adds a zone to an account. */
export function addZone(account: Account, name: string, accountId = account.id): Zone {
  const zone: Zone = {
    id: hexId(),
    name,
    status: 'active',
    accountId,
    records: [],
    routes: [],
    fallbackOrigin: null,
    customHostnames: [],
  };
  account.zones.push(zone);
  return zone;
}

export function addRecord(zone: Zone, name: string, content = '192.0.2.1', type = 'A'): DnsRecord {
  const record = { id: hexId(), type, name, content, proxied: true };
  zone.records.push(record);
  return record;
}

/** Adds a Worker to an account: one without a version, unless `parts` say more. */
export function addScript(account: Account, name: string, parts: Partial<Script> = {}): Script {
  const script: Script = {
    name,
    secrets: new Map(),
    versions: [],
    deployments: [],
    crons: [],
    isOnWorkersDev: false,
    ...parts,
  };
  account.scripts.set(name, script);
  return script;
}

export function hexId(): string {
  return randomUUID().replaceAll('-', '');
}
