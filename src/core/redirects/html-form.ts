import { joinBytes } from '../join-bytes.ts';
import { escapeHtml } from '../escape-html.ts';
import { describeLeftOut, isLeading, listPaths, type RedirectForm } from './redirect-form.ts';
import type { StaticRedirect } from './static-redirect.ts';
import { TAR_END, writeTarEntry } from './tar.ts';

/** A page for each path, as a tar archive: for hosts that serve files and nothing else. */
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
  const title = redirect.names[0] ?? '';
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
  // The address is not quoted within the attribute: it is all that stands behind `url=`, and begins with its scheme.
  return `<meta http-equiv="refresh" content="0; url=${escapeHtml(location)}">
${title}
<p><a href="${escapeHtml(location)}">Continue</a></p>
${lost.length === 0 ? '' : `<!-- Leads on without: ${lost.join(', ')}. -->\n`}`;
}
