import { asJson, type Direction, findSchemaBreaks, type Json, resolve } from './schema-changes.ts';

/**
 * What a change of the OpenAPI document would break for callers, by the policy in docs/interface.md, "What may change".
 * It knows the part of OpenAPI 3.1 that our documents use.
 */

interface Comparison {
  readonly before: Json;
  readonly after: Json;
  readonly breaks: string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** One line for each break, with the place; empty where callers of `before` can go on with `after`. */
export function findBreaks(before: Json, after: Json): string[] {
  const comparison = { before, after, breaks: [] as string[] };
  for (const [path, item] of entries(before['paths'])) {
    const newItem = child(after['paths'], path);
    if (!newItem) comparison.breaks.push(`${path}: removed`);
    else comparePathItem(comparison, path, item, newItem);
  }
  return [...new Set(comparison.breaks)];
}

function comparePathItem(comparison: Comparison, path: string, before: Json, after: Json): void {
  for (const method of METHODS.filter((name) => before[name] !== undefined)) {
    const where = `${method.toUpperCase()} ${path}`;
    const oldOperation = asJson(before[method]);
    const newOperation = child(after, method);
    if (!newOperation) {
      comparison.breaks.push(`${where}: removed`);
      continue;
    }
    compareSecurity(comparison, where, oldOperation, newOperation);
    const oldParameters = parametersOf(comparison.before, before, oldOperation);
    compareParameters(comparison, where, oldParameters, parametersOf(comparison.after, after, newOperation));
    compareRequestBody(comparison, where, oldOperation, newOperation);
    compareResponses(comparison, where, oldOperation, newOperation);
  }
}

/** What was open to everybody stays open; what took a kind of key goes on to take it. */
function compareSecurity(comparison: Comparison, where: string, before: Json, after: Json): void {
  const security = (document: Json, operation: Json) =>
    JSON.stringify(operation['security'] ?? document['security'] ?? []);
  if (security(comparison.before, before) !== security(comparison.after, after))
    comparison.breaks.push(`${where}: other authentication`);
}

function parametersOf(document: Json, item: Json, operation: Json): Map<string, Json> {
  const all = [...asList(item['parameters']), ...asList(operation['parameters'])].map((parameter) =>
    resolve(document, asJson(parameter)),
  );
  return new Map(
    all.map((parameter) => [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter]),
  );
}

function compareParameters(
  comparison: Comparison,
  where: string,
  before: Map<string, Json>,
  after: Map<string, Json>,
): void {
  for (const [name, parameter] of before) {
    const at = `${where}: ${name}`;
    const newParameter = after.get(name);
    if (!newParameter) {
      comparison.breaks.push(`${at}: removed`);
      continue;
    }
    if (newParameter['required'] === true && parameter['required'] !== true)
      comparison.breaks.push(`${at}: required now`);
    compareSchemas(comparison, at, 'request', parameter['schema'], newParameter['schema']);
  }
  for (const [name, parameter] of after) {
    if (!before.has(name) && parameter['required'] === true)
      comparison.breaks.push(`${where}: ${name}: new and required`);
  }
}

function compareRequestBody(comparison: Comparison, where: string, before: Json, after: Json): void {
  const oldBody = child(before, 'requestBody');
  const newBody = child(after, 'requestBody');
  if (newBody?.['required'] === true && oldBody?.['required'] !== true)
    comparison.breaks.push(`${where}: a body is required now`);
  if (!oldBody) return;
  if (!newBody) comparison.breaks.push(`${where}: no body any more`);
  else compareContent(comparison, `${where}: body`, 'request', oldBody, newBody);
}

function compareResponses(comparison: Comparison, where: string, before: Json, after: Json): void {
  for (const [status, response] of entries(before['responses'])) {
    const at = `${where} ${status}`;
    const newResponse = child(after['responses'], status);
    if (!newResponse) {
      comparison.breaks.push(`${at}: removed`);
      continue;
    }
    const newHeaders = asJson(newResponse['headers']);
    for (const name of Object.keys(asJson(response['headers']))) {
      if (newHeaders[name] === undefined) comparison.breaks.push(`${at}: header ${name}: removed`);
      else
        compareHeaders(
          comparison,
          `${at}: header ${name}`,
          asJson(response['headers'])[name],
          newHeaders[name],
        );
    }
    compareContent(comparison, at, 'answer', response, newResponse);
  }
  // A new error tells more; another success is an answer that callers cannot read.
  const oldStatuses = Object.keys(asJson(before['responses']));
  for (const status of Object.keys(asJson(after['responses']))) {
    if (status.startsWith('2') && !oldStatuses.includes(status))
      comparison.breaks.push(`${where} ${status}: a success of another status`);
  }
}

function compareHeaders(comparison: Comparison, at: string, before: unknown, after: unknown): void {
  const oldHeader = resolve(comparison.before, asJson(before));
  const newHeader = resolve(comparison.after, asJson(after));
  compareSchemas(comparison, at, 'answer', oldHeader['schema'], newHeader['schema']);
}

function compareContent(
  comparison: Comparison,
  at: string,
  direction: Direction,
  before: Json,
  after: Json,
): void {
  for (const [mediaType, { schema }] of entries(before['content'])) {
    const newMedia = child(after['content'], mediaType);
    const place = mediaType === 'application/json' ? at : `${at} (${mediaType})`;
    if (!newMedia) comparison.breaks.push(`${place}: ${mediaType} removed`);
    else compareSchemas(comparison, place, direction, schema, newMedia['schema']);
  }
}

function compareSchemas(
  { before, after, breaks }: Comparison,
  at: string,
  direction: Direction,
  oldSchema: unknown,
  newSchema: unknown,
): void {
  const sides = { before: asJson(oldSchema), after: asJson(newSchema) };
  breaks.push(...findSchemaBreaks({ before, after }, at, direction, sides));
}

function child(parent: unknown, name: string): Json | undefined {
  return asJson(parent)[name] as Json | undefined;
}

function entries(value: unknown): [string, Json][] {
  return Object.entries(asJson(value)) as [string, Json][];
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
