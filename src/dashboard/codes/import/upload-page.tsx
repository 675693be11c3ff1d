import { IMPORT_FIELDS, type ImportField } from '#core/imports/columns.ts';
import type { ImportJob } from '#core/imports/import-job.ts';
import { Button } from '../../kit/buttons.tsx';
import { NarrowPage } from '../../kit/page-head.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { FilledForm, Select, TextArea, Field } from '../../kit/field.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { Minute } from '../../frame/utc-time.tsx';
import { COLUMN_PREFIX } from './read-upload.ts';
import { describeCounts, STATUS_WORDS } from './words.ts';

interface UploadPageProps {
  readonly form: Form;
  /** The columns of a file whose names do not show where a code leads; none if that is known. */
  readonly columns: readonly string[];
  readonly imports: readonly ImportJob[];
}

const MODES = [
  { value: 'skip', label: 'leave it as it is' },
  { value: 'update', label: 'change it to what the file says' },
  { value: 'fail', label: 'count the row as failed' },
];

/** The form of an upload, and the imports so far. */
export function UploadPage({ form, columns, imports }: UploadPageProps) {
  return (
    <NarrowPage back={{ href: '/codes', label: 'Back to the codes' }} title="Upload a CSV">
      <p>
        One code for each row. A column for the target is enough: <code>URL</code>, <code>website</code> or{' '}
        <code>link</code>. <code>Name</code> becomes the title, <code>campaign</code> a tag. Exports of Bitly,
        Dub, Shlink and YOURLS are recognised. You see what would happen to every row before anything does.
      </p>
      <FilledForm form={form} action="/codes/import" enctype="multipart/form-data">
        {columns.length > 0 ? <Columns columns={columns} /> : null}
        <div class="field">
          <label for="file">File</label>
          <input type="file" id="file" name="file" accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv" />
          <small>CSV in UTF-8, or JSON Lines; at most 10,000 rows.</small>
        </div>
        <TextArea
          name="text"
          label="Or paste the rows, with their header"
          attributes={{ rows: 6, spellcheck: 'false', autocomplete: 'off' }}
        />
        <Select name="on_conflict" label="If a code already exists and differs" options={MODES} />
        <Field
          name="hosts"
          label="Your domains that point here (optional)"
          hint="If short links in the file begin with one of them, their paths become short codes here. Separate several with commas."
          attributes={{ autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' }}
        />
        <Button>Check the rows</Button>
      </FilledForm>
      {imports.length > 0 ? <PastImports imports={imports} /> : null}
    </NarrowPage>
  );
}

const FIELD_OPTIONS: readonly { readonly value: ImportField | ''; readonly label: string }[] = [
  { value: '', label: 'Leave out' },
  ...IMPORT_FIELDS.map((field) => ({ value: field, label: field.replaceAll('_', ' ') })),
];

function Columns({ columns }: Pick<UploadPageProps, 'columns'>) {
  return (
    <fieldset class="columns-of-file">
      <legend>What the columns mean</legend>
      {columns.map((column) => (
        <Select name={COLUMN_PREFIX + column} label={column} options={FIELD_OPTIONS} />
      ))}
    </fieldset>
  );
}

function PastImports({ imports }: Pick<UploadPageProps, 'imports'>) {
  return (
    <>
      <h2>Imports so far</h2>
      <Rows>
        {imports.map((job) => (
          <Row
            title={
              <a href={`/codes/import/${job.id}`}>
                {job.isDryRun ? 'Check' : 'Import'}, <Minute timeMs={job.createdAtMs} />
              </a>
            }
            about={`${STATUS_WORDS[job.status]}. ${describeCounts(job)}`}
          />
        ))}
      </Rows>
    </>
  );
}
