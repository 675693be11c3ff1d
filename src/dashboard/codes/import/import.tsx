import { sayFileProblem } from '#contract/problems/import-phrases.ts';
import { Hono } from 'hono';
import { formatCsvLine } from '#core/csv-line.ts';
import { canUndo, type ImportJob, isOpen, ROW_STATES } from '#core/imports/import-job.ts';
import { currentLanguage, inLanguage, say } from '#languages/say.ts';
import { cancelImport, readImport, readImports, readRowResults } from '#service/imports/read.ts';
import type { ReportedRow } from '#service/imports/report.ts';
import { sayNoBucket } from '#contract/files.ts';
import { startForReal, startImport } from '#service/imports/start.ts';
import { undoImport } from '#service/imports/undo.ts';
import { respondWithFile } from '../../frame/attachment.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { ImportPage } from './import-page.tsx';
import { ColumnsPage } from './columns-page.tsx';
import { EncodingPage, type EncodingPageProps } from './encoding-page.tsx';
import { readUpload, toShown } from './read-upload.ts';
import { sayChanges, sayErrors, sayWarnings } from './say-row.ts';
import { writeSampleFile } from './sample-file.ts';
import { sampleColumns, type SampledColumn } from './sample-columns.ts';
import { UploadPage } from './upload-page.tsx';

const CSV_TYPE = 'text/csv; charset=utf-8';
const ROWS_PER_PAGE = 50;
const SHOWN_IMPORTS = 5;
/** How often the page of a running import reloads. Each reload also continues the import. */
const REFRESH_SECONDS = 2;

/** `/codes/import` */
export const importRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showUpload(c, new Form([])))
  .post('/', upload)
  .get('/sample.csv', (c) => respondWithFile(c, writeSampleFile(), CSV_TYPE, 'codes.csv'))
  .get('/:import_id{imp_[0-9a-f]{16}}', showImport)
  .get('/:import_id{imp_[0-9a-f]{16}}/report.csv', downloadReport)
  .post('/:import_id{imp_[0-9a-f]{16}}/start', async (c) => {
    const { id } = await findImport(c);
    const isUpdate = (await readForm(c)).value('existing') === 'update';
    await startForReal(c.get('deps'), c.get('person'), id, { onConflict: isUpdate ? 'update' : 'skip' });
    return c.redirect(`/codes/import/${id}`, 303);
  })
  .post('/:import_id{imp_[0-9a-f]{16}}/undo', async (c) => {
    const job = await findImport(c);
    const undo = await undoImport(c.get('deps'), c.get('person'), job);
    // An error names the import that is under way, or this one.
    return c.redirect(`/codes/import/${(undo.ok ? undo.value : undo.error).id}`, 303);
  })
  .post('/:import_id{imp_[0-9a-f]{16}}/cancel', async (c) => {
    const { id, accountId } = await findImport(c);
    await cancelImport(c.get('deps'), accountId, id);
    return c.redirect(`/codes/import/${id}`, 303);
  });

async function showUpload(c: DashboardContext, form: Form): Promise<Response> {
  const jobs = await readImports(c.get('deps'), c.get('person').account.id);
  const status = form.status;
  return renderPage(
    c,
    { title: say('Import codes'), section: 'Codes', status },
    <UploadPage form={form} imports={jobs.slice(0, SHOWN_IMPORTS)} />,
  );
}

function showColumns(c: DashboardContext, form: Form, columns: readonly SampledColumn[]): Promise<Response> {
  return renderPage(
    c,
    { title: say('Import codes'), section: 'Codes', status: form.status },
    <ColumnsPage form={form} columns={columns} />,
  );
}

/** Asks whether a file that is not UTF-8 is read rightly, as older spreadsheets save them. */
function askEncoding(c: DashboardContext, form: Form, question: Omit<EncodingPageProps, 'form'>) {
  return renderPage(
    c,
    { title: say('Import codes'), section: 'Codes', status: 422 },
    <EncodingPage form={form} {...question} />,
  );
}

