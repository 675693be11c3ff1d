import type { z } from 'zod';
import type { NewCode } from '#core/codes/code-request.ts';
import { ERROR_STATUS } from '#contract/problems/error-codes.ts';
import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { PLANS, type Plan } from '#core/accounts/plan.ts';
import { err, type Result } from '#core/result.ts';
import type { Budget } from '#service/budget.ts';
import { countFitting, toRequests } from '#service/images/drawing-time.ts';
import type { Caller } from '../operation.ts';
import type { CreateResult } from '#service/codes/new-code.ts';
import type { bulkResults } from '#contract/codes/responses.ts';
import { ApiError, invalidFields, toItemError } from '#contract/problems/api-error.ts';
import { toRefusal } from '#contract/codes/refusals.ts';
import { createdCodeIsDeleted } from './problems.ts';
import { type Hosts, toCreatedResource } from '#contract/resources.ts';

export const MAX_BULK_BODY_BYTES = 512 * 1024;

type BulkResults = z.output<typeof bulkResults>;
type BulkResult = BulkResults['data'][number];

/** The codes of a bulk body, each checked separately: a new code, or the reason for its refusal. */
export type BulkCodes = readonly Result<NewCode, ApiError>[];

/** Throws a 400 if a bulk body can never fit the plan. */
export function refuseTooMany(codes: readonly unknown[], plan: Plan, budget: Budget): void {
  if (codes.length > budget.bulkCodes) {
    const message = `"codes" must hold at most ${budget.bulkCodes} codes, not ${codes.length}: ${budget.reason}. Send them in several requests.`;
    throw invalidFields([{ field: 'codes', code: 'too_big', message }]);
  }
  const { requestsPerMinute } = PLANS[plan];
  if (codes.length > requestsPerMinute) {
    const message = `"codes" must hold at most ${requestsPerMinute} codes, not ${codes.length}: each counts as a request, and your plan "${plan}" allows ${requestsPerMinute} a minute.`;
    throw invalidFields([{ field: 'codes', code: 'too_big', message }]);
  }
}

/**
 * Pays for codes, and refuses those that a request has no time to draw or the plan does not allow now. The headers say when to send them.
 *
 * @param estimateMs the CPU time that we expect a code to take
 */
export async function admitCodes<T>(
  { deps, plan }: Caller,
  sent: readonly Result<T, ApiError>[],
  estimateMs: (code: T) => number,
): Promise<{
  readonly codes: readonly Result<T, ApiError>[];
  readonly headers: Readonly<Record<string, string>>;
}> {
  const timesMs = sent.map((code) => (code.ok ? estimateMs(code.value) : 0));
  const fitting = countFitting(timesMs, deps.budget.drawingMs);
  const { count: admitted, headers } = await plan.admit(timesMs.slice(0, fitting).map(toRequests));
  const isTooMuch = admitted === fitting && fitting < sent.length;
  const tooMuch = new ApiError('rate_limited', TOO_MUCH_TO_DRAW);
  return {
    codes: sent.map((code, i) => (i < admitted ? code : err(i < fitting ? plan.usedUp() : tooMuch))),
    headers: { ...headers, ...(isTooMuch ? { 'Retry-After': '1' } : {}) },
  };
}

const TOO_MUCH_TO_DRAW =
  'The codes before this one take as long to draw as a request may. Send this one in another request.';

/** Returns one result for each code of the body: `results` contains those of the valid codes, in order. */
export function toBulkResults(codes: BulkCodes, results: readonly CreateResult[], hosts: Hosts): BulkResults {
  const remaining = results.values();
  const data = codes.map((code, index) => {
    if (!code.ok) return toFailure(index, code.error);
    const result = remaining.next().value;
    if (!result) throw new Error(`the code at ${index} has no result`);
    return result.ok ? toSuccess(index, result.value, hosts) : toFailure(index, toRefusal(result.error));
  });
  return { data };
}

/** The same results, without the content of codes that have been deleted since. */
export async function withoutDeleted(
  body: string,
  findDeleted: (codeIds: readonly CodeId[]) => Promise<ReadonlySet<CodeId>>,
): Promise<string> {
  const { data } = JSON.parse(body) as BulkResults;
  const deleted = await findDeleted(data.flatMap((result) => idOf(result) ?? []));
  if (deleted.size === 0) return body;
  const isDeleted = (result: BulkResult) => deleted.has(idOf(result) ?? ('' as CodeId));
  return JSON.stringify({
    data: data.map((result) =>
      isDeleted(result) ? toFailure(result.index, createdCodeIsDeleted()) : result,
    ),
  });
}

function idOf(result: BulkResult): CodeId | null {
  return 'code' in result ? parsePublicId(result.code.id) : null;
}

/** A new code has exactly nine fields, so the effect of its short code on the symbol is a separate field. */
function toSuccess(index: number, code: QrCode, hosts: Hosts): BulkResult {
  const { shortCode, symbolVersion } = code;
  return {
    index,
    status: 200,
    code: toCreatedResource({ code, scans: 0 }, hosts),
    ...(shortCode === null ? {} : { symbol_version: symbolVersion }),
  };
}

export function toFailure(index: number, error: ApiError): Extract<BulkResult, { error: unknown }> {
  return { index, status: ERROR_STATUS[error.code], error: toItemError(error) };
}
