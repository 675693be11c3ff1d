import { readFileSync } from 'node:fs';

/**
 * Makes a Postman collection of format 2.1 (https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html) from an OpenAPI
 * document.
 */

interface OpenApiDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
}

type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: readonly Parameter[] };

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Empty if no key is needed. */
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly style?: string;
}

const METHODS = ['post', 'get', 'put', 'patch', 'delete'];

/** The first values of path parameters. Ids are variables, which hold the id that was created last. */
const PATH_VALUES: Readonly<Record<string, string>> = {
  id: '{{id}}',
  import_id: '{{import_id}}',
  template_id: '{{template_id}}',
  image_id: '{{image_id}}',
  file_id: '{{file_id}}',
  domain_id: '{{domain_id}}',
  webhook_id: '{{webhook_id}}',
  name: 'Menus',
  file: 'redirects.csv',
};

/** Parameters that are sent at first, by operation: without them, the service would refuse the request, or the request would show little. */
const SENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Postman replaces this with a new value in each request.
  createQrCode: { 'Idempotency-Key': '{{$guid}}' },
  createQrCodes: { 'Idempotency-Key': '{{$guid}}' },
  printQrCode: { width_mm: '25' },
  checkPrintOfQrCode: { width_mm: '25' },
  // As in the example of the request that gives it.
  deleteName: { path: 'spring-sale' },
};

/** After these operations, the id in the response is kept for later requests. */
const KEPT_IDS: Readonly<Record<string, string>> = {
  createQrCode: 'id',
  startImport: 'import_id',
  createTemplate: 'template_id',
  uploadImage: 'image_id',
  uploadFile: 'file_id',
  addDomain: 'domain_id',
  createWebhook: 'webhook_id',
};

/** The external id in the path of an upsert. */
const UPSERTED = 'ext:sku-1';

/** Reads the contract, as it is committed. */
export function readContract(): OpenApiDocument {
  return JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApiDocument;
}

/** A folder for each tag, with a request for each operation: with its example and all parameters. Optional parameters are disabled. */
export function createPostmanCollection(document: OpenApiDocument): object {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      const parameters = [...(item.parameters ?? []), ...(operation?.parameters ?? [])];
      return operation ? [{ path, method, operation, parameters }] : [];
    }),
  );
  return {
    info: {
      name: document.info.title,
      description: `${document.info.description}\n\nSet the variables \`apiUrl\` and \`apiKey\` of the collection first. A new code, import, template, image, file or domain is the one that the other requests are about.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'apiUrl', value: 'http://localhost:8787' },
      { key: 'apiKey', value: '' },
      ...Object.values(KEPT_IDS).map((key) => ({ key, value: '' })),
    ],
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ operation }) => operation.tags[0] === name).map(toItem),
    })),
  };
}

interface Request {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
}

function toItem({ path, method, operation, parameters }: Request): object {
  const { operationId, summary, description, security, requestBody } = operation;
  const sent = SENT[operationId] ?? {};
  const toField = ({ name, description: about = '', style }: Parameter) => ({
    key: style === 'deepObject' ? `${name}[key]` : name,
    value: sent[name] ?? '',
    description: about,
    ...(name in sent ? {} : { disabled: true }),
  });
  const those = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  const bodies = Object.entries(requestBody?.content ?? {});
  // Of the files that an operation takes, a picture is the one that everybody has.
  const [mediaType, content] = bodies.find(([type]) => type === 'image/png') ?? bodies[0] ?? [];
  const kept = KEPT_IDS[operationId];
  return {
    name: summary,
    ...(kept === undefined ? {} : { event: [keepId(kept)] }),
    request: {
      method: method.toUpperCase(),
      ...(description === undefined ? {} : { description }),
      ...(security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: [
        ...(mediaType === undefined ? [] : [{ key: 'Content-Type', value: mediaType }]),
        ...those('header').map(toField),
      ],
      url: toUrl(path, {
        query: those('query').map(toField),
        variable: those('path').map(({ name, description: about = '' }) => ({
          key: name,
          value: operationId === 'upsertQrCode' ? UPSERTED : (PATH_VALUES[name] ?? ''),
          description: about,
        })),
      }),
      ...(mediaType === undefined ? {} : { body: toBody(mediaType, content?.example) }),
    },
  };
}

function toUrl(
  path: string,
  parts: {
    query: readonly { key: string; value: string; disabled?: boolean }[];
    variable: readonly object[];
  },
): object {
  const steps = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const query = parts.query.flatMap(({ key, value, disabled }) => (disabled ? [] : [`${key}=${value}`]));
  return {
    raw: `{{apiUrl}}/${steps}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    host: ['{{apiUrl}}'],
    path: steps.split('/'),
    ...parts,
  };
}

function toBody(mediaType: string, example: unknown): object {
  // The person who sends the request chooses the file.
  if (mediaType.startsWith('image/')) return { mode: 'file', file: { src: 'logo.png' } };
  const isJson = mediaType === 'application/json';
  const raw = isJson ? JSON.stringify(example, null, 2) : String(example);
  return { mode: 'raw', raw, options: { raw: { language: isJson ? 'json' : 'text' } } };
}

function keepId(variable: string): object {
  const line = `if (pm.response.code === 200) pm.collectionVariables.set('${variable}', pm.response.json().id);`;
  return { listen: 'test', script: { type: 'text/javascript', exec: [line] } };
}
