import { listPaths, type RedirectForm, writeLines } from './redirect-form.ts';

/** A snippet of a Caddyfile. A `map` and not a `redir` for each: of 10,000, Caddy finds the last ten times as fast. */
export const CADDY_FORM: RedirectForm = {
  mediaType: 'text/plain',
  begin: ({ base }) =>
    writeLines({
      head: [
        `# Redirects of ${base}, for Caddy. Beside the sites of the Caddyfile say: import redirects.caddyfile`,
        `# and in the site ${new URL(base).host} say: import qr_redirects`,
        '# Each path is there twice: symbols hold it in upper case, people type it in lower case.',
        '# Braces of a location are written as %7B and %7D.',
        '(qr_redirects) {',
        '    map {path} {qr_target} {',
      ],
      indent: '        ',
      foot: `        default ""
    }
    @qr_found expression \`{qr_target} != ""\`
    redir @qr_found {qr_target} 302
}
`,
      print: (redirect) =>
        listPaths(redirect)
          .map((path) => `        ${path} ${quote(redirect.location)}\n`)
          .join(''),
    }),
};

/**
 * A word in quotes. Braces would be the name of a value: what escapes them differs between what Caddy imports and what it reads. They are no
 * characters of a URI (RFC 3986 §2), nor is a backslash, so they get their percent signs here.
 */
function quote(text: string): string {
  const encoded = text.replaceAll(
    /[{}\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `"${encoded.replaceAll('"', '\\"')}"`;
}
