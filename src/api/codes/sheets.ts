import { type Context, Hono } from 'hono';
import { toPublicId } from '#core/codes/code-id.ts';
import { printSheets, type SheetFailure } from '#service/codes/sheets.ts';
import type { AppEnv } from '../app-env.ts';
import { readJsonBody } from '../contract/json-body.ts';
import { REPEATABLE_FILTERS } from '../contract/labels.ts';
import { exportQuery, toFilter } from '../contract/requests.ts';
import { sheetBody, toSheetRequest } from '../contract/sheets.ts';
import { readQuery, validate } from '../contract/validation.ts';
import { ApiError, type FieldError, invalidFields } from '../errors.ts';
import { allowOnly } from '../middleware/allow-only.ts';
import { toSearchError } from './problems.ts';

/** `/v1/sheets`: codes on labels. */
export const sheetRoutes = new Hono<AppEnv>().post('/', printLabels).all('/', allowOnly('POST'));

async function printLabels(c: Context<AppEnv>): Promise<Response> {
  const query = readQuery(c.req.url, REPEATABLE_FILTERS);
  const filter = toFilter(validate(exportQuery, query));
  const body = validate(sheetBody, (await readJsonBody(c.req.raw)).json);
  const [filtered] = Object.keys(query);
  if (body.ids && filtered !== undefined) throw conflictWithFilter(filtered);
  const selection = body.ids ? { names: body.ids } : { filter };
  const sheets = await printSheets(c.get('deps'), c.get('account').id, selection, toSheetRequest(body));
  if (!sheets.ok) throw toSheetError(sheets.error);
  return c.body(new Uint8Array(sheets.value), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': 'attachment; filename="labels.pdf"',
  });
}

function conflictWithFilter(field: string): ApiError {
  const message = `"${field}" in the query and "ids" in the body exclude each other: name the codes, or filter the list.`;
  return invalidFields([{ field, code: 'conflict', message }]);
}

function toSheetError(failure: SheetFailure): ApiError {
  switch (failure.reason) {
    case 'search_too_short':
      return toSearchError(failure);
    case 'none_found':
      return new ApiError('not_found', 'No code of your account matches these filters.');
    case 'not_found':
      return codesNotFound(failure.indexes);
    case 'too_many_codes': {
      const { count, limit, why } = failure;
      const found = count === null ? 'and more match the filters' : `not ${count}`;
      const reason = why === null ? '' : `: ${why}`;
      return refuse(
        'ids',
        'too_big',
        `must come to at most ${limit} codes, ${found}${reason}. Send them in several requests.`,
      );
    }
    case 'too_many_labels':
      return refuse(
        'copies',
        'too_big',
        `makes ${failure.count} labels, and a request prints at most ${failure.limit}. Send fewer codes or copies.`,
      );
    case 'start_past_end':
      return refuse('start', 'too_big', `must be at most ${failure.labels}: so many labels are on a sheet.`);
    case 'not_drawable':
      return refuse(
        'ids',
        'invalid_value',
        `has ${toPublicId(failure.code.codeId)}, whose content is refused by a rule that is newer than the code: it cannot be drawn again.`,
      );
    case 'caption_not_drawable':
      return refuse(
        'caption',
        failure.problem.code,
        `of ${toPublicId(failure.code.codeId)} ${failure.problem.message.replace('"caption" ', '')}`,
      );
    case 'label_too_small':
      return refuse(
        'template',
        'too_small',
        `has labels too small for ${toPublicId(failure.code.codeId)}: it is ${failure.modules} modules wide, so label printers need at least ${failure.smallest} mm for it, and these labels leave ${Number(failure.room.toFixed(1))} mm.`,
      );
  }
}

function refuse(field: string, code: string, rest: string): ApiError {
  return invalidFields([{ field, code, message: `"${field}" ${rest}` }]);
}

/** Another account's code looks as one that does not exist. */
function codesNotFound(indexes: readonly number[]): ApiError {
  const fields = indexes.map((index): FieldError => ({
    field: `ids[${index}]`,
    code: 'not_found',
    message: `"ids[${index}]" is no code of your account.`,
  }));
  const { message, fields: named } = invalidFields(fields);
  return new ApiError('not_found', message, { fields: named });
}
