import { CADDY_FORM } from './caddy-form.ts';
import { HTML_FORM } from './html-form.ts';
import { NGINX_FORM, NGINX_ONCE_FORM } from './nginx-form.ts';
import { type RedirectForm, isLeading, isWeb, listPaths, writeLines } from './redirect-form.ts';
import { CSV_FORM, JSON_FORM } from './table-forms.ts';
import { formatCsvLine } from '../csv-line.ts';

/** The format of Cloudflare Pages: developers.cloudflare.com/pages/configuration/redirects. */
const MAX_LINE_CHARACTERS = 1_000;
const MAX_RULES = 2_000;

/** `_redirects` for Cloudflare Pages, Workers with static assets, and Netlify. Locations contain no white space, so nothing needs quotes. */
const PAGES_FORM: RedirectForm = {
  mediaType: 'text/plain',
  begin({ base }) {
    let rules = 0;
    return writeLines({
      head: [
        `# Redirects of ${base}, for Cloudflare Pages, Workers with static assets, and Netlify: the file _redirects.`,
        '# Each path is there twice: symbols hold it in upper case, people type it in lower case.',
      ],
      print(redirect) {
        const { location } = redirect;
        if (!isWeb(location)) return { problem: 'leads to no web page' };
        const lines = listPaths(redirect).map((path) => `${path} ${location} 302\n`);
        const longest = Math.max(...lines.map(({ length }) => length - 1));
        if (longest > MAX_LINE_CHARACTERS)
          return { problem: `has a line of more than ${MAX_LINE_CHARACTERS} characters` };
        const before = rules;
        rules += lines.length;
        const isLimit = before <= MAX_RULES && rules > MAX_RULES;
        return (isLimit ? LIMIT : '') + (isWithTls(location) ? '' : WITHOUT_TLS) + lines.join('');
      },
    });
  },
};

const LIMIT = `# Cloudflare Pages reads ${MAX_RULES / 1_000},000 rules, and none of those below. Netlify has no such limit; Bulk Redirects hold more.\n`;
const WITHOUT_TLS = '# Cloudflare Pages redirects to https:// alone, and passes over this code:\n';

function isWithTls(location: string): boolean {
  return /^https:/i.test(location);
}

/**
 * A Bulk Redirect List of Cloudflare, as its dashboard imports it: no header, no comments.
 * developers.cloudflare.com/rules/url-forwarding/bulk-redirects/reference/csv-file-format
 */
const BULK_REDIRECTS_FORM: RedirectForm = {
  mediaType: 'text/csv',
  begin({ base }) {
    // Without a scheme, it applies to both.
    const source = base.replace(/^https?:\/\//, '');
    return {
      head: () => '',
      write: (redirect) =>
        isLeading(redirect) && isWeb(redirect.location)
          ? listPaths(redirect)
              .map((path) => formatCsvLine([source + path, redirect.location, 302, ...NOTHING_PRESERVED]))
              .join('')
          : '',
      foot: () => '',
    };
  },
};

/** Query string, subdomains, subpaths, path suffix. */
const NOTHING_PRESERVED = ['FALSE', 'FALSE', 'FALSE', 'FALSE'] as const;

/** The forms in which redirects are exported, by the names of their files. */
export const REDIRECT_FORMS = {
  _redirects: PAGES_FORM,
  'bulk-redirects.csv': BULK_REDIRECTS_FORM,
  'redirects.nginx.conf': NGINX_FORM,
  'redirects.nginx-once.conf': NGINX_ONCE_FORM,
  'redirects.caddyfile': CADDY_FORM,
  'redirects-html.tar.gz': HTML_FORM,
  'redirects.csv': CSV_FORM,
  'redirects.json': JSON_FORM,
} as const satisfies Record<string, RedirectForm>;

export type RedirectFileName = keyof typeof REDIRECT_FORMS;

export const REDIRECT_FILES = Object.keys(REDIRECT_FORMS) as RedirectFileName[];
