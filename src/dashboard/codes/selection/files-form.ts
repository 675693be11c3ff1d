import type { z } from 'zod';
import { filesBody, toFilesRequest } from '#contract/prints/files.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import { IMAGE_SIZE } from '#core/codes/limits.ts';
import { DEFAULT_NAME, LONGEST_TEMPLATE } from '#core/exports/file-name.ts';
import { type FilesRequest, MAX_FORMS } from '#core/prints/files-request.ts';
import type { PrintRequest } from '#core/prints/print-request.ts';
import type { FilesFailure } from '#service/exports/files.ts';
import { Form } from '../../frame/forms/form.ts';
import { validateForm } from '../../frame/forms/validate-form.ts';
import { CARDS, type Kind, KINDS } from '../download/kinds.ts';
import { PRINT_DEFAULTS, readPrint, toPrintField } from '../download/read-forms.ts';
import { nameCode } from '../name-code.ts';

/** The form for the files of a selection: its first values, what it requests, and its problems. */
export function toFilesForm(form: Form): Form {
  // Somebody who has just come to the form has not chosen yet.
  const chosen = {
    ...(form.has('name') ? {} : { png: 'on' }),
    size: String(IMAGE_SIZE.default),
    ...PRINT_DEFAULTS,
    name: DEFAULT_NAME,
  };
  return new Form([...Object.entries(chosen), ...form.entries()]);
}

function listChosen(form: Form): readonly Kind[] {
  return KINDS.filter((kind) => CARDS[kind].group !== 'paper' && form.isChecked(kind));
}

/** The form as it would be for one kind of file. */
function withKind(form: Form, kind: Kind): Form {
  return new Form([...form.entries(), ['kind', kind]]);
}

function readPrintFile(form: Form, kind: Kind): ReturnType<typeof toFile>[] {
  const one = withKind(form, kind);
  const print = readPrint(one);
  for (const [name, message] of one.errors()) form.refuse(name, message);
  return print ? [toFile(print)] : [];
}

/** The files that a form requests, in the order of the cards; null if there is a problem. */
export function readFiles(form: Form): FilesRequest | null {
  const kinds = listChosen(form);
  if (kinds.length === 0) form.refuse('kind', 'Choose at least one kind of file.');
  if (kinds.length > MAX_FORMS) form.refuse('kind', `Choose at most ${MAX_FORMS} kinds of files.`);
  const files = kinds.flatMap<unknown>((kind) =>
    kind === 'png' ? [{ format: kind, size: form.number('size') }] : readPrintFile(form, kind),
  );
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
  const others = { cmyk_values: print.cmykValues, width_mm: print.widthMm, bleed_mm: print.bleedMm };
  return { format, color, alternate, paper, marks, standard, caption, margin, ...others };
}

export function sayTooManyCodes(
  file: string,
  { limit, why }: { readonly limit: number; readonly why: string | null },
): string {
  return `${file} has at most ${limit} codes${why === null ? '' : `: ${why}`}. Choose fewer.`;
}

/** Shows on the form why there is no archive. */
export function refuseFiles(form: Form, failure: FilesFailure): void {
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
      const kind = listChosen(form)[failure.form] ?? 'pdf';
      for (const problem of failure.problems) {
        const place = kind === 'png' ? 'size' : toPrintField(withKind(form, kind))(problem.field);
        form.refuse(place, `“${nameCode(failure.code)}”: ${sayInForm(problem)}`);
      }
    }
  }
}
