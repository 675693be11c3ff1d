import type { SheetFailure } from '#service/prints/sheets.ts';
import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import { Form } from '../../frame/forms/form.ts';
import { Button, ButtonRow } from '../../kit/buttons.tsx';
import { Filled, FormProblem } from '../../kit/field.tsx';
import { Cards } from '../download/cards.tsx';
import { FIRST_VALUES } from '../download/fields.tsx';
import { LabelFields, LayoutFields, SheetColorField } from '../download/sheet-fields.tsx';
import { PrinterField } from '../download/print-fields.tsx';
import { refuseSheet } from '../download/read-sheets.ts';
import { nameCode } from '#core/codes/name-code.ts';
import { sayTooManyCodes } from './files-form.ts';

/** The form for a selection on paper: its first values, and what was sent. */
export function toSheetsForm(form: Form): Form {
  return new Form([
    ...Object.entries({ ...FIRST_VALUES, kind: 'table_tent', copies: '1' }),
    ...form.entries(),
  ]);
}

export interface FirstCode {
  /** The path of the first code; null if it is no longer there. */
  readonly path: string | null;
  readonly preview: Child;
}

interface SheetsFormProps extends FirstCode {
  readonly form: Form;
  /** The selection as hidden fields. */
  readonly chosen: Child;
}

/** A selection on labels or in a layout, with the first code as a preview. */
export function SheetsForm({ form, chosen, path, preview }: SheetsFormProps) {
  return (
    <form
      method="post"
      action="/codes/selection/sheets"
      data-check={path === null ? undefined : `${path}/download/check`}
      class="download-sheet split"
      novalidate
    >
      {chosen}
      <div class="asked">
        <FormProblem form={form} />
        <Filled.Provider value={form}>
          <Cards groups={['paper']} />
          <LayoutFields />
          <LabelFields />
          <SheetColorField />
          <PrinterField />
        </Filled.Provider>
      </div>
      <aside class="card sticky" aria-label={say('Preview of the first code')}>
        <p class="muted">{say('The first code as an example:')}</p>
        <div class="checked" role="status" data-checked>
          {preview}
        </div>
        <ButtonRow>
          <Button>{say('Download PDF')}</Button>
          <button type="submit" class="secondary outline" name="refresh" value="on" data-check-button>
            {say('Refresh the preview')}
          </button>
        </ButtonRow>
      </aside>
    </form>
  );
}

/** Shows on the form why there is no PDF. */
export function refuseSheets(form: Form, failure: SheetFailure): void {
  switch (failure.reason) {
    case 'search_too_short':
      return form.refuse('', say('Go back, and search for at least 3 characters.'));
    case 'none_found':
    case 'not_found':
      return form.refuse('', say('Some of these codes are no longer there. Go back, and choose them again.'));
    case 'too_many_codes':
      return form.refuse('', sayTooManyCodes('pdf', failure));
    case 'too_many_copies':
      return form.refuse(
        'copies',
        say(
          'That makes {count, number} labels, and a PDF has at most {limit, number}. Print fewer of each code.',
          {
            count: failure.count,
            limit: failure.limit,
          },
        ),
      );
    case 'start_past_end':
      return form.refuse(
        'start',
        say('A sheet has {labels, plural, one {# label} other {# labels}}.', { labels: failure.labels }),
      );
    default:
      return refuseSheet(form, failure, `“${nameCode(failure.code)}”: `);
  }
}
