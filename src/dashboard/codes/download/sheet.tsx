import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import type { Template } from '#core/styles/template.ts';
import { Fields } from '../../frame/forms/field-table.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { Button, ButtonRow } from '../../kit/buttons.tsx';
import { Filled, FormProblem } from '../../kit/field.tsx';
import { Cards } from './cards.tsx';
import { DOWNLOAD_FIELDS, Shown } from './fields.tsx';
import { LookField } from './look.tsx';
import { LabelFields, LayoutFields, SheetColorField } from './sheet-fields.tsx';
import { PrinterField, PrintFields } from './print-fields.tsx';

export interface DownloadSheetProps {
  readonly templates: readonly Template[];
  readonly path: string;
  /** Whether it is for a GS1 code. */
  readonly isItem: boolean;
  readonly form: Form;
  /** The preview, or the problems of the form. */
  readonly preview: Child;
}

/** The files as cards, the fields of the chosen one, and its preview. The server checks the fields, because hidden ones are sent, too. */
export function DownloadSheet({ path, isItem, form, templates, preview }: DownloadSheetProps) {
  return (
    <form
      method="get"
      action={`${path}/download/file`}
      data-check={`${path}/download/check`}
      class="download-sheet split"
      novalidate
    >
      <div class="asked">
        <FormProblem form={form} />
        <Filled.Provider value={form}>
          <Cards />
          {isItem ? <Fields of={DOWNLOAD_FIELDS} names={['carrier', 'hri']} /> : null}
          <LookField templates={templates} />
          <Shown class="for-pixels" names={['size']} />
          <PrinterField />
          <LayoutFields />
          <PrintFields isItem={isItem} />
          <LabelFields />
          <SheetColorField />
        </Filled.Provider>
      </div>
      <aside class="card sticky" aria-label={say('Preview')}>
        <div class="checked" role="status" data-checked>
          {preview}
        </div>
        <ButtonRow>
          <Button>{say('Download')}</Button>
          <button type="submit" class="secondary outline" formaction={`${path}/download`} data-check-button>
            {say('Refresh the preview')}
          </button>
          <button
            type="button"
            class="secondary outline for-pixels"
            data-copy-image={`${path}/download/file`}
            data-copied={say('Copied')}
            data-not-copied={say('Copy failed: download it')}
            hidden
          >
            {say('Copy image')}
          </button>
        </ButtonRow>
      </aside>
    </form>
  );
}
