import { describe, expect, it } from 'vitest';
import { findBreaks } from '../../scripts/support/contract-changes.ts';
import type { Json } from '../../scripts/support/schema-changes.ts';
import { createOpenApiDocument } from '../../src/api/openapi/document.ts';
import released from './contract-snapshot.json';

/** Where a path of names leads in a document. */
function at(document: Json, ...names: (string | number)[]): Json {
  return names.reduce<Json>((place, name) => {
    const next = place[name] as Json | undefined;
    if (!next) throw new Error(`There is no ${names.join(' ')} in the document.`);
    return next;
  }, document);
}

const schema = (document: Json, name: string, ...rest: (string | number)[]) =>
  at(document, 'components', 'schemas', name, ...rest);
const field = (document: Json, name: string, property: string) =>
  schema(document, name, 'properties', property);
const operation = (document: Json, method: string, path: string, ...rest: (string | number)[]) =>
  at(document, 'paths', path, method, ...rest);

/** What callers of the released contract would meet after the change. */
function breaksOf(change: (document: Json) => void): string[] {
  const changed = structuredClone(released) as Json;
  change(changed);
  expect(changed).not.toEqual(released);
  return findBreaks(released, changed);
}

describe('the contract', () => {
  it('breaks no caller of the released one', () => {
    const current = JSON.parse(JSON.stringify(createOpenApiDocument())) as Json;
    expect(
      findBreaks(released, current),
      'Callers of /v1 would break: see docs/interface.md, "What may change".',
    ).toEqual([]);
  });
});

