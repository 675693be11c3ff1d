import type { RowWarning, RowWarnings } from '#core/imports/row-problem.ts';
import { type BookOf, sayIn } from './problems.ts';
import { SHARED_PHRASES } from './shared-phrases.ts';

const PHRASES: BookOf<RowWarnings> = {
  path_elsewhere: ({ address, host }) =>
    `What is printed with ${address} goes on leading where ${host} leads it: only a domain of your own can move. Point it here, and name it with the file.`,
  path_refused: ({ address, fault }) =>
    `What is printed with ${address} will not lead to this code, which gets a short link of its own: ${sayIn(SHARED_PHRASES, fault, 'a short code')}`,
  password_not_imported: () =>
    'Passwords do not travel: a new code comes paused. Give it a password, then resume it.',
};

/** What the report of an import says of a warning. */
export function toReportedWarning(warning: RowWarning): { readonly code: string; readonly message: string } {
  const code = warning.code === 'password_not_imported' ? warning.code : 'path_lost';
  return { code, message: sayIn(PHRASES, warning, '') };
}
