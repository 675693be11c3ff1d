import { toFieldErrorAbout } from '#contract/api-phrases.ts';
import type { Context } from 'hono';
import { toPublicId } from '#core/codes/code-id.ts';
import { recordActivity } from '#service/accounts/activity.ts';
import { exportFiles, type FilesFailure } from '#service/exports/files.ts';
import type { AppEnv } from '../app-env.ts';
import { conflictWithFilter, toSelectionError } from '../codes/selection-errors.ts';
import { filesBody, toFilesRequest } from '#contract/files.ts';
import { readJsonBody } from '../json-body.ts';
import { REPEATABLE_FILTERS } from '#contract/labels.ts';
import { exportQuery, toFilter } from '#contract/requests.ts';
import { readQuery, validate, validateQuery } from '../validation.ts';
import { type ApiError, invalidFields } from '../errors.ts';
import { streamParts } from './stream-parts.ts';

/** A thousand external ids, which are long. */
const MAX_BODY_BYTES = 512 * 1024;

/** `POST /v1/exports/files`: a ZIP archive of the files of many codes. */
export async function streamFiles(c: Context<AppEnv>): Promise<Response> {
  const query = readQuery(c.req.url, REPEATABLE_FILTERS);
  const filter = toFilter(validateQuery(exportQuery, query));
  const body = validate(filesBody, (await readJsonBody(c.req.raw, MAX_BODY_BYTES)).json);
  const [filtered] = Object.keys(query);
  if (body.ids && filtered !== undefined) throw conflictWithFilter(filtered);
  const selection = body.ids ? { names: body.ids } : { filter };
  const deps = c.get('deps');
  const { id: accountId } = c.get('account');
  const parts = await exportFiles(deps, accountId, selection, toFilesRequest(body));
  if (!parts.ok) throw toFilesError(parts.error);
  const activity = { accountId, actorId: c.get('apiKeyId') };
  await recordActivity(deps, { ...activity, action: 'codes.exported', note: 'zip' });
  return c.body(
    streamParts(parts.value, (event, error) => deps.reportFailure(event, error)),
    200,
    {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="qr-codes.zip"',
    },
  );
}

function toFilesError(failure: FilesFailure): ApiError {
  switch (failure.reason) {
    case 'search_too_short':
    case 'none_found':
    case 'not_found':
    case 'too_many_codes':
      return toSelectionError(failure);
    case 'not_drawable': {
      const message = `"ids" has ${toPublicId(failure.code.codeId)}, whose content is refused by a rule that is newer than the code: it cannot be drawn again.`;
      return invalidFields([{ field: 'ids', code: 'invalid_value', message }]);
    }
    case 'form_not_possible': {
      const path = `files[${failure.form}]`;
      const fields = failure.problems.map((problem) => {
        const field = `${path}.${problem.field}`;
        return toFieldErrorAbout(`"${field}" for ${toPublicId(failure.code.codeId)}`, { ...problem, field });
      });
      const isContrast = fields.every(({ code }) => code === 'low_contrast');
      return invalidFields(fields, isContrast ? 'low_contrast' : 'invalid_request');
    }
  }
}
