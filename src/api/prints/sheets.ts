import { toFieldErrorAbout } from '#contract/problems/api-phrases.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { printSheets as print, type SheetFailure } from '#service/prints/sheets.ts';
import { REPEATABLE_FILTERS } from '#contract/codes/filing.ts';
import { exportQuery } from '#contract/codes/requests.ts';
import { sheetBody, toSheetRequest } from '#contract/prints/sheets.ts';
import { operation } from '../operation.ts';
import { type ApiError, invalidFields } from '#contract/problems/api-error.ts';
import { allowanceOf } from '../middleware/limit-rate.ts';
import { refuse, toSelection, toSelectionError } from '../codes/selection.ts';

export const printSheets = operation({
  method: 'post',
  path: '/v1/sheets',
  reads: true,
  query: exportQuery,
  repeatable: REPEATABLE_FILTERS,
  body: sheetBody,
  async handle({ c, deps, account, query, body }) {
    const request = toSheetRequest(body);
    const sheets = await print(deps, account.id, toSelection(c, query, body), request, allowanceOf(c));
    if (!sheets.ok) throw toSheetError(request, sheets.error);
    const name = request.kind === 'labels' ? 'labels' : request.layout;
    return c.body(sheets.value, 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}.pdf"`,
    });
  },
});

function toSheetError({ kind }: ReturnType<typeof toSheetRequest>, failure: SheetFailure): ApiError {
  switch (failure.reason) {
    case 'too_many_copies':
      return refuse(
        'copies',
        'too_big',
        `makes ${failure.count} ${kind === 'labels' ? 'labels' : 'pages'}, and a request prints at most ${failure.limit}. Send fewer codes or copies.`,
      );
    case 'start_past_end':
      return refuse('start', 'too_big', `must be at most ${failure.labels}: so many labels are on a sheet.`);
    case 'logo_missing':
      return refuse(
        'ids',
        'not_found',
        `has ${toPublicId(failure.code.codeId)}, whose design has a logo that no longer exists. Leave it out; nothing was printed.`,
      );
    case 'not_printable': {
      const { problem, code } = failure;
      return invalidFields([toFieldErrorAbout(`"${problem.field}" of ${toPublicId(code.codeId)}`, problem)]);
    }
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
