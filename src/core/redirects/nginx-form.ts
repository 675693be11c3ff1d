import { type RedirectForm, writeLines } from './redirect-form.ts';

/** nginx reads a word of its configuration into a buffer of 4,096 bytes. */
const MAX_WORD_CHARACTERS = 4_000;

/** A `map` of nginx, which compares paths without regard to case. */
export const NGINX_FORM: RedirectForm = {
  mediaType: 'text/plain',
  begin: ({ base }) =>
    writeLines({
      head: [
        `# Redirects of ${base}, for nginx. Include this file in the http block, and in the server block of ${new URL(base).host} say:`,
        '#     if ($qr_target) { return 302 $qr_target; }',
        '#     return 404;',
        'map_hash_bucket_size 256;',
        'map_hash_max_size 65536;',
        '# nginx has no way to write a dollar sign.',
        'geo $qr_dollar { default "$"; }',
        'map $uri $qr_target {',
        '    default "";',
      ],
      indent: '    ',
      foot: '}\n',
      print({ names, location }) {
        const word = quote(location);
        if (word.length > MAX_WORD_CHARACTERS)
          return { problem: `leads to a location of more than ${MAX_WORD_CHARACTERS} characters` };
        return names.map((name) => `    "/${name}" ${word};\n`).join('');
      },
    }),
};

/** A word in quotes: a backslash and a quote stand behind a backslash, and `$` would begin the name of a variable. */
function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('$', '${qr_dollar}')}"`;
}
