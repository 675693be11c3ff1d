import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ASSETS, writeChanged } from './asset-files.ts';

/** A document that the service hands out. */
export interface Document {
  /** Its place in this repository and, behind a slash, on the host of the API: `docs/quickstart.md`. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
}

/** Its first table lists the documents for callers. */
const LIST = 'docs/README.md';
const CALLERS = '## You call the API\n';

/** A link, and the bracket around it. Links to other hosts and within the document match, too. */
const LINK = /(\s\()?\[([^[\]]*)\]\(([^()\s]+)\)(\))?/g;

/** What the service has besides. */
const OWN_FILES = ['openapi.json'];

const HASHED_NAME = /-[0-9a-f]{12}\.(?:js|css)$/;

/**
 * Writes the documents for callers to the assets as Markdown, what they lead to (programs, pictures), and `/llms.txt`, which lists them. They
 * keep their places in this repository, so that links between them lead on; those to documents for others are taken out.
 */
export function placeDocuments(): readonly Document[] {
  const documents = listDocuments();
  const files = new Set(documents.map(({ file }) => file));
  const linked = documents.flatMap(({ file }) => listLinked(file)).filter((file) => !file.endsWith('.md'));
  const others = new Set(linked.filter((file) => !OWN_FILES.includes(file)));
  const isServed = (file: string) => files.has(file) || linked.includes(file);
  for (const file of files) writeChanged(`${ASSETS}/${file}`, takeLinksOut(file, isServed));
  for (const file of others) writeChanged(`${ASSETS}/${file}`, readFileSync(file));
  writeChanged(`${ASSETS}/llms.txt`, writeList(documents));
  for (const entry of readdirSync(`${ASSETS}/docs`, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isOld = !isServed(path.slice(ASSETS.length + 1)) && !HASHED_NAME.test(path);
    if (entry.isFile() && isOld) rmSync(path);
  }
  return documents;
}

/** Rules of `_headers`: browsers would download a program, or play a film. */
export function writeDocumentHeaders(): string {
  const endings = ['ts', 'py', 'sh', 'gs'];
  return endings.map((end) => `/docs/recipes/*.${end}\n  Content-Type: text/plain; charset=utf-8\n`).join('');
}

function listDocuments(): Document[] {
  const [, rest = ''] = readFileSync(LIST, 'utf8').split(CALLERS);
  const [table = ''] = rest.split('\n## ');
  return [...table.matchAll(/^\| (\[.*) \| (.*) \|$/gm)].flatMap(([, links = '', meaning = '']) =>
    [...links.matchAll(LINK)]
      .map(([, , , to = '']) => resolveLink(LIST, to))
      .filter((file) => file.endsWith('.md'))
      .map((file) => ({ file, title: readTitle(file), description: toPlain(meaning) })),
  );
}

function readTitle(file: string): string {
  return toPlain(/^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? file);
}

function toPlain(markdown: string): string {
  return markdown.replaceAll(LINK, '$1$2$4').replaceAll('`', '');
}

/** The file that a link of a document leads to. */
function resolveLink(file: string, to: string): string {
  return join(dirname(file), to.split('#')[0] ?? '');
}

/** The files of this repository that a document links. */
function listLinked(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(LINK)]
    .map(([, , , to = '']) => to)
    .filter((to) => !/^(?:https?:|#)/.test(to))
    .map((to) => resolveLink(file, to));
}

/** The text of a document without links to what is not served: a reason in brackets goes as a whole, and so does a sentence. */
function takeLinksOut(file: string, isServed: (file: string) => boolean): string {
  const text = readFileSync(file, 'utf8').replaceAll(/\s\[Why [^[\]]*\]\(decisions[^()]*\)\./g, '');
  return text.replaceAll(LINK, (link: string, open = '', words = '', to = '', close = '') => {
    if (/^(?:https?:|#)/.test(to) || isServed(resolveLink(file, to))) return link;
    return open && close ? '' : `${open}${words}${close}`;
  });
}

/** `/llms.txt` (https://llmstxt.org): what programs that read should know. */
function writeList(documents: readonly Document[]): string {
  const { info } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
    readonly info: { readonly title: string; readonly description: string };
  };
  const lines = documents.map(({ file, title, description }) => `- [${title}](/${file}): ${description}`);
  return `# ${info.title}

> ${info.description}

\`https://api.example.com\` in the documents stands for the host of this file. An owner of the account makes API keys in the dashboard.

## Documents

${lines.join('\n')}

## Interface

- [OpenAPI](/openapi.json): every path, field and bound
- [Errors](/docs/errors): what each error code means, and what to do
- [Reference](/docs): every operation, for people
`;
}
