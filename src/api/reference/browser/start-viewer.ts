// The script of `/docs`: shows the OpenAPI document of this host in Scalar's viewer, once a link of the page was followed, or at once where the
// address leads to a part of it. Until the viewer is there, and without it, the page keeps the list of operations that the server wrote.

import { mendViewer } from './mend-viewer.ts';

interface Viewer {
  createApiReference(element: Element, configuration: object): unknown;
}

const PLACE = document.querySelector<HTMLElement>('#reference');

/** What samples of code in the document call the service. */
const DOCUMENTED_HOST = 'https://api.example.com';

/** The viewer writes samples for curl and Python; those for TypeScript stand in the document. Of all that it could write besides, nothing. */
const HIDDEN_SAMPLES = [
  ...['c', 'clojure', 'csharp', 'dart', 'fsharp', 'go', 'http', 'java', 'js', 'julia', 'kotlin', 'node'],
  ...['objc', 'ocaml', 'php', 'powershell', 'r', 'ruby', 'rust', 'swift', 'shell/wget', 'shell/httpie'],
  ...['python/python3', 'python/aiohttp', 'python/httpx_sync', 'python/httpx_async'],
];

const STATUS = document.querySelector('#loading');

if (PLACE && location.hash !== '') void openReference(PLACE);
else if (PLACE) addEventListener('hashchange', () => void openReference(PLACE), { once: true });

async function openReference(place: HTMLElement): Promise<void> {
  say('The reference is loading…');
  try {
    await showReference(place);
    say('');
  } catch (error) {
    say('The reference does not load. Reload this page, or read openapi.json.');
    throw error;
  }
}

function say(text: string): void {
  if (STATUS) STATUS.textContent = text;
}

async function showReference(place: HTMLElement): Promise<void> {
  obeyPolicy();
  const [content] = await Promise.all([readDocument(), loadScript(place.dataset['viewer'] ?? '')]);
  const { Scalar } = globalThis as unknown as { Scalar: Viewer };
  // The viewer would take what it finds for its own.
  place.replaceChildren();
  mendViewer();
  Scalar.createApiReference(place, {
    content,
    // Nothing is asked of another host, and nothing is sent to one.
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    // The key stays in the memory of this tab.
    persistAuth: false,
    authentication: { preferredSecurityScheme: 'apiKey' },
    // The look is that of reference.css, and the scheme that of the reader's system.
    theme: 'none',
    hideDarkModeToggle: true,
    showDeveloperTools: 'never',
    hideClientButton: true,
    documentDownloadType: 'none',
    orderSchemaPropertiesBy: 'preserve',
    hiddenClients: HIDDEN_SAMPLES,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  });
}

interface Parameter {
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly default?: unknown; readonly enum?: readonly unknown[] };
  examples?: object;
}

interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>
  >;
  readonly components: { readonly securitySchemes: { readonly apiKey: { description: string } } };
}

/** The document as the viewer shows it best: with the address of this host, and with what becomes of a key that is entered here. */
async function readDocument(): Promise<OpenApi> {
  const response = await fetch('/openapi.json');
  const text = (await response.text()).replaceAll(DOCUMENTED_HOST, location.origin);
  // Descriptions say in words what patterns say.
  const openApi = JSON.parse(text, (name, value: unknown) =>
    name === 'pattern' && typeof value === 'string' ? undefined : value,
  ) as OpenApi;
  openApi.components.securitySchemes.apiKey.description =
    'It goes to this host only, and this tab forgets it when you close or reload it.';
  for (const path of Object.values(openApi.paths))
    for (const { parameters } of Object.values(path)) parameters?.forEach(leaveOut);
  return openApi;
}

/** A request that is tried sends no parameter that it need not: the viewer would send each that has a default or a list of values. */
function leaveOut(parameter: Parameter): void {
  const value = parameter.schema.default ?? parameter.schema.enum?.[0];
  if (value !== undefined && !parameter.required)
    parameter.examples = { default: { value, 'x-disabled': true } };
}

function loadScript(path: string): Promise<void> {
  const script = document.createElement('script');
  script.src = path;
  return new Promise((loaded, failed) => {
    script.addEventListener('load', () => loaded());
    script.addEventListener('error', () => failed(new Error(`${path} does not load.`)));
    document.head.append(script);
  });
}

/**
 * The policy of the page lets no markup bring style elements along, and no text be run as code. The viewer's own style elements get the nonce;
 * zod, which is a part of it, is told not to try whether it may make functions.
 */
function obeyPolicy(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.content ?? '';
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
}
