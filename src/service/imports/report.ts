import { type PrintedLink, toPrintedUrl } from '#core/links/printed-url.ts';
import { MAX_ITEM_FIELD_ERRORS } from '#contract/problems/api-error.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { boundResult } from '#core/imports/bound-result.ts';
import {
  type RowChange,
  type RowError,
  type RowResult,
  type RowState,
  TAG_SEPARATOR,
} from '#core/imports/import-job.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { RowWarning } from '#core/imports/row-problem.ts';
import type { ImportRow } from '#core/imports/row.ts';
import { type LinkHost, toShortUrl } from '#core/links/link-address.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { type Refusal, toRefusal } from '#contract/codes/refusals.ts';
import type { Dependencies } from '../dependencies.ts';

/** The outcome of a row with what is against it. */
export type ReportedRow = RowResult<Refusal>;

export interface Outcome {
  readonly state: RowState;
  readonly code: (PrintedLink & Pick<QrCode, 'externalId'>) | null;
  /** How the row differs from the code. */
  readonly changes?: readonly RowChange[];
  /** The problems of the row; empty if there are none. */
  readonly refusals?: readonly Refusal[];
  /** The names of the row that the code did not get. */
  readonly lost?: readonly RowWarning[];
}

/** Characters of a text that a report shows. */
const SHOWN_CHARACTERS = 300;

/** The outcome of a row, as the report stores it. */
export function toResult(
  { shortUrlBase }: Pick<Dependencies, 'shortUrlBase'>,
  { row, line, externalId, body, warnings }: ImportRow,
  { state, code, changes = [], refusals = [], lost = [] }: Outcome,
): ReportedRow {
  const { target, title, tags, short_code: shortCode, domain } = body;
  return boundResult<ReportedRow>({
    row,
    line,
    state,
    id: code && toPublicId(code.codeId),
    externalId: code ? code.externalId : externalId,
    target: toShown(target),
    title: toShown(title),
    tags:
      Array.isArray(tags) && tags.length > 0
        ? toShown(tags.slice(0, SHOWN_CHARACTERS).join(TAG_SEPARATOR))
        : null,
    shortUrl: code
      ? toPrintedUrl(shortUrlBase, code)
      : state !== 'failed' && typeof shortCode === 'string'
        ? toShortUrl(shortUrlBase, {
            host: typeof domain === 'string' ? (domain as LinkHost) : null,
            path: shortCode as ShortCode,
          })
        : null,
    changes: changes.map(({ field, from, to }) => ({ field, from: toShownCell(from), to: toShownCell(to) })),
    changesLeftOut: 0,
    error: refusals.length === 0 ? null : toRowError(refusals),
    // An existing code had the other warnings when it was created.
    warnings: [
      ...warnings.filter((warning) => state === 'created' || warning.code === 'external_id_kept'),
      ...lost,
    ],
  });
}

/** A reason that is about no field stands alone. */
export function toRowError(refusals: readonly Refusal[]): RowError<Refusal> {
  const { code } = toRefusal(refusals);
  const reason = refusals.find((refusal) => 'reason' in refusal);
  if (reason) return { code, problems: [reason], isCut: false };
  const problems = refusals.slice(0, MAX_ITEM_FIELD_ERRORS);
  return { code, problems, isCut: problems.length < refusals.length };
}

function toShownCell(value: RowChange['to']): RowChange['to'] {
  return typeof value === 'string' ? toShown(value) : value;
}

function toShown(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, SHOWN_CHARACTERS).toWellFormed() : null;
}
