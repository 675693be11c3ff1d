import { toErrorCode, toFieldErrorAbout } from '#contract/problems/api-phrases.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { exportFiles as drawFiles, type FilesFailure } from '#service/exports/files.ts';
import { toSelection, toSelectionError } from '../codes/selection.ts';
import { filesBody, toFilesRequest } from '#contract/prints/files.ts';
import { REPEATABLE_FILTERS } from '#contract/codes/filing.ts';
import { exportQuery } from '#contract/codes/requests.ts';
import { operation } from '../operation.ts';
import { toFile } from '../reply.ts';
import { type ApiError, invalidFields } from '#contract/problems/api-error.ts';

export const exportFiles = operation({
  method: 'post',
  path: '/v1/exports/files',
  summary: 'Download the files of many codes as a ZIP archive',
  description:
    'A ZIP archive of up to 1,000 codes, each in up to five forms, and `index.csv` with a line for each code. List the codes in `ids`, or leave it out to select codes with the filters in the query. The archive is streamed, and the service stores nothing. It counts against the plan as one request for each 300 ms that it is estimated to take.',
  reads: true,
  query: exportQuery,
  repeatable: REPEATABLE_FILTERS,
  body: filesBody,
  bodyExample: {
    files: [
      { format: 'png', size: 1024 },
      { format: 'pdf', width_mm: 25 },
    ],
    name: '{external_id}-{title}.{format}',
  },
  // A thousand long external ids.
  maxBodyBytes: 512 * 1024,
  response: { files: ['application/zip'] },
  errors: ['low_contrast', 'not_found'],
  async handle({ deps, actor, plan, url, query, body }) {
    const selection = toSelection(url, query, body);
    const archive = await drawFiles(
      deps,
      actor.account.id,
      selection,
      toFilesRequest(body),
      plan.allowance(),
    );
    if (!archive.ok) throw toFilesError(archive.error);
    await recordActivity(deps, actor, { action: 'codes.exported', note: 'zip' });
    return toFile(archive.value, 'application/zip', 'qr-codes.zip');
  },
});

function toFilesError(failure: FilesFailure): ApiError {
  switch (failure.reason) {
    case 'form_not_possible': {
      const path = `files[${failure.form}]`;
      const fields = failure.problems.map((problem) => {
        const field = `${path}.${problem.field}`;
        return toFieldErrorAbout(`"${field}" for ${toPublicId(failure.code.codeId)}`, { ...problem, field });
      });
      return invalidFields(fields, toErrorCode(failure.problems));
    }
    default:
      return toSelectionError(failure);
  }
}
