import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { ANY_IMAGE_SIZE } from '#core/codes/limits.ts';
import { WIDTH_MM } from '#core/prints/print-request.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { exportFiles } from '#service/exports/files.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { CheckBox, Field, FilledForm } from '../../kit/field.tsx';
import { type Form, readForm } from '../../frame/forms/form.ts';
import { formatCodes } from '../../frame/format-count.ts';
import { Button, HiddenFields } from '../../kit/buttons.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import { PageError } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { CaptionSelect } from '../download/caption-select.tsx';
import { formatParameters, toListPath } from '../list/list-query.ts';
import { readFiles, refuseFiles, toFilesForm } from './files-form.ts';
import { readCodeIds, readListQuery } from './read-selection.ts';

/** Asks for the kind of download: a table, or files. */
export function askForDownload(c: DashboardContext, form: Form): Response | Promise<Response> {
  return renderDownload(c, toFilesForm(form));
}

/** `POST /codes/selection/files`: images and print files of a selection as a ZIP archive. */
export async function downloadFiles(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const request = readFiles(form);
  if (!request) return renderDownload(c, form, 422);
  const deps = c.get('deps');
  const { id: actorId, account } = c.get('person');
  const codeIds = readChosen(form);
  const selection = codeIds ? { names: codeIds.map(toPublicId) } : { filter: readListQuery(form).filter };
  const archive = await exportFiles(deps, account.id, selection, request);
  if (!archive.ok) {
    refuseFiles(form, request, archive.error);
    return renderDownload(c, form, 422);
  }
  const activity = { accountId: account.id, actorId, action: 'codes.exported', note: 'zip' } as const;
  await recordActivity(deps, activity);
  return c.body(archive.value, 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': 'attachment; filename="qr-codes.zip"',
    'Cache-Control': 'private, no-store',
  });
}

/** The ticked codes; null for all matching codes. */
function readChosen(form: Form): readonly CodeId[] | null {
  if (form.isChecked('all')) return null;
  const codeIds = readCodeIds(form);
  if (codeIds.length > 0) return codeIds;
  throw new PageError(422, 'Nothing to download', 'No code was selected. Tick the box beside each code.');
}

function renderDownload(c: DashboardContext, form: Form, status: 200 | 422 = 200) {
  const codeIds = readChosen(form);
  const { parameters } = readListQuery(form);
  const what = codeIds ? formatCodes(codeIds.length) : 'all codes that match';
  const ids = codeIds ? codeIds.map((codeId) => [toPublicId(codeId), 'on']) : [['all', 'on']];
  const chosen = (
    <HiddenFields fields={{ query: formatParameters(parameters), ...Object.fromEntries(ids) }} />
  );
  return renderPage(
    c,
    { title: `Download ${what}`, section: 'Codes', status },
    <NarrowPage
      title={`Download ${what}`}
      back={{ href: toListPath(parameters), label: 'Back to the codes' }}
    >
      <h2>Pictures and print files</h2>
      <FilledForm form={form} action="/codes/selection/files">
        {chosen}
        <FilesFields />
        <Button>Download files</Button>
      </FilledForm>
      <h2>Table</h2>
      <p>The data of each code, for a spreadsheet.</p>
      <form method="post" action="/codes/selection">
        {chosen}
        <Button kind="quiet" name="action" value="table">
          Download CSV
        </Button>
      </form>
    </NarrowPage>,
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
      <div class="pair">
        <CheckBox
          name="pdf"
          label="PDF in black ink"
          hint="In the shapes of the code, without its colours, gradient, logo and frame."
        />
        <Field name="width_mm" label="Width in mm" attributes={{ ...number, ...WIDTH_MM, step: '0.01' }} />
      </div>
      <CaptionSelect name="caption" label="In the PDF, below the code" />
      <Field
        name="name"
        label="File names"
        hint="With {title}, {external_id}, {short_code}, {id}, {number} and {format}; a slash makes folders."
        attributes={{ autocomplete: 'off', spellcheck: 'false', required: true }}
      />
    </>
  );
}
