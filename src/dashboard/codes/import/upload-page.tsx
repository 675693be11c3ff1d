import type { ImportJob } from '#core/imports/import-job.ts';
import { say, sayRich } from '#languages/say.ts';
import { Button } from '../../kit/buttons.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { Field, FilledForm, Labelled, TextArea, useControl } from '../../kit/field.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { IfFilesAreAccepted } from '../../frame/accepts-files.tsx';
import { Minute } from '../../frame/utc-time.tsx';
import { Steps } from './steps.tsx';
import { describeCounts, STATUS_WORDS } from './words.ts';

interface UploadPageProps {
  readonly form: Form;
  readonly imports: readonly ImportJob[];
}

/** The form of an upload, and the imports so far. */
export function UploadPage({ form, imports }: UploadPageProps) {
  return (
    <section class="import">
      <PageHead back={{ href: '/codes', label: say('Back to the codes') }} title={say('Import codes')} />
      <Steps current="File" />
      <IfFilesAreAccepted>
        <FilledForm form={form} action="/codes/import" enctype="multipart/form-data">
          <FileField />
          <p>
            {sayRich('Not sure about the columns? <sample>Download a sample file</sample>.', {
              sample: (text) => <a href="/codes/import/sample.csv">{text}</a>,
            })}
          </p>
          <details class="more" open={form.value('text') !== ''}>
            <summary>{say('Paste rows instead')}</summary>
            <TextArea
              name="text"
              label={say('Rows with their header')}
              attributes={{
                rows: 6,
                spellcheck: 'false',
                autocomplete: 'off',
                placeholder: 'Name,Website,Campaign',
              }}
            />
          </details>
          <Options />
          <Button>{say('Continue')}</Button>
        </FilledForm>
      </IfFilesAreAccepted>
      {imports.length > 0 ? <PastImports imports={imports} /> : null}
    </section>
  );
}

export function FileField() {
  const hint = say('At most 10,000 rows. Exports of Bitly, Dub, Shlink and YOURLS work as they are.');
  return (
    <Labelled name="file" label={say('Spreadsheet as CSV, one code per row')} hint={hint}>
      <input type="file" {...useControl('file', hint)} accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv" />
    </Labelled>
  );
}

function Options() {
  return (
    <details class="more">
      <summary>{say('Own domains')}</summary>
      <Field
        name="hosts"
        label={say('{label} (optional)', { label: say('Your domains that point here') })}
        hint={say(
          'Short links on these domains keep their paths as short codes. Separate domains with commas.',
        )}
        attributes={{ autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' }}
      />
    </details>
  );
}

function PastImports({ imports }: Pick<UploadPageProps, 'imports'>) {
  return (
    <>
      <h2>{say('Recent imports')}</h2>
      <Rows>
        {imports.map((job) => (
          <Row
            title={
              <a href={`/codes/import/${job.id}`}>
                <Minute timeMs={job.createdAtMs} />
              </a>
            }
            beside={
              <span class="muted">{job.isDryRun ? say('Check only') : say(STATUS_WORDS[job.status])}</span>
            }
            about={describeCounts(job)}
          />
        ))}
      </Rows>
    </>
  );
}
