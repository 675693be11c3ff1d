import type { z } from 'zod';
import { filesBody, toFilesRequest } from '#contract/prints/files.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import { IMAGE_SIZE } from '#core/codes/limits.ts';
import { DEFAULT_NAME, LONGEST_TEMPLATE } from '#core/exports/file-name.ts';
import type { FilesRequest } from '#core/prints/files-request.ts';
import type { PrintRequest } from '#core/prints/print-request.ts';
import type { FilesFailure } from '#service/exports/files.ts';
import { Form } from '../../frame/forms/form.ts';
import { validateForm } from '../../frame/forms/validate-form.ts';
import { PRINT_DEFAULTS, readPrint, toPrintField } from '../download/read-forms.ts';
import { nameCode } from '../name-code.ts';

/** The form for the files of a selection: its first values, what it requests, and its problems. */
export function toFilesForm(form: Form): Form {
  const chosen = {
    png: 'on',
    size: String(IMAGE_SIZE.default),
    ...PRINT_DEFAULTS,
    name: DEFAULT_NAME,
  };
  return new Form([...Object.entries(chosen), ...form.entries()]);
}

/** The files that a form requests, an image before a print file; null if there is a problem. */
export function readFiles(form: Form): FilesRequest | null {
  const print = form.isChecked('print') ? readPrint(form) : null;
  const files = [
    ...(form.isChecked('png') ? [{ format: 'png', size: form.number('size') }] : []),
    ...(form.isChecked('svg') ? [{ format: 'svg' }] : []),
    ...(print ? [toFile(print)] : []),
  ];
  if (files.length === 0 && !form.isChecked('print')) form.refuse('png', 'Choose at least one kind of file.');
  const name = form.trimmed('name');
  if (name === '' || name.length > LONGEST_TEMPLATE)
    form.refuse('name', `Enter 1 to ${LONGEST_TEMPLATE} characters, like ${DEFAULT_NAME}.`);
  const nameOf = (path: string) => path.replace(/^files\[\d\]\./, '');
  const body = validateForm(form, filesBody, { files, name }, { nameOf });
  return body && toFilesRequest(body);
}

/** A print file in the terms of the interface. */
function toFile(print: PrintRequest): z.input<typeof filesBody>['files'][number] {
  const { format, color, alternate, paper, marks, standard, caption, margin } = print;
  const lengths = { width_mm: print.widthMm, bleed_mm: print.bleedMm };
  return { format, color, alternate, paper, marks, standard, caption, margin, ...lengths };
}

export function sayTooManyCodes(
  file: string,
  { limit, why }: { readonly limit: number; readonly why: string | null },
): string {
  return `${file} has at most ${limit} codes${why === null ? '' : `: ${why}`}. Choose fewer.`;
}

/** Shows on the form why there is no archive. */
export function refuseFiles(form: Form, { forms }: FilesRequest, failure: FilesFailure): void {
  switch (failure.reason) {
    case 'search_too_short':
      return form.refuse('', 'Go back, and search for at least 3 characters.');
    case 'none_found':
    case 'not_found':
      return form.refuse('', 'Some of these codes are no longer there. Go back, and choose them again.');
    case 'too_many_codes':
      return form.refuse('', sayTooManyCodes('An archive', failure));
    case 'not_drawable':
      return form.refuse(
        '',
        `“${nameCode(failure.code)}” cannot be drawn again: its content is refused by a rule that is newer than the code.`,
      );
    case 'form_not_possible': {
      const isImage = forms[failure.form]?.kind === 'image';
      for (const problem of failure.problems) {
        const place = isImage ? 'size' : toPrintField(form)(problem.field);
        form.refuse(place, `“${nameCode(failure.code)}”: ${sayInForm(problem)}`);
      }
    }
  }
}
