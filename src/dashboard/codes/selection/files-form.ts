import { ANY_IMAGE_SIZE, IMAGE_SIZE } from '#core/codes/limits.ts';
import { checkTemplate, DEFAULT_NAME, LONGEST_TEMPLATE } from '#core/exports/file-name.ts';
import { CAPTIONS } from '#core/print/caption.ts';
import type { FileForm, FilesRequest } from '#core/print/files-request.ts';
import { WIDTH_MM } from '#core/print/print-request.ts';
import type { FilesFailure } from '#service/exports/files.ts';
import { Form } from '../../frame/form.ts';
import { toFormWords } from '../download/read-forms.ts';
import { nameCode } from '../name-code.ts';

/** The form of the files of a selection: what it shows at first, what it asks for, and what is wrong with it. */
export function toFilesForm(form: Form): Form {
  const chosen = {
    png: 'on',
    size: String(IMAGE_SIZE.default),
    width_mm: '25',
    caption: 'none',
    name: DEFAULT_NAME,
  };
  return new Form([...Object.entries(chosen), ...form.entries()]);
}

/** The files that a form asks for, an image before a print file; null where something is wrong. */
export function readFiles(form: Form): FilesRequest | null {
  const forms: FileForm[] = [];
  if (form.isChecked('png')) {
    const size = readNumber(form, 'size', ANY_IMAGE_SIZE, /^\d{1,4}$/);
    forms.push({ kind: 'image', image: { format: 'png', size, margin: undefined, dpi: undefined } });
  }
  if (form.isChecked('svg')) {
    const image = { format: 'svg', size: undefined, margin: undefined, dpi: undefined } as const;
    forms.push({ kind: 'image', image });
  }
  if (form.isChecked('pdf')) {
    const widthMm = readNumber(form, 'width_mm', WIDTH_MM, /^\d{1,4}(\.\d{1,2})?$/);
    const caption = CAPTIONS.find((field) => field === form.value('caption')) ?? 'none';
    forms.push({
      kind: 'print',
      print: {
        ...{ format: 'pdf', widthMm, caption, color: 'k', paper: 'none', standard: 'pdf-1.4' },
        ...{ moduleMm: undefined, margin: undefined, alternate: undefined, condition: undefined },
        ...{ bleedMm: 0, marks: false, growthMm: 0 },
      },
    });
  }
  if (forms.length === 0) form.refuse('png', 'Choose at least one kind of file.');
  const nameTemplate = form.trimmed('name');
  const checked = checkTemplate(nameTemplate);
  if (nameTemplate === '' || nameTemplate.length > LONGEST_TEMPLATE)
    form.refuse('name', `Enter 1 to ${LONGEST_TEMPLATE} characters, like ${DEFAULT_NAME}.`);
  else if (!checked.ok) form.refuse('name', `This ${checked.error}`);
  return form.hasErrors ? null : { forms, nameTemplate };
}

/** Says on the form why there is no archive. */
export function refuseFiles(form: Form, { forms }: FilesRequest, failure: FilesFailure): void {
  switch (failure.reason) {
    case 'search_too_short':
      return form.refuse('', 'Go back, and search for at least 3 characters.');
    case 'none_found':
    case 'not_found':
      return form.refuse('', 'Some of these codes are no longer there. Go back, and choose them again.');
    case 'too_many_codes': {
      const why = failure.why === null ? '' : `: ${failure.why}`;
      return form.refuse('', `An archive has at most ${failure.limit} codes${why}. Choose fewer.`);
    }
    case 'not_drawable':
      return form.refuse(
        '',
        `“${nameCode(failure.code)}” cannot be drawn again: its content is refused by a rule that is newer than the code.`,
      );
    case 'form_not_possible': {
      const isImage = forms[failure.form]?.kind === 'image';
      for (const { field, message } of failure.problems) {
        const place = isImage ? 'size' : field === 'caption' ? 'caption' : 'width_mm';
        form.refuse(place, `“${nameCode(failure.code)}”: ${toFormWords(message.replace(/^"size": /, ''))}`);
      }
    }
  }
}

function readNumber(
  form: Form,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
  pattern: RegExp,
): number | undefined {
  const text = form.trimmed(name).replace(',', '.');
  const value = Number(text);
  if (pattern.test(text) && value >= min && value <= max) return value;
  form.refuse(name, `Enter a number from ${min} to ${max}.`);
  return undefined;
}
