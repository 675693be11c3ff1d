import { joinBytes } from '../bytes/join-bytes.ts';
import { escapeHtml } from '../escape-html.ts';
import { describeLeftOut, isLeading, listPaths, type RedirectForm } from './redirect-form.ts';
import { allNames, type StaticRedirect } from './static-redirect.ts';

/** A page for each path, as a tar archive: for hosts that only serve files. */
export const HTML_FORM: RedirectForm = {
  mediaType: 'application/gzip',
  isCompressed: true,
  begin: ({ base }) => ({
    head: () => writeTarEntry('README.txt', describe(base)),
    write(redirect) {
      const page = renderPage(redirect);
      return joinBytes(listPaths(redirect).map((path) => writeTarEntry(`${path.slice(1)}/index.html`, page)));
    },
    foot: () => TAR_END,
  }),
};

const describe = (base: string) => `Pages of ${base}
${'='.repeat(9 + base.length)}

One folder for each path. Put them at the root of any host of static files, and point the domain there.
Each path is there twice: symbols hold it in upper case, people type it in lower case. Unpack the archive on
a system that tells MENU from menu: Linux does, macOS and Windows do not, and there one of the two remains.

A page leads on by itself (meta refresh) and has a link. What no page can do (rules, variants, limits,
schedules, scans) is named in a comment of the page. A code with a password, and one that is not active, has
a page that says so.
`;

function renderPage(redirect: StaticRedirect): string {
  const [title = ''] = allNames(redirect);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
${renderBody(redirect, `<title>${escapeHtml(title)}</title>`)}</html>
`;
}

function renderBody(redirect: StaticRedirect, title: string): string {
  if (!isLeading(redirect)) {
    if (redirect.content !== null) return `${title}\n<pre>${escapeHtml(redirect.content)}</pre>\n`;
    return `${title}\n<p>This code leads nowhere: it ${describeLeftOut(redirect.leftOut ?? 'unsafe_location')}.</p>\n`;
  }
  const { location, lost } = redirect;
  // The address is not quoted within the attribute: it is everything after `url=`, and begins with its scheme.
  return `<meta http-equiv="refresh" content="0; url=${escapeHtml(location)}">
${title}
<p><a href="${escapeHtml(location)}">Continue</a></p>
${lost.length === 0 ? '' : `<!-- Leads on without: ${lost.join(', ')}. -->\n`}`;
}

/** A tar archive (POSIX.1-1988, ustar), entry by entry. Unlike a ZIP, it has no list at its end, so its writer need not remember the entries. */

const BLOCK_BYTES = 512;
/** Offsets and lengths of the fields of a header. */
const NAME = [0, 100] as const;
const CHECKSUM = [148, 8] as const;

/** The end of an archive: two empty blocks. */
const TAR_END = new Uint8Array(2 * BLOCK_BYTES);

/**
 * A file in an archive: its header and its content, padded to whole blocks. Its time is 1970, so that the same files always give the same
 * archive.
 * @param name at most 100 ASCII characters, with `/` between folders
 */
function writeTarEntry(name: string, text: string): Uint8Array {
  if (!/^[\x21-\x7E]{1,100}$/.test(name)) throw new TypeError(`no name for a file of an archive: ${name}`);
  const content = new TextEncoder().encode(text);
  const entry = new Uint8Array(BLOCK_BYTES + Math.ceil(content.length / BLOCK_BYTES) * BLOCK_BYTES);
  const put = (offset: number, field: string) => entry.set(new TextEncoder().encode(field), offset);
  put(NAME[0], name);
  put(100, '0000644\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  put(124, `${octal(content.length, 11)}\0`);
  put(136, `${octal(0, 11)}\0`);
  // The checksum counts its own field as spaces.
  put(CHECKSUM[0], ' '.repeat(CHECKSUM[1]));
  put(156, '0');
  put(257, 'ustar\x0000');
  const sum = entry.subarray(0, BLOCK_BYTES).reduce((total, byte) => total + byte, 0);
  put(CHECKSUM[0], `${octal(sum, 6)}\0 `);
  entry.set(content, BLOCK_BYTES);
  return entry;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