describe('a change breaks callers', () => {
  it.each<[string, (document: Json) => void, string]>([
    ['a path goes', (d) => delete at(d, 'paths')['/v1/qr/bulk'], '/v1/qr/bulk: removed'],
    ['a method goes', (d) => delete at(d, 'paths', '/v1/qr/{id}')['patch'], 'PATCH /v1/qr/{id}: removed'],
    [
      'an answer goes',
      (d) => delete operation(d, 'delete', '/v1/qr/{id}', 'responses')['412'],
      'DELETE /v1/qr/{id} 412: removed',
    ],
    [
      'a success has another status',
      (d) => (operation(d, 'post', '/v1/qr', 'responses')['201'] = { description: 'Made.' }),
      'POST /v1/qr 201: a success of another status',
    ],
    [
      'a media type goes',
      (d) => delete operation(d, 'get', '/v1/qr', 'responses', '200', 'content')['text/csv'],
      'GET /v1/qr 200 (text/csv): text/csv removed',
    ],
    [
      'a header of an answer goes',
      (d) => delete operation(d, 'get', '/v1/qr/{id}', 'responses', '200', 'headers')['ETag'],
      'GET /v1/qr/{id} 200: header ETag: removed',
    ],
    [
      'a header of an answer has another type',
      (d) => (at(d, 'components', 'headers', 'Retry-After', 'schema')['type'] = 'string'),
      'POST /v1/qr 429: header Retry-After: type was "integer", is "string"',
    ],
    [
      'what was open needs a key',
      (d) => delete operation(d, 'get', '/health')['security'],
      'GET /health: other authentication',
    ],
    [
      'the keys are of another kind',
      (d) => (d['security'] = [{ oauth: [] }]),
      'GET /v1/qr: other authentication',
    ],
    [
      'a parameter goes',
      (d) =>
        (operation(d, 'get', '/v1/qr')['parameters'] = (
          operation(d, 'get', '/v1/qr', 'parameters') as unknown as Json[]
        ).filter(({ name }) => name !== 'q')),
      'GET /v1/qr: query q: removed',
    ],
    [
      'a parameter must be given',
      (d) => (parameter(d, 'q')['required'] = true),
      'GET /v1/qr: query q: required now',
    ],
    [
      'a new parameter must be given',
      (d) =>
        (operation(d, 'get', '/v1/qr', 'parameters') as unknown as Json[]).push({
          name: 'team',
          in: 'query',
          required: true,
          schema: { type: 'string' },
        }),
      'GET /v1/qr: query team: new and required',
    ],
    [
      'a parameter has a lower limit',
      (d) => (at(parameter(d, 'limit'), 'schema')['maximum'] = 50),
      'GET /v1/qr: query limit: maximum was 100, is 50',
    ],
    [
      'a parameter has another default',
      (d) => {
        const parameters = operation(d, 'get', '/v1/qr', 'parameters') as unknown as Json[];
        at(
          parameters.find(({ name }) => name === 'limit')!,
          'schema',
        )['default'] = 50;
      },
      'GET /v1/qr: query limit: default changed',
    ],
    [
      'a body is needed',
      (d) => (operation(d, 'delete', '/v1/qr/{id}')['requestBody'] = { required: true, content: {} }),
      'DELETE /v1/qr/{id}: a body is required now',
    ],
    [
      'a body is not taken any more',
      (d) => delete operation(d, 'patch', '/v1/qr/{id}')['requestBody'],
      'PATCH /v1/qr/{id}: no body any more',
    ],
    [
      'a request field goes',
      (d) => delete schema(d, 'CreateQrCode', 'properties')['margin'],
      'POST /v1/qr: body: field "margin": removed',
    ],
    [
      'a new request field must be given',
      (d) => {
        schema(d, 'CreateQrCode', 'properties')['team'] = { type: 'string' };
        (schema(d, 'CreateQrCode', 'required') as unknown as string[]).push('team');
      },
      'POST /v1/qr: body: field "team": required now',
    ],
    [
      'a request field must be given',
      (d) => (schema(d, 'CreateQrCode', 'required') as unknown as string[]).push('title'),
      'POST /v1/qr/bulk: body.codes[]: field "title": required now',
    ],
    [
      'a request field has another type',
      (d) => (field(d, 'CreateQrCode', 'dynamic')['type'] = 'string'),
      'POST /v1/qr: body.dynamic: type was "boolean", is "string"',
    ],
    [
      'a request field must be whole',
      (d) => (field(d, 'UpdateQrCode', 'target')['type'] = 'integer'),
      'PATCH /v1/qr/{id}: body.target: type was "string", is "integer"',
    ],
    [
      'a request field may not be null',
      (d) => (field(d, 'CreateQrCode', 'title')['anyOf'] = [{ type: 'string', maxLength: 200 }]),
      'POST /v1/qr: body.title: type was "null", is "string"',
    ],
    [
      'a request value goes',
      (d) => (field(d, 'CreateQrCode', 'format')['enum'] = ['png']),
      'POST /v1/qr: body.format: value "svg": removed',
    ],
    [
      'a request field takes some values only',
      (d) => (field(d, 'CreateQrCode', 'target')['enum'] = ['https://example.com']),
      'POST /v1/qr: body.target: only some values are taken now',
    ],
    [
      'a bound rises',
      (d) => (field(d, 'CreateQrCode', 'size')['minimum'] = 256),
      'POST /v1/qr: body.size: minimum was 128, is 256',
    ],
    [
      'a bound falls',
      (d) => (field(d, 'BulkCreate', 'codes')['maxItems'] = 50),
      'POST /v1/qr/bulk: body.codes: maxItems was 100, is 50',
    ],
    [
      'a bound is new',
      (d) => (field(d, 'CreateQrCode', 'target')['maxLength'] = 100),
      'POST /v1/qr: body.target: maxLength was open, is 100',
    ],
    [
      'a pattern of a request is another',
      (d) => (at(field(d, 'CreateQrCode', 'color'), 'properties', 'dark')['pattern'] = '^#[0-9a-f]{6}$'),
      'POST /v1/qr: body.color.dark: pattern changed',
    ],
    [
      'a request has a new pattern',
      (d) => (field(d, 'CreateQrCode', 'target')['pattern'] = '^https:'),
      'POST /v1/qr: body.target: pattern changed',
    ],
    [
      'a default is another',
      (d) => (field(d, 'CreateQrCode', 'error_correction')['default'] = 'H'),
      'POST /v1/qr: body.error_correction: default changed',
    ],
    [
      'a field of an answer goes',
      (d) => delete schema(d, 'QrCodeDetails', 'properties')['margin'],
      'GET /v1/qr/{id} 200: field "margin": removed',
    ],
    [
      'a field of an answer may be missing',
      (d) => (schema(d, 'Error')['required'] = ['code', 'message']),
      'GET /v1/qr 401: field "request_id": may be missing now',
    ],
    [
      'a field of an answer has another type',
      (d) => (field(d, 'QrCode', 'scans')['type'] = 'string'),
      'POST /v1/qr 200.scans: type was "integer", is "string"',
    ],
    [
      'a whole number of an answer may have a fraction',
      (d) => (field(d, 'ScanStatistics', 'total_scans')['type'] = 'number'),
      'GET /v1/qr/{id}/stats 200.total_scans: type was "integer", is "number"',
    ],
    [
      'a field of an answer may be null',
      (d) =>
        (schema(d, 'QrCodeDetails', 'properties')['updated_at'] = {
          anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        }),
      'GET /v1/qr 200.data[].updated_at: type was "string", is "null"',
    ],
    [
      'a field of an answer is of another form',
      (d) => (field(d, 'QrCode', 'created_at')['format'] = 'date'),
      'POST /v1/qr 200.created_at: format changed',
    ],
    [
      'an error code goes',
      (d) =>
        (field(d, 'Error', 'code')['enum'] = (field(d, 'Error', 'code')['enum'] as string[]).filter(
          (code) => code !== 'low_contrast',
        )),
      'POST /v1/qr 400.code: value "low_contrast": removed',
    ],
    [
      'an answer has a value that callers do not know',
      (d) => (field(d, 'Health', 'status')['enum'] as string[]).push('degraded'),
      'GET /health 200.status: value "degraded": new',
    ],
    [
      'an answer may have any value',
      (d) => delete field(d, 'Health', 'status')['enum'],
      'GET /health 200.status: any value may come now',
    ],
    [
      'an answer that is promised as it is has a new field',
      (d) => (schema(d, 'QrCode', 'properties')['team'] = { type: 'string' }),
      'POST /v1/qr 200: field "team": new, and these are all',
    ],
    [
      'the values of a map change',
      (d) =>
        (at(field(d, 'Health', 'checks'), 'additionalProperties', 'properties', 'ok')['type'] = 'string'),
      'GET /health 200.checks.*.ok: type was "boolean", is "string"',
    ],
  ])('where %s', (_, change, expected) => {
    expect(breaksOf(change)).toContain(expected);
  });

  it('or may: what the comparison does not understand is refused', () => {
    expect(() => breaksOf((d) => (field(d, 'CreateQrCode', 'target')['not'] = { const: '' }))).toThrow(
      'POST /v1/qr: body.target: the comparison does not know "not"',
    );
  });
});

