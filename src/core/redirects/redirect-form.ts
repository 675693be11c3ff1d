import { allNames, type LeftOut, type StaticRedirect } from './static-redirect.ts';

/** The host whose short links a file contains. */
interface RedirectSite {
  /** The URL before the paths, without a slash at its end: `https://go.example.com`. */
  readonly base: string;
}

/** A redirect file that is written piece by piece: its head, the part for each redirect, and its foot. It keeps none of the redirects. */
export interface RedirectFile {
  readonly head: () => string | Uint8Array;
  readonly write: (redirect: StaticRedirect) => string | Uint8Array;
  readonly foot: () => string | Uint8Array;
}

/** A form in which redirects are exported: docs/moving.md. */
export interface RedirectForm {
  readonly mediaType: string;
  /** Whether the file is compressed by gzip. */
  readonly isCompressed?: true;
  readonly begin: (site: RedirectSite) => RedirectFile;
}

/** Why a code is left out, to follow `it`. */
const REASONS: Readonly<Record<LeftOut, string>> = {
  content: 'shows a text and leads nowhere',
  password: 'asks for a password',
  unsafe_location: 'leads to no location that a server may send',
  paused: 'is paused',
  scheduled: 'is not open yet',
  ended: 'has ended',
  exhausted: 'has had all of its scans',
  disabled: 'was disabled by the operator of this service',
};

export function describeLeftOut(reason: LeftOut): string {
  return REASONS[reason];
}

export type Leading = StaticRedirect & { readonly location: string };

interface LineForm {
  /** The lines of a redirect, or why the form cannot contain it, to follow `it`. */
  readonly print: (redirect: Leading) => string | { readonly problem: string };
  readonly head: readonly string[];
  readonly foot?: string;
  /** The text before a comment. */
  readonly indent?: string;
}

/**
 * A file whose comments begin with `#`. They say what each code loses in this form. The last one says how many codes there are, which shows
 * whether the file is complete.
 */
export function writeLines({ print, head, foot = '', indent = '' }: LineForm): RedirectFile {
  let [leading, leftOut, changed] = [0, 0, 0];
  const comment = (text: string) => `${indent}# ${text}\n`;
  const refuse = (redirect: StaticRedirect, reason: string) => {
    leftOut++;
    return comment(`/${allNames(redirect)[0]} is left out: it ${reason}.`);
  };
  return {
    head: () => head.join('\n') + '\n',
    write(redirect) {
      if (!isLeading(redirect)) return refuse(redirect, REASONS[redirect.leftOut ?? 'unsafe_location']);
      const lines = print(redirect);
      if (typeof lines !== 'string') return refuse(redirect, lines.problem);
      leading++;
      const name = `/${allNames(redirect)[0]}`;
      const file = redirect.isFile
        ? comment(`${name} opens a file of everything.zip, to be served at this address.`)
        : '';
      if (redirect.lost.length === 0) return file + lines;
      changed++;
      return file + comment(`${name} leads on without: ${redirect.lost.join(', ')}.`) + lines;
    },
    foot: () =>
      foot +
      `# End of the file. Codes that lead on: ${leading}, of them without what is named above: ${changed}. Left out: ${leftOut}.\n`,
  };
}

export function isLeading(redirect: StaticRedirect): redirect is Leading {
  return redirect.location !== null;
}

/** The paths at which a case-sensitive server has to know a code: symbols contain it in upper case, and people type the other. */
export function listPaths({ names, exactNames }: StaticRedirect): string[] {
  const spellings = names.flatMap((name) => [name, name.toUpperCase()]);
  return [...new Set([...exactNames, ...spellings])].map((name) => `/${name}`);
}

export function isWeb(location: string): boolean {
  return /^https?:/i.test(location);
}

/** An expression of what is often added to a link, as in `read-path.ts`: some servers compare decoded paths. */
export const OFTEN_ADDED = '(?:[/.,) ]|%20)';

/**
 * A host as part of a name in a configuration: its dots become `_`, and its hyphens `__`, so that no two hosts have the same. No label
 * begins or ends with a hyphen.
 */
export function nameOfHost(base: string): string {
  return new URL(base).hostname.replaceAll('-', '__').replaceAll('.', '_');
}
