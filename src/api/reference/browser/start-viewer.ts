// The script of `/docs`: shows this host's OpenAPI document in Scalar's viewer, when a link of the page is followed, or at once if the
// address leads to a part of it. Until the viewer has loaded, and without it, the page keeps the server's list of operations.

interface Viewer {
  createApiReference(element: Element, configuration: object): unknown;
}

const PLACE = document.querySelector<HTMLElement>('#reference');

/** The programs with which the document's code samples call the service. */
const DOCUMENTED_HOST = 'https://api.example.com';

/** The viewer writes samples for curl and Python; those for TypeScript are in the document. All others are off. */
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
  // The viewer would take these elements for its own.
  place.replaceChildren();
  mendViewer();
  Scalar.createApiReference(place, {
    content,
    // No other host receives a request.
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    // The key stays in this tab's memory.
    persistAuth: false,
    authentication: { preferredSecurityScheme: 'apiKey' },
    // The look comes from reference.css, and the colour scheme from the reader's system.
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

/** The document, adapted for the viewer: with this host's address, and a note about what happens to a key that is entered here. */
async function readDocument(): Promise<OpenApi> {
  const response = await fetch('/openapi.json');
  const text = (await response.text()).replaceAll(DOCUMENTED_HOST, location.origin);
  // The descriptions explain the patterns in words.
  const openApi = JSON.parse(text, (name, value: unknown) =>
    name === 'pattern' && typeof value === 'string' ? undefined : value,
  ) as OpenApi;
  openApi.components.securitySchemes.apiKey.description =
    'It goes to this host only, and this tab forgets it when you close or reload it.';
  for (const path of Object.values(openApi.paths))
    for (const { parameters } of Object.values(path)) parameters?.forEach(leaveOut);
  return openApi;
}

/** A request from the viewer sends no unneeded parameters: the viewer would send each one that has a default or a list of values. */
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
 * The page's policy allows no style elements from markup, and no text to be run as code. The viewer's own style elements get the nonce;
 * zod, which is part of it, is told not to test whether it may create functions.
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

/** Faults of the viewer for screen readers: how to find each, and how to fix it. */
const FAULTS: readonly (readonly [selector: string, mend: (element: Element) => void])[] = [
  ['button.scalar-code-copy:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copy')],
  // It refers to a text that exists only right after copying.
  ['button[class*="copy-button"][aria-controls]', (button) => button.removeAttribute('aria-controls')],
  ['button[role=none]', (button) => button.removeAttribute('role')],
  ['[role=combobox]:not([aria-expanded])', (field) => field.setAttribute('aria-expanded', 'false')],
  // Its accessible name lacks its visible text.
  ['button.show-more[aria-label]', (button) => button.removeAttribute('aria-label')],
  // It scrolls, but nothing in it can take the focus.
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
  // A menu of values has no name until one is chosen.
  ['button.scalar-button[aria-haspopup=menu]', nameMenu],
  ['.cm-content:not([aria-label])', (text) => text.setAttribute('aria-label', 'Body')],
];

const UNNAMED_MENU = 'Choose a value';

function nameMenu(button: Element): void {
  if (button.textContent?.trim() === '') button.setAttribute('aria-label', UNNAMED_MENU);
  else if (button.getAttribute('aria-label') === UNNAMED_MENU) button.removeAttribute('aria-label');
}

/** Fixes these faults wherever the viewer draws something, as long as the page is open. */
function mendViewer(): void {
  const mend = () => {
    for (const [selector, mendOne] of FAULTS) document.querySelectorAll(selector).forEach(mendOne);
  };
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
}
