import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { MAX_EXPORTED_CODES } from '#core/prints/files-request.ts';
import { findQrCodePage, readQrCode } from '#service/codes/read.ts';
import { readImportedCodes } from '#service/imports/read.ts';
import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { Field, FilledForm } from '../../kit/field.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { Button, HiddenFields } from '../../kit/buttons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { PageError } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { Checked, checkForm } from '../download/check.tsx';
import { Cards } from '../download/cards.tsx';
import { Shown } from '../download/fields.tsx';
import { PrinterField, PrintFields } from '../download/print-fields.tsx';
import { formatParameters, toListPath } from '../list/list-query.ts';
import { toFilesForm } from './files-form.ts';
import { readCodeIds, readListQuery, sayNoneSelected } from './read-selection.ts';
import { type FirstCode, SheetsForm, toSheetsForm } from './sheets-form.tsx';

/** The ticked codes, or those of an import; null for all matching codes. */
export async function readChosen(c: DashboardContext, form: Form): Promise<readonly CodeId[] | null> {
  if (form.isChecked('all')) return null;
  const importId = form.value('import');
  if (importId === '') {
    const ticked = readCodeIds(form);
    if (ticked.length > 0) return ticked;
    throw nothing(sayNoneSelected());
  }
  const { id: accountId } = c.get('person').account;
  const imported = await readImportedCodes(c.get('deps'), accountId, importId, MAX_EXPORTED_CODES + 1);
  if (imported && imported.length > 0) return imported;
  throw nothing(say('The codes of this import are no longer there.'));
}

function nothing(message: string): PageError {
  return new PageError(422, say('Nothing to download'), message);
}

interface DownloadForms {
  readonly files?: Form;
  readonly sheets?: Form;
}

/** Asks for the kind of download of a selection: files, a print on paper, or a table. */
export async function renderDownload(
  c: DashboardContext,
  form: Form,
  { files = toFilesForm(form), sheets = toSheetsForm(form) }: DownloadForms,
  status: 200 | 422 = 200,
): Promise<Response> {
  const codeIds = await readChosen(c, form);
  const { parameters } = readListQuery(form);
  const importId = form.value('import');
  const title = codeIds
    ? say('Download {count, plural, one {# code} other {# codes}}', { count: codeIds.length })
    : say('Download all codes that match');
  const ids = codeIds ? codeIds.map((codeId) => [toPublicId(codeId), 'on']) : [['all', 'on']];
  const fields =
    importId === ''
      ? { query: formatParameters(parameters), ...Object.fromEntries(ids) }
      : { import: importId };
  const chosen = <HiddenFields fields={fields} />;
  return renderPage(
    c,
    { title, section: 'Codes', status },
    <section class="download-page">
      <PageHead
        title={title}
        back={
          importId === ''
            ? { href: toListPath(parameters), label: say('Back to the codes') }
            : { href: `/codes/import/${importId}`, label: say('Back to the import') }
        }
      />
      <h2>{say('Images and print files')}</h2>
      <p>{say('You get one ZIP file that contains the chosen kinds of files for each code.')}</p>
      <FilledForm form={files} action="/codes/selection/files" novalidate>
        {chosen}
        <FilesFields />
        <Button>{say('Download files')}</Button>
      </FilledForm>
      <h2>{say('On paper')}</h2>
      <p>{say('One PDF, with a page for each code or with all of them on labels.')}</p>
      <SheetsForm form={sheets} chosen={chosen} {...await previewFirst(c, codeIds, form, sheets)} />
      {importId === '' ? <TableForm chosen={chosen} /> : null}
    </section>,
  );
}

/** The preview of the first code, which stands for the others. */
async function previewFirst(
  c: DashboardContext,
  codeIds: readonly CodeId[] | null,
  form: Form,
  sheets: Form,
): Promise<FirstCode> {
  const deps = c.get('deps');
  const { id: accountId } = c.get('person').account;
  const query = { limit: 1, after: null, filter: readListQuery(form).filter };
  const page = codeIds ? null : await findQrCodePage(deps, accountId, query);
  const first = codeIds?.[0] ?? (page?.ok ? page.value.codes[0]?.codeId : undefined);
  const found = first === undefined ? null : await readQrCode(deps, accountId, first);
  if (!found) return { path: null, preview: null };
  const result = sheets.hasErrors ? null : await checkForm(c, found.code, sheets);
  return {
    path: `/codes/${toPublicId(found.code.codeId)}`,
    preview: <Checked form={sheets} result={result} />,
  };
}

function TableForm({ chosen }: { readonly chosen: Child }) {
  return (
    <>
      <h2>{say('Table')}</h2>
      <p>{say('The data of each code, for a spreadsheet.')}</p>
      <form method="post" action="/codes/selection">
        {chosen}
        <Button kind="second" name="action" value="table">
          {say('Download CSV')}
        </Button>
      </form>
    </>
  );
}

/** The names in this field are those of the API. */
const PLACES = '{title}, {external_id}, {short_code}, {id}, {number}, {format}';

function FilesFields() {
  return (
    <>
      <Cards groups={['ready', 'press']} isForMany />
      <Shown class="for-pixels" names={['size']} />
      <PrinterField />
      <PrintFields isForMany />
      <Field
        name="name"
        label={say('File names')}
        hint={say('Use {places} as placeholders; a slash makes a folder.', { places: PLACES })}
        attributes={{ autocomplete: 'off', spellcheck: 'false', required: true }}
      />
    </>
  );
}
