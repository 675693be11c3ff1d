import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkContract } from '#scripts/development/check-contract.ts';
import { findContractBreaks } from '#scripts/development/contract-breaks.ts';

type Json = Record<string, unknown>;

const ACCEPTED = 'openapi.json';
const folder = mkdtempSync(join(tmpdir(), 'contract-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Applies changes to the contract, and writes it to a file in the test's folder. */
function write(name: string, changes: readonly ((document: Json) => unknown)[]): string {
  const document = JSON.parse(readFileSync(ACCEPTED, 'utf8')) as Json;
  for (const change of changes) change(document);
  const file = join(folder, name);
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  return file;
}

/** The place in a document to which a path of names leads. */
function at(document: Json, ...names: string[]): Json {
  return names.reduce<Json>((place, name) => {
    const next = place[name] as Json | undefined;
    if (!next) throw new Error(`There is no ${names.join(' ')} in the document.`);
    return next;
  }, document);
}

const listAt = (place: Json, name: string) => place[name] as unknown[];
const operation = (document: Json, method: string, path: string, ...names: string[]) =>
  at(document, 'paths', path, method, ...names);
const schema = (document: Json, name: string, ...names: string[]) =>
  at(document, 'components', 'schemas', name, ...names);
const field = (document: Json, schemaName: string, name: string, ...names: string[]) =>
  schema(document, schemaName, 'properties', name, ...names);
const parameters = (document: Json) => listAt(operation(document, 'get', '/v1/qr'), 'parameters') as Json[];
const parameter = (document: Json, name: string) =>
  parameters(document).find((entry) => entry['name'] === name) ?? {};
const set = (place: Json, values: Json) => Object.assign(place, values);

/** Changes that break callers, each with its message in the report. No two affect the same place. */
const BREAKS: [string, (document: Json) => unknown, string][] = [
  ['a path is removed', (d) => delete at(d, 'paths')['/v1/qr/bulk'], '(path-removed)'],
  ['a method is removed', (d) => delete at(d, 'paths', '/v1/qr/{id}')['delete'], '(operation-removed)'],
  [
    'a response status is removed',
    (d) => delete operation(d, 'patch', '/v1/qr/{id}', 'responses')['412'],
    '`412` was removed. (response-removed)',
  ],
  [
    'a media type is removed',
    (d) => delete operation(d, 'get', '/v1/qr/export.csv', 'responses', '200', 'content')['text/csv'],
    '`text/csv` was removed. (media-type-removed)',
  ],
  [
    'a response header is removed',
    (d) => delete operation(d, 'get', '/v1/qr/{id}', 'responses', '200', 'headers')['ETag'],
    '`ETag` was removed. (response-header-removed)',
  ],
  [
    'a success has another status',
    (d) => set(operation(d, 'post', '/v1/qr', 'responses'), { 201: { description: 'Created.' } }),
    '/v1/qr/post/responses/201: A success has another status. (success-status-added)',
  ],
  [
    'an open path requires a key',
    (d) => delete operation(d, 'get', '/health')['security'],
    'health/get/security: The authentication changed. (security-changed)',
  ],
  [
    'a request field is removed',
    (d) => delete schema(d, 'CreateQrCode', 'properties')['margin'],
    '`margin` of `CreateQrCode` was removed. (property-removed)',
  ],
  [
    'a new request field is required',
    (d) => {
      set(schema(d, 'UpdateQrCode', 'properties'), { team: { type: 'string' } });
      set(schema(d, 'UpdateQrCode'), { required: ['team'] });
    },
    '`UpdateQrCode` became required: `team`. (required-properties-added)',
  ],
  [
    'a request field has another type',
    (d) => set(field(d, 'CreateQrCode', 'dynamic'), { type: 'string' }),
    "`dynamic` narrowed from 'boolean' to 'string'. (schema-type-changed)",
  ],
  [
    'a request field takes null no more',
    (d) => listAt(field(d, 'CreateQrCode', 'title'), 'anyOf').pop(),
    '`anyOf` subschema of `title` was removed. (schema-combinator-changed)',
  ],
  [
    'a request takes a value no more',
    (d) => set(field(d, 'CreateQrCode', 'format'), { enum: ['png'] }),
    "`format` lost values: 'svg'. (enum-values-removed)",
  ],
  [
    'a lower bound of a request rises',
    (d) => set(field(d, 'CreateQrCode', 'size'), { minimum: 256 }),
    "`size` changed from '>= 128' to '>= 256'. (schema-constraint-changed)",
  ],
  [
    'a request has a new maximum length',
    (d) => set(field(d, 'CreateQrCode', 'target'), { maxLength: 100 }),
    "`target` was set to '100'. (schema-constraint-changed)",
  ],
  [
    'a pattern of a request narrows',
    (d) => set(field(d, 'CreateQrCode', 'color', 'properties', 'dark'), { pattern: '^#[0-9a-f]{6}$' }),
    '`pattern` of `dark` changed',
  ],
  [
    'a default changes',
    (d) => set(field(d, 'CreateQrCode', 'error_correction'), { description: 'Default: `H`.' }),
    'The default was M, is H. (default-changed)',
  ],
  [
    'a default of a parameter changes',
    (d) => set(at(parameter(d, 'limit'), 'schema'), { default: 50 }),
    'The default was 20, is 50. (default-changed)',
  ],
  [
    'a parameter is removed',
    (d) =>
      set(operation(d, 'get', '/v1/qr'), {
        parameters: parameters(d).filter(({ name }) => name !== 'q'),
      }),
    '`q` query parameter was removed. (parameter-removed)',
  ],
  [
    'an optional parameter is required',
    (d) => set(parameter(d, 'limit'), { required: true }),
    '`limit` query parameter became required. (parameter-became-required)',
  ],
  [
    'a body is required where none was',
    (d) => set(operation(d, 'get', '/v1/qr/{id}/stats'), { requestBody: { required: true, content: {} } }),
    'A request body is required. (required-request-body-added)',
  ],
  [
    'a response field is removed',
    (d) => delete schema(d, 'QrCodeDetails', 'properties')['margin'],
    '`margin` of `QrCodeDetails` was removed. (property-removed)',
  ],
  [
    'a response field may be missing',
    (d) => {
      const required = listAt(schema(d, 'Error'), 'required');
      required.splice(required.indexOf('request_id'), 1);
    },
    'no longer required: `request_id`. (required-properties-removed)',
  ],
  [
    'a whole number of a response may have a fraction',
    (d) => set(field(d, 'ScanStatistics', 'total_scans'), { type: 'number' }),
    "`total_scans` widened from 'integer' to 'number'. (schema-type-changed)",
  ],
  [
    'an error code is removed',
    (d) => {
      const codes = listAt(schema(d, 'ErrorCode'), 'enum');
      codes.splice(codes.indexOf('low_contrast'), 1);
    },
    'Enum lost values: low_contrast. (response-value-removed)',
  ],
  [
    'a new code has a tenth field',
    (d) => set(schema(d, 'QrCode', 'properties'), { team: { type: 'string' } }),
    'The nine fields of a new code are all. (new-code-extended)',
  ],
];

/** Changes that docs/interface.md allows at any time. */
const ADDITIONS: ((document: Json) => unknown)[] = [
  (d) => set(at(d, 'paths'), { '/v1/teams': { get: { responses: { 200: { description: 'Teams.' } } } } }),
  (d) => set(operation(d, 'get', '/v1/qr', 'responses'), { 404: { description: 'Not found.' } }),
  (d) =>
    parameters(d).push({
      name: 'team',
      in: 'query',
      schema: { type: 'string' },
    }),
  (d) => set(schema(d, 'CreateQrCode', 'properties'), { logo: { type: 'string', default: '' } }),
  (d) => set(field(d, 'CreateQrCode', 'size'), { minimum: 64, maximum: 4096 }),
  (d) => delete field(d, 'CreateQrCode', 'color', 'properties', 'dark')['pattern'],
  (d) => set(schema(d, 'QrCodeDetails', 'properties'), { logo: { type: 'string' } }),
  (d) =>
    set(operation(d, 'get', '/v1/qr', 'responses', '200', 'headers'), {
      Deprecation: { schema: { type: 'string' } },
    }),
  (d) => listAt(schema(d, 'ErrorCode'), 'enum').push('payment_required'),
  (d) =>
    [schema(d, 'ContentType'), field(d, 'CreateQrCode', 'type')].map((place) =>
      listAt(place, 'enum').push('gs1'),
    ),
  (d) => set(operation(d, 'post', '/v1/qr'), { summary: 'Make one' }),
];

describe('the report of breaks', () => {
  let found: string[];
  beforeAll(() => {
    found = findContractBreaks(
      ACCEPTED,
      write(
        'broken.json',
        BREAKS.map(([, change]) => change),
      ),
    );
  });

  it.each(BREAKS)('names it if %s', (_, __, expected) => {
    expect(found).toContainEqual(expect.stringContaining(expected));
  });

  it('is empty if the contract only grows', () => {
    expect(findContractBreaks(ACCEPTED, write('grown.json', ADDITIONS))).toEqual([]);
  });

  it('leaves out the rules that are accepted', () => {
    const revision = write('default.json', [
      (d) => set(field(d, 'CreateQrCode', 'size'), { description: 'Default: `2048`.' }),
    ]);
    expect(findContractBreaks(ACCEPTED, revision, ['default-changed'])).toEqual([]);
  });
});

/** Checks a folder whose accepted contract is the current one from before some changes. */
function checkOn(changes: ((document: Json) => unknown)[], options: Parameters<typeof checkContract>[1]) {
  const before = readFileSync(write(ACCEPTED, changes), 'utf8');
  const { isAccepted, lines } = checkContract(folder, options);
  const after = readFileSync(join(folder, ACCEPTED), 'utf8');
  return { isAccepted, output: lines.join('\n'), isWritten: after !== before, after };
}

describe('the contract', () => {
  const widened = (d: Json) => set(field(d, 'CreateQrCode', 'size'), { maximum: 1024 });
  const narrowed = (d: Json) => set(field(d, 'CreateQrCode', 'size'), { maximum: 65_536 });

  it('is the one of openapi.json', () => {
    expect(checkOn([], {})).toMatchObject({ isAccepted: true });
  });

  it('fails the check if a change that breaks nobody is not recorded, and names the command', () => {
    const { isAccepted, output, isWritten } = checkOn([widened], {});
    expect([isAccepted, isWritten]).toEqual([false, false]);
    expect(output).toContain('npm run contract:accept');
  });

  it('is recorded by one command if it only grew', () => {
    const after = readFileSync(ACCEPTED, 'utf8');
    expect(checkOn([widened], { accept: true })).toMatchObject({ isAccepted: true, after });
  });

  it('is refused if it breaks callers, even when it would be recorded', () => {
    const { isAccepted, output, isWritten } = checkOn([narrowed], { accept: true });
    expect([isAccepted, isWritten]).toEqual([false, false]);
    expect(output).toContain('(schema-constraint-changed)');
  });

  it('is recorded despite a rule that is named', () => {
    const despite = ['schema-constraint-changed'];
    expect(checkOn([narrowed], { accept: true, despite })).toMatchObject({
      isAccepted: true,
      isWritten: true,
    });
  });

  it('is checked by the command, which fails if it is refused', () => {
    write(ACCEPTED, [narrowed]);
    const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/development/contract.ts')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('(schema-constraint-changed)');
  });
});
