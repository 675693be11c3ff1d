import { listPaths, nameOfHost, OFTEN_ADDED, type RedirectForm, writeLines } from './redirect-form.ts';

/**
 * A snippet for a Caddyfile. A `map` and not one `redir` per path: of 10,000, Caddy finds the last one ten times as fast. Caddy looks a
 * path up whenever the value is read, so also as it is after `uri`.
 */
export const CADDY_FORM: RedirectForm = {
  mediaType: 'text/plain',
  begin({ base }) {
    const name = nameOfHost(base);
    const target = `qr_target_${name}`;
    return writeLines({
      head: [
        `# Redirects of ${base}, for Caddy. Beside the sites of the Caddyfile import this file,`,
        `# and in the site ${new URL(base).host} say: import qr_redirects_${name}`,
        '# Each path is there twice: symbols hold it in upper case, people type it in lower case.',
        '# Braces of a location are written as %7B and %7D.',
        `(qr_redirects_${name}) {`,
        `    map {path} {${target}} {`,
      ],
      indent: '        ',
      foot: `        default ""
    }
    @qr_found expression \`{${target}} != ""\`
    # What is often added to a link goes: a slash, or the end of the sentence around it. A path that no code has is not found.
    route {
        redir @qr_found {${target}} 302
        uri path_regexp "(.)${OFTEN_ADDED}$" "$1"
        redir @qr_found {${target}} 302
        respond 404
    }
}
`,
      print: (redirect) =>
        listPaths(redirect)
          .map((path) => `        ${path} ${quote(redirect.location)}\n`)
          .join(''),
    });
  },
};

/**
 * A quoted word. Braces would name a value, and their escape differs between what Caddy imports and what it reads. Neither braces nor
 * backslashes are allowed in a URI (RFC 3986 §2), so they are percent-encoded here.
 */
function quote(text: string): string {
  const encoded = text.replaceAll(
    /[{}\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `"${encoded.replaceAll('"', '\\"')}"`;
}
