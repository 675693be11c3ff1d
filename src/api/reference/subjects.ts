interface Subject {
  readonly name: string;
  readonly description: string;
  /** Matches the paths of its operations. */
  readonly paths: RegExp;
}

/** The headings of the document, in its order. The first that matches the path of an operation is the one that it stands under. */
const SUBJECTS: readonly Subject[] = [
  {
    name: 'Codes',
    description: 'Create, read, change, list and delete codes.',
    paths: /^\/v1\/qr(\/export\.\w+|\/\{id\}(\/history)?)?$/,
  },
  {
    name: 'Many codes',
    description: 'Create, change and delete up to 100 codes in a request.',
    paths: /^\/v1\/qr\/bulk/,
  },
  { name: 'Tags', description: 'List, rename, merge and delete tags.', paths: /^\/v1\/tags/ },
  {
    name: 'Statistics',
    description: 'The scans of a code, of a tag and of the account.',
    paths: /\/stats(\.csv)?$/,
  },
  { name: 'Uploads', description: 'PDFs and pictures that codes open.', paths: /^\/v1\/files/ },
  {
    name: 'Files',
    description: 'Codes as images, as files for the press, on label sheets and in archives.',
    paths: /\/(image|print|print-check|sheets|files)$/,
  },
  {
    name: 'Names',
    description: 'More short links of a code, and where a GS1 code leads by link type.',
    paths: /\/(names|links)$/,
  },
  { name: 'Images', description: 'Logos, for the middle of symbols.', paths: /^\/v1\/images/ },
  {
    name: 'Domains',
    description: 'Hosts of your own for short links.',
    paths: /^\/v1\/domains/,
  },
  {
    name: 'Webhooks',
    description: 'Send what happens to your own programs.',
    paths: /^\/v1\/(webhooks|events)/,
  },
  {
    name: 'Templates',
    description: 'Designs under a name, which new codes copy.',
    paths: /^\/v1\/templates/,
  },
  {
    name: 'Imports',
    description: 'Bring codes from another service, a spreadsheet or an export.',
    paths: /^\/v1\/imports/,
  },
  {
    name: 'Exports',
    description: 'Take your data with you, and continue without this service.',
    paths: /^\/v1\/exports/,
  },
  {
    name: 'Account',
    description: 'What the account uses, and what was done in it.',
    paths: /^\/v1\/(account|audit|usage)$/,
  },
  { name: 'Service', description: 'The service itself.', paths: /^\/health$/ },
];

export const TAGS = SUBJECTS.map(({ name, description }) => ({ name, description }));

/** The heading of an operation. Throws if none is its own. */
export function tagOf(path: string): string {
  const subject = SUBJECTS.find(({ paths }) => paths.test(path));
  if (!subject) throw new Error(`subjects.ts has no heading for ${path}`);
  return subject.name;
}
