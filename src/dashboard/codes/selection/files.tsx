import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { ANY_IMAGE_SIZE } from '#core/codes/limits.ts';
import { MAX_EXPORTED_CODES } from '#core/prints/files-request.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { exportFiles } from '#service/exports/files.ts';
import { readImportedCodes } from '#service/imports/read.ts';
import type { Child } from 'hono/jsx';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { CheckBox, Field, FilledForm, Select } from '../../kit/field.tsx';
import { type Form, readForm } from '../../frame/forms/form.ts';
import { formatCodes } from '../../frame/format-count.ts';
import { Button, HiddenFields } from '../../kit/buttons.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import { PageError } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { type Card, CARDS, KINDS } from '../download/kinds.ts';
import { PrintFields } from '../download/print-fields.tsx';
import { LABELS } from '../download/read-forms.ts';
import { formatParameters, toListPath } from '../list/list-query.ts';
import { readFiles, refuseFiles, toFilesForm } from './files-form.ts';
import { readCodeIds, readListQuery } from './read-selection.ts';

/** Asks for the kind of download: a table, or files. */
export function askForDownload(c: DashboardContext, form: Form): Promise<Response> {
  return renderDownload(c, toFilesForm(form));
}

/** `POST /codes/selection/files`: images and print files of a selection as a ZIP archive. */
export async function downloadFiles(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const request = readFiles(form);
  if (!request) return renderDownload(c, form, 422);
  const deps = c.get('deps');
  const { id: actorId, account } = c.get('person');
  const codeIds = await readChosen(c, form);
  const selection = codeIds ? { names: codeIds.map(toPublicId) } : { filter: readListQuery(form).filter };
  const archive = await exportFiles(deps, account.id, selection, request);
  if (!archive.ok) {
    refuseFiles(form, request, archive.error);
    return renderDownload(c, form, 422);
  }
  const activity = { accountId: account.id, actorId, action: 'codes.exported', note: 'zip' } as const;
  await recordActivity(deps, activity);
  return c.body(archive.value.stream, 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': 'attachment; filename="qr-codes.zip"',
    'Cache-Control': 'private, no-store',
  });
}

/** The ticked codes, or those of an import; null for all matching codes. */
async function readChosen(c: DashboardContext, form: Form): Promise<readonly CodeId[] | null> {
  if (form.isChecked('all')) return null;
  const importId = form.value('import');
  if (importId === '') {
    const ticked = readCodeIds(form);
    if (ticked.length > 0) return ticked;
    throw nothing('No code was selected. Tick the box beside each code.');
  }
  const { id: accountId } = c.get('person').account;
  const imported = await readImportedCodes(c.get('deps'), accountId, importId, MAX_EXPORTED_CODES + 1);
  if (imported && imported.length > 0) return imported;
  throw nothing('The codes of this import are no longer there.');
}

function nothing(message: string): PageError {
  return new PageError(422, 'Nothing to download', message);
}

async function renderDownload(c: DashboardContext, form: Form, status: 200 | 422 = 200) {
  const codeIds = await readChosen(c, form);
  const { parameters } = readListQuery(form);
  const importId = form.value('import');
  const what = codeIds ? formatCodes(codeIds.length) : 'all codes that match';
  const ids = codeIds ? codeIds.map((codeId) => [toPublicId(codeId), 'on']) : [['all', 'on']];
  const fields =
    importId === ''
      ? { query: formatParameters(parameters), ...Object.fromEntries(ids) }
      : { import: importId };
  const chosen = <HiddenFields fields={fields} />;
  return renderPage(
    c,
    { title: `Download ${what}`, section: 'Codes', status },
    <NarrowPage
      title={`Download ${what}`}
      back={
        importId === ''
          ? { href: toListPath(parameters), label: 'Back to the codes' }
          : { href: `/codes/import/${importId}`, label: 'Back to the import' }
      }
    >
      <h2>Pictures and print files</h2>
      <FilledForm form={form} action="/codes/selection/files" novalidate>
        {chosen}
        <FilesFields />
        <Button>Download files</Button>
      </FilledForm>
      {importId === '' ? <TableForm chosen={chosen} /> : null}
    </NarrowPage>,
  );
}

function TableForm({ chosen }: { readonly chosen: Child }) {
  return (
    <>
      <h2>Table</h2>
      <p>The data of each code, for a spreadsheet.</p>
      <form method="post" action="/codes/selection">
        {chosen}
        <Button kind="quiet" name="action" value="table">
          Download CSV
        </Button>
      </form>
    </>
  );
}

function FilesFields() {
  const number = { type: 'number', inputmode: 'decimal' } as const;
  return (
    <>
      <div class="pair">
        <CheckBox name="png" label="PNG" />
        <Field name="size" label="Width in pixels" attributes={{ ...number, ...ANY_IMAGE_SIZE }} />
      </div>
      <CheckBox name="svg" label="SVG" />
      <CheckBox name="print" label="Print file" hint="As designed, or in inks for the press." />
      <div class="of-print">
        <Select
          name="kind"
          label={LABELS.kind}
          options={KINDS.flatMap((kind) => {
            const card: Card = CARDS[kind];
            const label = `${card.title}: ${card.words}`;
            return card.print ? [{ value: kind, label, attributes: { 'data-fields': card.fields } }] : [];
          })}
        />
        <PrintFields isForMany />
      </div>
      <Field
        name="name"
        label="File names"
        hint="With {title}, {external_id}, {short_code}, {id}, {number} and {format}; a slash makes folders."
        attributes={{ autocomplete: 'off', spellcheck: 'false', required: true }}
      />
    </>
  );
}