/** Asks what the columns of a file mean, and once that is known, begins with a dry run. */
async function upload(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const sent = await readUpload(c, deps.budget.imports.bytes);
  const { form, bytes, format, chosenColumns, hosts } = sent;
  if (bytes.length === 0) {
    form.refuse('file', say('Choose a file, or paste its rows.'));
    return showUpload(c, form);
  }
  // The page of the columns sends the file again, so it has to fit into a page.
  const columns = format === 'csv' && form.value('text') !== '' ? sampleColumns(bytes) : null;
  if (columns && chosenColumns.size === 0) return showColumns(c, form, columns);
  const started = await startImport(deps, c.get('person'), {
    // As if codes that exist were changed, so that what would be wrong with that is known. The page asks whether they are.
    options: { format, isDryRun: true, onConflict: 'update', source: null },
    file: onePiece(sent),
    chosenColumns,
    mappedHosts: new Map(hosts.map((host) => [host, new URL(deps.shortUrlBase).host])),
  });
  if (started.ok) return c.redirect(`/codes/import/${started.value.id}`, 303);
  if (started.error.reason === 'import_in_progress')
    return c.redirect(`/codes/import/${started.error.id}`, 303);
  if (started.error.reason === 'no_bucket') {
    form.refuse('', sayNoBucket());
    return showUpload(c, form);
  }
  if (started.error.reason === 'unknown_host')
    throw new Error('the form maps to the host of the service only');
  const { problem } = started.error;
  if (problem.code === 'not_utf8' && problem.values.guess !== null) {
    const { guess, sample } = problem.values;
    return askEncoding(c, form, { guess, sample, text: toShown(bytes, guess) });
  }
  const isOfColumns = columns && (problem.code === 'no_target' || problem.code === 'repeated_column');
  const isWithoutTarget = isOfColumns && problem.code === 'no_target';
  form.refuse(
    '',
    isWithoutTarget ? say('Choose the column that contains the target.') : sayFileProblem(problem),
  );
  return isOfColumns ? showColumns(c, form, columns) : showUpload(c, form);
}

async function* onePiece({ bytes }: { readonly bytes: Uint8Array }): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function showImport(c: DashboardContext): Promise<Response> {
  const job = await findImport(c);
  const state = ROW_STATES.find((one) => one === c.req.query('state')) ?? null;
  const after = /^\d{1,9}$/.test(c.req.query('after') ?? '') ? Number(c.req.query('after')) : 0;
  const page = { after, limit: ROWS_PER_PAGE, state };
  const { results, next } = await readRowResults(c.get('deps'), job.id, page);
  if (isOpen(job.status)) c.header('Refresh', String(REFRESH_SECONDS));
  return renderPage(
    c,
    { title: say('Import codes'), section: 'Codes' },
    <ImportPage
      job={job}
      results={results}
      state={state}
      isFirst={after === 0}
      next={next}
      canUndo={canUndo(job, c.get('deps').nowMs())}
    />,
  );
}

const REPORT_PAGE = 500;
const REPORT_COLUMNS = [
  ...['row', 'state', 'id', 'external_id', 'target', 'title', 'tags', 'short_url'],
  ...['errors', 'warnings', 'changes'],
];

async function downloadReport(c: DashboardContext): Promise<Response> {
  const job = await findImport(c);
  const deps = c.get('deps');
  const encoder = new TextEncoder();
  // The body is read after the request, which had the language.
  const language = currentLanguage();
  let after: number | null = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(formatCsvLine(REPORT_COLUMNS)));
    },
    async pull(controller) {
      if (after === null) return controller.close();
      const page = await readRowResults(deps, job.id, { after, limit: REPORT_PAGE, state: null });
      const lines = inLanguage(language, () => page.results.map(toReportLine));
      controller.enqueue(encoder.encode(lines.join('')));
      after = page.next;
    },
  });
  return respondWithFile(c, body, CSV_TYPE, `${job.id}.csv`);
}

function toReportLine(result: ReportedRow): string {
  const { row, state, id, externalId, target, title, tags, shortUrl } = result;
  const code = [id, externalId, target, title, tags, shortUrl];
  const notes = [sayErrors(result), sayWarnings(result)].map((sentences) => sentences.join(' '));
  return formatCsvLine([row, state, ...code, ...notes, sayChanges(result).join('; ')]);
}

async function findImport(c: DashboardContext): Promise<ImportJob> {
  const id = c.req.param('import_id') ?? '';
  const job = await readImport(c.get('deps'), c.get('person').account.id, id);
  if (!job) throw pageNotFound();
  return job;
}
