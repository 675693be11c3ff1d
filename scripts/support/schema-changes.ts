/** What a change of a JSON Schema would break for callers: see docs/interface.md, "What may change". */

export type Json = Record<string, unknown>;

/** Requests may only be allowed more; answers may only tell more. */
export type Direction = 'request' | 'answer';

export interface Sides {
  readonly before: Json;
  readonly after: Json;
}

/** Components that the interface promises as they are: not even a new field. */
const CLOSED_COMPONENTS = ['QrCode'];

/** Answers may get new values here: error codes, and what holds nothing but the caller's own choice. */
const OPEN_ENUMERATIONS = ['code', 'type', 'format', 'error_correction', 'range'];

const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems', 'minProperties'];
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];
const FORMS = ['pattern', 'format', 'propertyNames'];
const ANNOTATIONS = ['description', 'title', 'example', 'examples', 'deprecated'];
const UNDERSTOOD = new Set([
  ...['$ref', 'type', 'enum', 'const', 'default', 'anyOf', 'oneOf'],
  ...['properties', 'required', 'additionalProperties', 'items'],
  ...LOWER_BOUNDS,
  ...UPPER_BOUNDS,
  ...FORMS,
  ...ANNOTATIONS,
]);

/**
 * @param documents where the references of either schema lead
 * @param at the place, for people; its last word is the name of the field
 * @returns one line for each break
 * @throws where a schema has a keyword that is not understood here, so that nothing passes for not being understood
 */
export function findSchemaBreaks(documents: Sides, at: string, direction: Direction, sides: Sides): string[] {
  const before = resolve(documents.before, sides.before);
  const after = resolve(documents.after, sides.after);
  for (const keyword of [...Object.keys(before), ...Object.keys(after)])
    if (!UNDERSTOOD.has(keyword)) throw new Error(`${at}: the comparison does not know "${keyword}"`);

  const of = { before, after };
  if (variantsOf(before) || variantsOf(after)) return findVariantBreaks(documents, at, direction, of);
  const found = [
    ...findTypeBreaks(direction, of),
    ...findEnumerationBreaks(at, direction, of),
    ...findBoundBreaks(direction, of),
    ...findFormBreaks(direction, of),
    ...findDefaultBreaks(direction, of),
    ...findFieldBreaks(direction, of, isClosed(sides.before)),
  ];
  return [...found.map((what) => `${at}: ${what}`), ...findInnerBreaks(documents, at, direction, of)];
}

/** Follows a reference into the document, as `#/components/schemas/QrCode`. */
export function resolve(document: Json, value: Json): Json {
  const reference = value['$ref'];
  if (typeof reference !== 'string') return value;
  const found = reference
    .slice(2)
    .split('/')
    .reduce<Json>((place, name) => asJson(place[name]), document);
  return resolve(document, found);
}

export function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function isClosed({ $ref }: Json): boolean {
  return CLOSED_COMPONENTS.some((name) => $ref === `#/components/schemas/${name}`);
}

