import { randomUUID } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import { type Bucket, type Database, hexId, type Namespace } from '../account.ts';
import { DatabaseCopy } from '../database-copy.ts';
import { ApiFailure, type ApiRequest, param, readJson, type Routes } from './route.ts';

const ACCOUNT = '/accounts/:account';

/** D1, KV and R2, with the error codes that Cloudflare documents or users report. */
export const STORAGE_ROUTES: Routes = {
  [`GET ${ACCOUNT}/d1/database`]: ({ account, query }) =>
    [...account.databases.values()]
      .filter(({ name }) => !query.get('name') || name.includes(query.get('name') ?? ''))
      .map(describeDatabase),
  [`POST ${ACCOUNT}/d1/database`]: createDatabase,
  [`GET ${ACCOUNT}/d1/database/:database`]: (request) => describeDatabase(findDatabase(request)),
  [`PUT ${ACCOUNT}/d1/database/:database`]: (request) => {
    const { mode } = (readJson(request)['read_replication'] ?? {}) as { mode?: string };
    if (mode !== 'auto' && mode !== 'disabled') throw new ApiFailure(400, 7400, 'invalid read_replication');
    const database = findDatabase(request);
    database.replication = mode;
    return describeDatabase(database);
  },
  [`POST ${ACCOUNT}/d1/database/:database/query`]: (request) => queryDatabase(request, 'results'),
  [`POST ${ACCOUNT}/d1/database/:database/raw`]: (request) => queryDatabase(request, 'raw'),
  [`GET ${ACCOUNT}/d1/database/:database/time_travel/bookmark`]: (request) => {
    const time = request.query.get('timestamp');
    return { bookmark: findDatabase(request).copy.bookmark(time ? Date.parse(time) : undefined) };
  },
  [`POST ${ACCOUNT}/d1/database/:database/time_travel/restore`]: restoreDatabase,

  [`GET ${ACCOUNT}/storage/kv/namespaces`]: ({ account }) =>
    [...account.namespaces.values()].map(describeNamespace),
  [`POST ${ACCOUNT}/storage/kv/namespaces`]: createNamespace,
  [`GET ${ACCOUNT}/storage/kv/namespaces/:namespace/values/:key`]: (request) => {
    const value = findNamespace(request).values.get(param(request, 'key'));
    if (value === undefined) throw new ApiFailure(404, 10_009, "get: 'key not found'");
    return new Response(value);
  },
  [`PUT ${ACCOUNT}/storage/kv/namespaces/:namespace/values/:key`]: (request) => {
    findNamespace(request).values.set(param(request, 'key'), request.body.toString('utf8'));
    return null;
  },
  [`DELETE ${ACCOUNT}/storage/kv/namespaces/:namespace/values/:key`]: (request) => {
    findNamespace(request).values.delete(param(request, 'key'));
    return null;
  },
  [`PUT ${ACCOUNT}/storage/kv/namespaces/:namespace/bulk`]: (request) => {
    const { values } = findNamespace(request);
    const pairs = readJson(request) as unknown as { key: string; value: string }[];
    if (pairs.length > 10_000) throw new ApiFailure(400, 10_012, 'too many keys in one bulk write');
    for (const { key, value } of pairs) values.set(key, value);
    return { successful_key_count: pairs.length, unsuccessful_keys: [] };
  },

  [`GET ${ACCOUNT}/r2/buckets`]: (request) => {
    requireR2(request);
    return { buckets: [...request.account.buckets.values()].map(describeBucket) };
  },
  [`POST ${ACCOUNT}/r2/buckets`]: createBucket,
  [`GET ${ACCOUNT}/r2/buckets/:bucket`]: (request) => describeBucket(findBucket(request)),
  [`GET ${ACCOUNT}/r2/buckets/:bucket/domains/custom`]: (request) => ({
    domains: findBucket(request).domains.map(({ domain, zoneId }) => ({
      domain,
      zoneId,
      enabled: true,
      minTLS: '1.2',
      status: { ownership: 'active', ssl: 'active' },
    })),
  }),
  [`POST ${ACCOUNT}/r2/buckets/:bucket/domains/custom`]: addBucketDomain,
  [`PUT ${ACCOUNT}/r2/buckets/:bucket/objects/:key`]: (request) => {
    const { objects } = findBucket(request);
    objects.set(param(request, 'key'), { body: request.body, type: request.contentType });
    return {};
  },
  [`GET ${ACCOUNT}/r2/buckets/:bucket/objects/:key`]: (request) => {
    const object = findBucket(request).objects.get(param(request, 'key'));
    if (!object) throw new ApiFailure(404, 10_007, 'The specified key does not exist.');
    return new Response(new Uint8Array(object.body), { headers: { 'Content-Type': object.type } });
  },
};

