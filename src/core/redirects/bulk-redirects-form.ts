import { formatCsvLine } from '../csv-line.ts';
import { isLeading, isWeb, listPaths, type RedirectForm } from './redirect-form.ts';

/**
 * A Bulk Redirect List of Cloudflare, as its dashboard imports it: no header, no comments.
 * developers.cloudflare.com/rules/url-forwarding/bulk-redirects/reference/csv-file-format
 */
export const BULK_REDIRECTS_FORM: RedirectForm = {
  mediaType: 'text/csv',
  begin({ base }) {
    // Without a scheme it is about both.
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
