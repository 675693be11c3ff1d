import { isWeb, listPaths, type RedirectForm, writeLines } from './redirect-form.ts';

/** What Cloudflare Pages reads: developers.cloudflare.com/pages/configuration/redirects. */
const MAX_LINE_CHARACTERS = 1_000;
const MAX_RULES = 2_000;

/** `_redirects` of Cloudflare Pages, of Workers with static assets, and of Netlify. Locations have no white space, so nothing needs quotes. */
export const PAGES_FORM: RedirectForm = {
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

const LIMIT = `# Cloudflare Pages reads ${MAX_RULES.toLocaleString('en')} rules, and none of those below. Netlify has no such limit; Bulk Redirects hold more.\n`;
const WITHOUT_TLS = '# Cloudflare Pages redirects to https:// alone, and passes over this code:\n';

function isWithTls(location: string): boolean {
  return /^https:/i.test(location);
}
