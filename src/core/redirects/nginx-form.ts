import { nameOfHost, OFTEN_ADDED, type RedirectForm, writeLines } from './redirect-form.ts';

/** nginx reads a word of its configuration into a buffer of 4,096 bytes. */
const MAX_WORD_CHARACTERS = 4_000;

/**
 * A `map` for nginx, which compares paths without regard to case. Its variable has the name of the host: of two maps of one variable, nginx
 * takes the last one and says nothing.
 */
export const NGINX_FORM: RedirectForm = {
  mediaType: 'text/plain',
  begin({ base }) {
    const target = `$qr_target_${nameOfHost(base)}`;
    const lead = `if (${target}) { return 302 ${target}; }`;
    return writeLines({
      head: [
        `# Redirects of ${base}, for nginx. Include redirects.nginx-once.conf first, once for the files of all hosts, and`,
        `# this file, both in the http block. In the server block of ${new URL(base).host} say:`,
        `#     ${lead}`,
        `#     rewrite "^(.+)${OFTEN_ADDED}$" $1;`,
        `#     ${lead}`,
        '#     return 404;',
        '# The second line takes off what is often added to a link: a slash, or the end of the sentence around it.',
        `map $uri ${target} {`,
        '    volatile;',
        '    default "";',
      ],
      indent: '    ',
      foot: '}\n',
      print({ names, exactNames, location }) {
        const word = quote(location);
        if (word.length > MAX_WORD_CHARACTERS)
          return { problem: `leads to a location of more than ${MAX_WORD_CHARACTERS} characters` };
        // The map compares words in either case, and expressions as they are.
        const exact = exactNames.map(
          (name) => `    "~^/${name.replaceAll('.', String.raw`\.`)}$" ${word};\n`,
        );
        return [...exact, ...names.map((name) => `    "/${name}" ${word};\n`)].join('');
      },
    });
  },
};

/** What may stand only once in an http block, whatever the number of hosts: the same text for each of them. */
export const NGINX_ONCE_FORM: RedirectForm = {
  mediaType: 'text/plain',
  begin: () => ({
    head: () => `# For nginx, with the redirects of any number of hosts. Include this file once in the http block, above its first map: these
# two settings may stand there only once, and not below a map. Leave out a line that your configuration has already.
map_hash_bucket_size 256;
map_hash_max_size 65536;
# nginx has no way to write a dollar sign.
geo $qr_dollar { default "$"; }
`,
    write: () => '',
    foot: () => '',
  }),
};

/** A quoted word: backslashes and quotes are escaped by a backslash, and `$` would begin the name of a variable. */
function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('$', '${qr_dollar}')}"`;
}
