import type { z } from 'zod';
import { say } from '#languages/say.ts';
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
import { FIRST_VALUES } from '../download/fields.tsx';
import { readPrint, toPrintField } from '../download/read-forms.ts';
import { nameCode } from '#core/codes/name-code.ts';

/** The form for the files of a selection: its first values, what it requests, and its problems. */
export function toFilesForm(form: Form): Form {
  // Somebody who has just come to the form has not chosen yet.
  const chosen = {
    ...(form.has('name') ? {} : { png: 'on' }),
    ...FIRST_VALUES,
    size: String(IMAGE_SIZE.default),
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
  if (kinds.length === 0) form.refuse('kind', say('Choose at least one kind of file.'));
  if (kinds.length > MAX_FORMS)
    form.refuse('kind', say('Choose at most {most, number} kinds of files.', { most: MAX_FORMS }));
  const files = kinds.flatMap<unknown>((kind) =>
    kind === 'png' ? [{ format: kind, size: form.number('size') }] : readPrintFile(form, kind),
  );
  const name = form.trimmed('name');
  if (name === '' || name.length > LONGEST_TEMPLATE)
    form.refuse(
      'name',
      say('Enter 1 to {most, number} characters, such as {example}.', {
        most: LONGEST_TEMPLATE,
        example: DEFAULT_NAME,
      }),
    );
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
  file: 'zip' | 'pdf',
  { limit, why }: { readonly limit: number; readonly why: string | null },
): string {
  const most =
    file === 'zip'
      ? say('A ZIP file has at most {limit, plural, one {# code} other {# codes}}. Choose fewer.', { limit })
      : say('A PDF has at most {limit, plural, one {# code} other {# codes}}. Choose fewer.', { limit });
  return why === null ? most : `${most} (${why})`;
}

/** Shows on the form why there is no archive. */
export function refuseFiles(form: Form, failure: FilesFailure): void {
  switch (failure.reason) {
    case 'search_too_short':
      return form.refuse('', say('Go back, and search for at least 3 characters.'));
    case 'none_found':
    case 'not_found':
      return form.refuse('', say('Some of these codes are no longer there. Go back, and choose them again.'));
    case 'too_many_codes':
      return form.refuse('', sayTooManyCodes('zip', failure));
    case 'not_drawable':
      return form.refuse(
        '',
        say('“{code}” cannot be drawn again: a rule that is newer than the code refuses its content.', {
          code: nameCode(failure.code),
        }),
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