describe('a change breaks nobody', () => {
  it.each<[string, (document: Json) => void]>([
    ['a path is new', (d) => (at(d, 'paths')['/v1/teams'] = { get: { responses: { 200: {} } } })],
    ['a method is new', (d) => (at(d, 'paths', '/v1/qr/{id}')['put'] = { responses: { 200: {} } })],
    [
      'an error status is new',
      (d) => (operation(d, 'get', '/v1/qr', 'responses')['404'] = { description: 'x' }),
    ],
    ['an error code is new', (d) => (field(d, 'Error', 'code')['enum'] as string[]).push('payment_required')],
    [
      'a header of an answer is new',
      (d) =>
        (operation(d, 'get', '/v1/qr', 'responses', '200', 'headers')['Deprecation'] = {
          schema: { type: 'string' },
        }),
    ],
    [
      'a parameter is new and optional',
      (d) =>
        (operation(d, 'get', '/v1/qr', 'parameters') as unknown as Json[]).push({
          name: 'team',
          in: 'query',
          schema: { type: 'string' },
        }),
    ],
    [
      'a request field is new and optional',
      (d) => (schema(d, 'CreateQrCode', 'properties')['logo'] = { type: 'string', default: '' }),
    ],
    ['a request field may be left out', (d) => (schema(d, 'CreateQrCode')['required'] = [])],
    [
      'a request field may be null',
      (d) =>
        (schema(d, 'CreateQrCode', 'properties')['target'] = {
          anyOf: [{ type: 'string' }, { type: 'null' }],
        }),
    ],
    ['a request may have any number', (d) => (field(d, 'CreateQrCode', 'size')['type'] = 'number')],
    [
      'a content type is new, in requests and so in answers',
      (d) => {
        for (const name of ['CreateQrCode', 'QrCode', 'QrCodeDetails'])
          (field(d, name, 'type')['enum'] as string[]).push('gs1');
      },
    ],
    [
      'bounds are wider',
      (d) => {
        Object.assign(field(d, 'CreateQrCode', 'size'), { minimum: 64, maximum: 4096 });
        delete field(d, 'CreateQrCode', 'margin')['maximum'];
        field(d, 'BulkCreate', 'codes')['maxItems'] = 200;
      },
    ],
    [
      'a pattern of a request is dropped',
      (d) => delete at(field(d, 'CreateQrCode', 'color'), 'properties', 'dark')['pattern'],
    ],
    [
      'an answer has a new field',
      (d) => (schema(d, 'QrCodeDetails', 'properties')['logo'] = { type: 'string' }),
    ],
    [
      'a field of an answer is always there',
      (d) => (schema(d, 'Error', 'required') as unknown as string[]).push('errors'),
    ],
    [
      'a field of an answer is never null',
      (d) => (schema(d, 'QrCodeDetails', 'properties')['title'] = { type: 'string' }),
    ],
    [
      'words and examples are others',
      (d) => {
        field(d, 'QrCode', 'id')['description'] = 'Another.';
        operation(d, 'post', '/v1/qr')['summary'] = 'Make one';
        field(d, 'CreateQrCode', 'margin')['deprecated'] = true;
      },
    ],
  ])('where %s', (_, change) => {
    expect(breaksOf(change)).toEqual([]);
  });
});

function parameter(document: Json, name: string): Json {
  const all = operation(document, 'get', '/v1/qr', 'parameters') as unknown as Json[];
  const found = all.find((entry) => entry['name'] === name);
  if (!found) throw new Error(`There is no parameter ${name}.`);
  return found;
}