function createDatabase(request: ApiRequest): unknown {
  const { name, primary_location_hint: location } = readJson(request) as Record<string, string | undefined>;
  if (!name) throw new ApiFailure(400, 7400, 'name is required');
  if ([...request.account.databases.values()].some((database) => database.name === name))
    throw new ApiFailure(400, 7502, `A database with the name ${name} already exists`);
  const database = { id: randomUUID(), name, location: location ?? null, copy: new DatabaseCopy() };
  request.account.databases.set(database.id, database);
  return describeDatabase(database);
}

function describeDatabase({ id, name, location, replication, copy }: Database) {
  return {
    uuid: id,
    name,
    version: 'production',
    running_in_region: location,
    file_size: copy.fileSize,
    read_replication: { mode: replication ?? 'disabled' },
  };
}

function findDatabase(request: ApiRequest): Database {
  const wanted = param(request, 'database');
  const database =
    request.account.databases.get(wanted) ??
    [...request.account.databases.values()].find(({ name }) => name === wanted);
  if (!database) throw new ApiFailure(404, 7404, `The database ${wanted} could not be found`);
  return database;
}

function queryDatabase(request: ApiRequest, form: 'results' | 'raw'): unknown {
  const { sql, params, batch } = readJson(request) as {
    sql?: string;
    params?: SQLInputValue[];
    batch?: { sql: string; params?: SQLInputValue[] }[];
  };
  const { copy } = findDatabase(request);
  try {
    const results = copy.batch(batch ?? [{ sql: sql ?? '', params: params ?? [] }]);
    const meta = { duration: 0.1, rows_read: 0, rows_written: 0, last_row_id: 0, size_after: copy.fileSize };
    return results.map((result) => ({
      results: result[form],
      success: true,
      meta: { ...meta, changes: result.changes, changed_db: result.changes > 0 },
    }));
  } catch (error) {
    throw new ApiFailure(400, 7500, `${(error as Error).message}: SQLITE_ERROR`);
  }
}

function restoreDatabase(request: ApiRequest): unknown {
  const { copy } = findDatabase(request);
  const time = request.query.get('timestamp');
  const wanted = request.query.get('bookmark') ?? (time ? copy.bookmark(Date.parse(time)) : '');
  const previous = copy.bookmark();
  if (!wanted || !copy.restore(wanted)) throw new ApiFailure(400, 7500, 'Invalid bookmark');
  return { bookmark: copy.bookmark(), previous_bookmark: previous, message: 'Database restored' };
}

function createNamespace(request: ApiRequest): unknown {
  const title = String(readJson(request)['title']);
  if ([...request.account.namespaces.values()].some((namespace) => namespace.title === title))
    throw new ApiFailure(
      400,
      10_014,
      'create namespace: a namespace with this account ID and title already exists',
    );
  const namespace = { id: hexId(), title, values: new Map<string, string>() };
  request.account.namespaces.set(namespace.id, namespace);
  return describeNamespace(namespace);
}

function describeNamespace({ id, title }: Namespace) {
  return { id, title, supports_url_encoding: true };
}

function findNamespace(request: ApiRequest): Namespace {
  const namespace = request.account.namespaces.get(param(request, 'namespace'));
  if (!namespace) throw new ApiFailure(404, 10_013, 'namespace not found');
  return namespace;
}

function requireR2({ account }: ApiRequest): void {
  if (account.faults.r2NotSubscribed)
    throw new ApiFailure(403, 10_042, 'Please enable R2 through the Cloudflare Dashboard.');
}

function createBucket(request: ApiRequest): unknown {
  requireR2(request);
  const { name = '', locationHint } = readJson(request) as Record<string, string | undefined>;
  if (request.account.buckets.has(name))
    throw new ApiFailure(409, 10_004, 'The bucket you tried to create already exists, and you own it.');
  const bucket: Bucket = { name, location: locationHint ?? null, domains: [], objects: new Map() };
  request.account.buckets.set(name, bucket);
  return describeBucket(bucket);
}

function describeBucket({ name, location }: Bucket) {
  return { name, location, storage_class: 'Standard' };
}

function findBucket(request: ApiRequest): Bucket {
  requireR2(request);
  const bucket = request.account.buckets.get(param(request, 'bucket'));
  if (!bucket) throw new ApiFailure(404, 10_006, 'The specified bucket does not exist.');
  return bucket;
}

function addBucketDomain(request: ApiRequest): unknown {
  const bucket = findBucket(request);
  const { domain = '', zoneId = '' } = readJson(request) as Record<string, string | undefined>;
  const zone = request.account.zones.find(({ id }) => id === zoneId);
  if (!zone || (domain !== zone.name && !domain.endsWith(`.${zone.name}`)))
    throw new ApiFailure(400, 10_062, 'The zone is not associated with the domain.');
  if (zone.records.some(({ name }) => name === domain))
    throw new ApiFailure(409, 10_056, `A DNS record for ${domain} already exists.`);
  bucket.domains.push({ domain, zoneId });
  zone.records.push({ id: hexId(), type: 'CNAME', name: domain, content: 'public.r2.dev', proxied: true });
  return { domain, zoneId, enabled: true };
}
