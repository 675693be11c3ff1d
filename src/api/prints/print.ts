import { sayPrintWarning, summarizePrint } from '#contract/problems/print-phrases.ts';
import type { z } from 'zod';
import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import type { PrintCheck } from '#core/prints/print-check.ts';
import type { PrintFormat } from '#core/prints/print-request.ts';
import {
  checkPrintOfQrCode as checkPrint,
  type PrintFailure,
  printQrCode as print,
} from '#service/prints/print.ts';
import { printCheck, printCheckQuery, printQuery, toPrintRequest } from '#contract/prints/print.ts';
import { PRINT_CHECK } from '../examples.ts';
import { operation } from '../operation.ts';
import { toTaggedFile } from '../reply.ts';
import { type ApiError, invalid } from '#contract/problems/api-error.ts';
import { notDrawable } from '../codes/problems.ts';
import { findCode, readLook } from './look.ts';

const PRINT_TYPES: Readonly<Record<PrintFormat, string>> = {
  pdf: 'application/pdf',
  eps: 'application/postscript',
  svg: 'image/svg+xml',
};

/** A file for the press. */
export const printQrCode = operation({
  method: 'get',
  path: '/v1/qr/{id}/print',
  summary: 'Download a print file of a code',
  description:
    'PDF 1.4 or PDF/X-1a:2003, EPS, or SVG in millimetres. Send `width_mm` or `module_mm`. The modules are those of the code’s images. The same request returns the same bytes. The service stores nothing.',
  requestHeaders: ['If-None-Match'],
  find: findCode,
  query: printQuery,
  response: { files: Object.values(PRINT_TYPES) },
  responseHeaders: ['ETag'],
  errors: ['low_contrast', 'unscannable', 'content_too_long'],
  async handle(caller) {
    const { deps, plan, query } = caller;
    const code = await readLook(caller, query);
    const printed = await print(deps, code, toPrintRequest(query), plan.allowance());
    if (!printed.ok) throw toPrintError(printed.error);
    const { format, bytes } = printed.value;
    return toTaggedFile(bytes, PRINT_TYPES[format], `${toPublicId(code.codeId)}.${format}`);
  },
});

/** What a print would come to. */
export const checkPrintOfQrCode = operation({
  method: 'get',
  path: '/v1/qr/{id}/print-check',
  summary: 'Check a code before you print it',
  description:
    'Takes the query of `GET /v1/qr/{id}/print`, and `distance_mm`. Returns how large the modules and the quiet zone are, from what distance phones can read the code, whether it fits the point of sale, which inks it needs, and what may go wrong.',
  find: findCode,
  query: printCheckQuery,
  response: printCheck,
  example: PRINT_CHECK,
  errors: ['low_contrast', 'unscannable', 'content_too_long'],
  async handle(caller) {
    const { distance_mm: distanceMm = null, ...query } = caller.query;
    const code = await readLook(caller, query);
    const checked = await checkPrint(caller.deps, code, toPrintRequest(query), distanceMm);
    if (!checked.ok) throw toPrintError(checked.error);
    return toPrintCheckResource(code.codeId, checked.value);
  },
});

function toPrintCheckResource(codeId: CodeId, check: PrintCheck): z.output<typeof printCheck> {
  const { pointOfSale } = check;
  return {
    id: toPublicId(codeId),
    modules: check.modules,
    module_mm: Number(check.moduleMm.toFixed(3)),
    width_mm: check.widthMm,
    height_mm: check.heightMm,
    quiet_zone_modules: check.quietZoneModules,
    quiet_zone_mm: check.quietZoneMm,
    max_distance_mm: check.maxDistanceMm,
    min_width_mm: check.minWidthMm,
    point_of_sale: {
      min_width_mm: pointOfSale.minWidthMm,
      max_width_mm: pointOfSale.maxWidthMm,
      fits: pointOfSale.fits,
    },
    caption: check.caption && {
      lines: [...check.caption.lines],
      size_pt: check.caption.sizePt,
      cut: check.caption.isCut,
    },
    inks: [...check.inks],
    colors: check.mixes.map(({ color, percents, isGiven }) => ({
      color,
      cmyk: percents.join(','),
      given: isGiven,
    })),
    warnings: check.warnings.map((warning) => ({ code: warning.code, message: sayPrintWarning(warning) })),
    summary: summarizePrint(check),
  };
}

function toPrintError(failure: PrintFailure): ApiError {
  switch (failure.reason) {
    case 'not_drawable':
      return notDrawable();
    case 'not_printable':
      return invalid(failure.problems);
  }
}
