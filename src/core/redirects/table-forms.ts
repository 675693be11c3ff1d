import { formatCsvLine } from '../csv-line.ts';
import { toPublicId } from '../codes/code-id.ts';
import { allNames } from './static-redirect.ts';
import type { RedirectForm } from './redirect-form.ts';

/** The complete tables: they say where each code leads, or why it leads nowhere, and which of its settings a static form cannot reproduce. */

/** A line for each path. */
export const CSV_FORM: RedirectForm = {
  mediaType: 'text/csv',
  begin: ({ base }) => ({
    head: () =>
      formatCsvLine(['path', 'target', 'short_url', 'id', 'external_id', 'status', 'left_out', 'lost']),
    write: ({ location, codeId, externalId, status, leftOut, lost, ...paths }) =>
      allNames(paths)
        .map((name) =>
          formatCsvLine([
            `/${name}`,
            location,
            `${base}/${name}`,
            toPublicId(codeId),
            externalId,
            status,
            leftOut,
            lost.join(' '),
          ]),
        )
        .join(''),
    foot: () => '',
  }),
};

/** One document. */
export const JSON_FORM: RedirectForm = {
  mediaType: 'application/json',
  begin({ base }) {
    let codes = 0;
    return {
      head: () => `{"base":${JSON.stringify(base)},"redirects":[\n`,
      write: ({ location, codeId, externalId, status, leftOut, lost, ...paths }) =>
        (codes++ === 0 ? '' : ',\n') +
        JSON.stringify({
          id: toPublicId(codeId),
          external_id: externalId,
          paths: allNames(paths).map((name) => `/${name}`),
          target: location,
          status_code: location === null ? null : 302,
          status,
          left_out: leftOut,
          lost,
        }),
      foot: () => `\n],"codes":${codes}}\n`,
    };
  },
};
