import { toFieldErrorAbout } from '#contract/problems/api-phrases.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { printSheets as print, type SheetFailure } from '#service/prints/sheets.ts';
import { REPEATABLE_FILTERS } from '#contract/codes/filing.ts';
import { exportQuery } from '#contract/codes/requests.ts';
import { sheetBody, toSheetRequest } from '#contract/prints/sheets.ts';
import { operation } from '../operation.ts';
import { toFile } from '../reply.ts';
import { type ApiError, invalidFields } from '#contract/problems/api-error.ts';
import { refuse, toSelection, toSelectionError } from '../codes/selection.ts';

export const printSheets = operation({
  method: 'post',
  path: '/v1/sheets',
  summary: 'Print codes on label sheets, cards, posters, stickers or table tents',
  description:
    'A PDF of label sheets or of a roll of labels; or, with a layout as `template`, a page for each code, with bleed and marks for the print shop. Print it at its actual size (100 %). List up to 500 codes in `ids`, or leave it out to select codes with the filters in the query. The file is streamed, and the service stores nothing. It counts against the plan as one request for each 300 ms that it is estimated to take.',
  reads: true,
  query: exportQuery,
  repeatable: REPEATABLE_FILTERS,
  body: sheetBody,
  bodyExample: { template: 'L7160', start: 4 },
  response: { files: ['application/pdf'] },
  errors: ['not_found'],
  async handle({ deps, actor, plan, url, query, body }) {
    const request = toSheetRequest(body);
    const sheets = await print(
      deps,
      actor.account.id,
      toSelection(url, query, body),
      request,
      plan.allowance(),
    );
    if (!sheets.ok) throw toSheetError(request, sheets.error);
    const name = request.kind === 'labels' ? 'labels' : request.layout;
    return toFile(sheets.value, 'application/pdf', `${name}.pdf`);
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
