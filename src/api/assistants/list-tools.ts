import { errorBody } from '#contract/codes/responses.ts';
import { isObject } from '#core/is-object.ts';
import type { Operation } from '../operation.ts';
import { type Json, toQueryParameters, toSchema } from '../reference/json-schema.ts';
import { parametersOf } from '../reference/path-parameters.ts';
import { headersOf } from './arguments.ts';
import type { Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

const REFERENCE = '#/components/schemas/';

/** The tools as assistants see them. */
export const LISTED_TOOLS = Object.entries(TOOLS).map(([name, tool]) => {
  const { title, description, hints } = tool;
  const outputSchema = describeResults(tool);
  const listed = {
    name,
    title,
    description,
    inputSchema: describeArguments(tool) as { type: 'object' },
    annotations: {
      title,
      readOnlyHint: hints.readOnly ?? false,
      destructiveHint: hints.destructive ?? false,
      idempotentHint: hints.idempotent ?? hints.readOnly ?? false,
      openWorldHint: false,
    },
  };
  const withResults: typeof listed & { readonly outputSchema?: { type: 'object' } } = outputSchema
    ? Object.assign(listed, { outputSchema: outputSchema as { type: 'object' } })
    : listed;
  return withResults;
});

/** The JSON Schema of a tool's arguments. */
function describeArguments({ operations, own, omits = [] }: Tool): Json {
  const definitions = new Map<string, Json>();
  const inputs = operations.map((operation) => describeInput(operation, definitions));
  const mine = own ? (toSchema(own, definitions) as Input) : { properties: {} };
  const properties = Object.assign(
    {},
    ...[mine, ...inputs].toReversed().map((input) => input.properties),
  ) as Json;
  for (const name of omits) delete properties[name];
  const isRequired = (name: string) =>
    mine.required?.includes(name) || inputs.every(({ required = [] }) => required.includes(name));
  const required = Object.keys(properties).filter(isRequired);
  return withDefinitions({ type: 'object', properties, required, additionalProperties: false }, definitions);
}

interface Input extends Json {
  readonly properties: Json;
  readonly required?: readonly string[];
}

function describeInput(operation: Operation, definitions: Map<string, Json>): Input {
  const { path, query, body } = operation;
  const parameters = [...parametersOf(path), ...(query ? toQueryParameters(query) : [])] as {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
    readonly schema: Json;
  }[];
  const sent = body ? (resolve(toSchema(body, definitions), definitions) as Input) : { properties: {} };
  return {
    properties: {
      ...Object.fromEntries(
        parameters.map(({ name, description, schema }) => [name, { ...schema, description }]),
      ),
      ...sent.properties,
      ...Object.fromEntries(
        headersOf(operation).map(([name, { description }]) => [name, { type: 'string', description }]),
      ),
    },
    required: [...parameters.filter((one) => one.required).map(({ name }) => name), ...(sent.required ?? [])],
  };
}

/** A body has an id, so its schema refers to a definition. */
function resolve(schema: Json, definitions: ReadonlyMap<string, Json>): Json {
  return definitions.get(String(schema['$ref']).slice(REFERENCE.length)) ?? schema;
}

/** The JSON Schema of what a tool returns: the response of one of its operations, or the error. None for files. */
function describeResults({ operations }: Tool): Json | undefined {
  const definitions = new Map<string, Json>();
  const responses = operations.flatMap(({ response }) =>
    typeof response === 'string' || 'files' in response ? [] : [response],
  );
  if (responses.length === 0) return undefined;
  const anyOf = [...new Set([...responses, errorBody])].map((response) => toSchema(response, definitions));
  if (operations.some(({ query }) => query?.shape['fields']))
    anyOf.push({ description: 'With `fields`: only these.' });
  return withDefinitions({ type: 'object', anyOf }, definitions);
}

/**
 * Puts the definitions where the schema stands by itself, without those that nothing refers to. A format says enough to a model: the pattern
 * of a timestamp is longer than all else about it.
 */
function withDefinitions(schema: Json, definitions: ReadonlyMap<string, Json>): Json {
  const used = new Map<string, Json>();
  const follow = (json: Json) => {
    for (const [, name = ''] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const definition = definitions.get(name);
      if (!definition || used.has(name)) continue;
      used.set(name, definition);
      follow(definition);
    }
  };
  follow(schema);
  const whole = used.size > 0 ? { ...schema, $defs: Object.fromEntries(used) } : schema;
  const json = JSON.stringify(whole, (_, value: unknown) =>
    isObject(value) && typeof value['format'] === 'string' ? { ...value, pattern: undefined } : value,
  );
  return JSON.parse(json.replaceAll(`"${REFERENCE}`, '"#/$defs/')) as Json;
}
