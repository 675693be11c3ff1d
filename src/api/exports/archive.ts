import { toErrorCode, toFieldErrorAbout } from '#contract/problems/api-phrases.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { exportFiles as drawFiles, type FilesFailure } from '#service/exports/files.ts';
import { allowanceOf } from '../middleware/limit-rate.ts';
import { toSelection, toSelectionError } from '../codes/selection.ts';
import { filesBody, toFilesRequest } from '#contract/prints/files.ts';
import { REPEATABLE_FILTERS } from '#contract/codes/filing.ts';
import { exportQuery } from '#contract/codes/requests.ts';
import { operation } from '../operation.ts';
import { type ApiError, invalidFields } from '#contract/problems/api-error.ts';

export const exportFiles = operation({
  method: 'post',
  path: '/v1/exports/files',
  reads: true,
  query: exportQuery,
  repeatable: REPEATABLE_FILTERS,
  body: filesBody,
  // A thousand long external ids.
  maxBodyBytes: 512 * 1024,
  async handle({ c, deps, editor: { accountId, editorId: actorId }, query, body }) {
    const selection = toSelection(c, query, body);
    const archive = await drawFiles(deps, accountId, selection, toFilesRequest(body), allowanceOf(c));
    if (!archive.ok) throw toFilesError(archive.error);
    await recordActivity(deps, { accountId, actorId, action: 'codes.exported', note: 'zip' });
    return c.body(archive.value, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="qr-codes.zip"',
    });
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
