import { toFieldErrorAbout } from '#contract/api-phrases.ts';
import { invalidFields } from '../errors.ts';
import { type Context, Hono } from 'hono';
import { toPublicId } from '#core/codes/code-id.ts';
import { printSheets, type SheetFailure } from '#service/codes/sheets.ts';
import type { AppEnv } from '../app-env.ts';
import { readJsonBody } from '../json-body.ts';
import { REPEATABLE_FILTERS } from '#contract/labels.ts';
import { exportQuery, toFilter } from '#contract/requests.ts';
import { sheetBody, toSheetRequest } from '#contract/sheets.ts';
import { readQuery, validate, validateQuery } from '../validation.ts';
import type { ApiError } from '../errors.ts';
import { allowOnly } from '../middleware/allow-only.ts';
import { conflictWithFilter, refuse, toSelectionError } from './selection-errors.ts';

/** `/v1/sheets`: codes on labels. */
export const sheetRoutes = new Hono<AppEnv>().post('/', printLabels).all('/', allowOnly('POST'));

async function printLabels(c: Context<AppEnv>): Promise<Response> {
  const query = readQuery(c.req.url, REPEATABLE_FILTERS);
  const filter = toFilter(validateQuery(exportQuery, query));
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

function toSheetError(failure: SheetFailure): ApiError {
  switch (failure.reason) {
    case 'search_too_short':
    case 'none_found':
    case 'not_found':
    case 'too_many_codes':
      return toSelectionError(failure);
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
      return invalidFields([
        toFieldErrorAbout(`"caption" of ${toPublicId(failure.code.codeId)}`, failure.problem),
      ]);
    case 'label_too_small':
      return refuse(
        'template',
        'too_small',
        `has labels too small for ${toPublicId(failure.code.codeId)}: it is ${failure.modules} modules wide, so label printers need at least ${failure.smallest} mm for it, and these labels leave ${Number(failure.room.toFixed(1))} mm.`,
      );
  }
}
