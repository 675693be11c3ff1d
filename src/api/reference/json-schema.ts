import * as z from 'zod';

/** What zod schemas say, in JSON Schema: for the OpenAPI document, and for the tools of assistants. */

export type Json = Record<string, unknown>;

/**
 * The JSON Schema of a zod schema; schemas with an id become components, and references replace them. As an input, an object is closed only
 * if it is strict: so requests are closed, and responses are open.
 */
export function toSchema(schema: z.ZodType, components: Map<string, Json>): Json {
  const {
    $schema: _,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    io: 'input',
    reused: 'inline',
    override({ jsonSchema }) {
      tellDefault(jsonSchema);
      describeTuple(jsonSchema);
    },
  }) as Json & { $defs?: Record<string, Json> };
  for (const [id, definition] of Object.entries($defs)) components.set(id, toComponent(definition));
  return toComponent(root);
}

/**
 * States a default in words: openapi-typescript reads the keyword as a promise that the field is present, and would require it from
 * callers. `npm run contract:check` reads the default from the words.
 */
function tellDefault(schema: Json): void {
  const { default: value, description } = schema as { default?: unknown; description?: string };
  if (value === undefined) return;
  delete schema['default'];
  if (typeof value === 'object' && value !== null) return;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  schema['description'] = `${description ?? ''} Default: \`${text}\`.`.trim();
}

/**
 * Describes a tuple as an array with this number of items. zod writes `items: false` behind the items of a tuple, which some generators
 * read as an array of nothing, and others read `items` as one more item.
 */
function describeTuple(schema: Json): void {
  const { prefixItems } = schema as { prefixItems?: Json[] };
  if (!prefixItems) return;
  const [item = {}, ...others] = prefixItems.filter(
    (one, i) => prefixItems.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === i,
  );
  schema['items'] = others.length === 0 ? item : { anyOf: [item, ...others] };
  delete schema['prefixItems'];
  schema['minItems'] = prefixItems.length;
  schema['maxItems'] = prefixItems.length;
}

/** zod refers to `#/$defs/…`; here, the definitions are components. */
function toComponent(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

/** The parameters of a query, as the OpenAPI document describes them. */
export function toQueryParameters(query: z.ZodObject, repeatable: readonly string[] = []): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' }) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    // A parameter arrives as text, and so does its default. The document shows the number or boolean that it stands for.
    const isText = schema['type'] === 'string' || schema['default'] === undefined;
    if (!isText) schema['default'] = JSON.parse(String(schema['default']));
    const parameter = { name, in: 'query', description, required: required.includes(name), schema };
    const isJoined = schema['type'] === 'array' && !repeatable.includes(name);
    return isJoined ? Object.assign(parameter, { explode: false }) : parameter;
  });
}
