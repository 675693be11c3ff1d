import { toFieldErrorAbout } from '#contract/problems/api-phrases.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { printSheets as print, type SheetFailure } from '#service/prints/sheets.ts';
import { REPEATABLE_FILTERS } from '#contract/codes/filing.ts';
import { exportQuery } from '#contract/codes/requests.ts';
import { sheetBody, toSheetRequest } from '#contract/prints/sheets.ts';
import { operation } from '../operation.ts';
import { type ApiError, invalidFields } from '#contract/problems/api-error.ts';
import { refuse, toSelection, toSelectionError } from '../codes/selection.ts';

export const printSheets = operation({
  method: 'post',
  path: '/v1/sheets',
  reads: true,
  query: exportQuery,
  repeatable: REPEATABLE_FILTERS,
  body: sheetBody,
  async handle({ c, deps, account, query, body }) {
    const sheets = await print(deps, account.id, toSelection(c, query, body), toSheetRequest(body));
    if (!sheets.ok) throw toSheetError(sheets.error);
    return c.body(new Uint8Array(sheets.value), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'attachment; filename="labels.pdf"',
    });
  },
});

function toSheetError(failure: SheetFailure): ApiError {
  switch (failure.reason) {
    case 'too_many_labels':
      return refuse(
        'copies',
        'too_big',
        `makes ${failure.count} labels, and a request prints at most ${failure.limit}. Send fewer codes or copies.`,
      );
    case 'start_past_end':
      return refuse('start', 'too_big', `must be at most ${failure.labels}: so many labels are on a sheet.`);
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
    default:
      return toSelectionError(failure);
  }
}