function variantsOf(schema: Json): Json[] | undefined {
  return (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
}

/** Each variant that callers send must still be taken; each that they get must be one that they know. */
function findVariantBreaks(documents: Sides, at: string, direction: Direction, of: Sides): string[] {
  const old = variantsOf(of.before) ?? [of.before];
  const current = variantsOf(of.after) ?? [of.after];
  const compare = (before: Json, after: Json) =>
    findSchemaBreaks(documents, at, direction, { before, after });
  const [needed, known] = direction === 'request' ? [old, current] : [current, old];
  const breaks = needed.flatMap((variant, index) => {
    const attempts = known.map((other) =>
      direction === 'request' ? compare(variant, other) : compare(other, variant),
    );
    if (attempts.some((found) => found.length === 0)) return [];
    return attempts[index] ?? attempts[0] ?? [];
  });
  return [...breaks, ...findDefaultBreaks(direction, of).map((what) => `${at}: ${what}`)];
}

function findTypeBreaks(direction: Direction, { before, after }: Sides): string[] {
  const [narrow, wide] = direction === 'request' ? [before, after] : [after, before];
  if (wide['type'] === undefined) return [];
  const allowed = asList(wide['type']);
  const isCovered = (type: unknown) =>
    allowed.includes(type) || (type === 'integer' && allowed.includes('number'));
  return asList(narrow['type']).every(isCovered)
    ? []
    : [`type was ${JSON.stringify(before['type'])}, is ${JSON.stringify(after['type'])}`];
}

function findEnumerationBreaks(at: string, direction: Direction, { before, after }: Sides): string[] {
  const valuesOf = (schema: Json) =>
    'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined);
  const old = valuesOf(before);
  const current = valuesOf(after);
  if (!old) return current && direction === 'request' ? ['only some values are taken now'] : [];
  if (!current) return direction === 'answer' ? ['any value may come now'] : [];
  const isOpen = OPEN_ENUMERATIONS.includes(at.split(/[. ]/).at(-1) ?? '');
  const added = direction === 'answer' && !isOpen ? current.filter((value) => !old.includes(value)) : [];
  return [
    ...old
      .filter((value) => !current.includes(value))
      .map((value) => `value ${JSON.stringify(value)}: removed`),
    ...added.map((value) => `value ${JSON.stringify(value)}: new`),
  ];
}

function findBoundBreaks(direction: Direction, { before, after }: Sides): string[] {
  if (direction === 'answer') return [];
  const isNarrower = (name: string) => {
    const [was, is] = [before[name], after[name]] as (number | undefined)[];
    if (is === undefined) return false;
    return was === undefined || (LOWER_BOUNDS.includes(name) ? is > was : is < was);
  };
  return [...LOWER_BOUNDS, ...UPPER_BOUNDS]
    .filter(isNarrower)
    .map((name) => `${name} was ${(before[name] as number) ?? 'open'}, is ${after[name] as number}`);
}

/** A form may be dropped where callers write it, and promised where they read it; never changed. */
function findFormBreaks(direction: Direction, { before, after }: Sides): string[] {
  return FORMS.filter((name) => {
    const isFree = direction === 'request' ? after[name] === undefined : before[name] === undefined;
    return !isFree && !isEqual(before[name], after[name]);
  }).map((name) => `${name} changed`);
}

function findDefaultBreaks(direction: Direction, { before, after }: Sides): string[] {
  const isOther = 'default' in before && !isEqual(before['default'], after['default']);
  return direction === 'request' && isOther ? ['default changed'] : [];
}

function findFieldBreaks(direction: Direction, { before, after }: Sides, closed: boolean): string[] {
  const names = (schema: Json) => Object.keys(asJson(schema['properties']));
  const required = (schema: Json) => (schema['required'] ?? []) as string[];
  const without = (list: string[], others: string[]) => list.filter((name) => !others.includes(name));
  const removed = without(names(before), names(after)).map((name) => `field "${name}": removed`);
  if (direction === 'request') {
    const refuses = before['additionalProperties'] !== false && after['additionalProperties'] === false;
    return [
      ...removed,
      ...without(required(after), required(before)).map((name) => `field "${name}": required now`),
      ...(refuses ? ['other fields are refused now'] : []),
    ];
  }
  const missing = without(required(before), required(after)).filter((name) => names(after).includes(name));
  return [
    ...removed,
    ...missing.map((name) => `field "${name}": may be missing now`),
    ...(closed
      ? without(names(after), names(before)).map((name) => `field "${name}": new, and these are all`)
      : []),
  ];
}

/** Inside: fields by name, the values of maps, the items of lists. */
function findInnerBreaks(documents: Sides, at: string, direction: Direction, of: Sides): string[] {
  const old = asJson(of.before['properties']);
  const current = asJson(of.after['properties']);
  const pairs: [string, unknown, unknown][] = Object.keys(old)
    .filter((name) => name in current)
    .map((name) => [`${at}.${name}`, old[name], current[name]]);
  if (typeof of.before['additionalProperties'] === 'object')
    pairs.push([`${at}.*`, of.before['additionalProperties'], of.after['additionalProperties']]);
  if (of.before['items'] ?? of.after['items']) pairs.push([`${at}[]`, of.before['items'], of.after['items']]);
  return pairs.flatMap(([place, before, after]) =>
    findSchemaBreaks(documents, place, direction, { before: asJson(before), after: asJson(after) }),
  );
}

/** A type may be one name or a list of them. */
function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
