import type { CreateResult } from '../service/create-qr-codes.ts';
import type { QrCodeRequest } from '../service/qr-code-request.ts';
import { type ApiError, ERROR_STATUS, invalidFields } from './errors.ts';
import { toCreateError } from './problems.ts';
import { type Hosts, toCreatedResource } from './resources.ts';
import { bulkBody, createBody, toRequest } from './schemas.ts';
import { check, validate } from './validation.ts';

export const MAX_BULK_BODY_BYTES = 512 * 1024;

/** A bulk body whose codes were each checked by themselves. */
export interface Bulk {
  readonly size: number;
  /** The codes that passed, in their order: what is left to create. */
  readonly requests: readonly QrCodeRequest[];
  /** One result for each code of the body, from the results of `requests`. */
  toAnswer(results: readonly CreateResult[], hosts: Hosts): { data: BulkResult[] };
}

type BulkResult =
  | { readonly index: number; readonly status: 200; readonly code: ReturnType<typeof toCreatedResource> }
  | { readonly index: number; readonly status: number; readonly error: Pick<ApiError, 'code' | 'message'> };

/** Checks a bulk body as a whole, then each of its codes. Throws a 400 only for the whole. */
export function parseBulk(json: unknown): Bulk {
  const checked = validate(bulkBody, json).codes.map((code) => check(createBody, code));
  return {
    size: checked.length,
    requests: checked.flatMap((code) => (code.ok ? [toRequest(code.value)] : [])),
    toAnswer(results, hosts) {
      const remaining = results.values();
      const data = checked.map((code, index) => {
        if (!code.ok) return toFailure(index, invalidFields(code.error));
        const result = remaining.next().value;
        if (!result?.ok) return toFailure(index, toCreateError(result?.error ?? []));
        return {
          index,
          status: 200 as const,
          code: toCreatedResource({ code: result.value, scans: 0 }, hosts),
        };
      });
      return { data };
    },
  };
}

function toFailure(index: number, { code, message, fields }: ApiError): BulkResult {
  const errors = fields.length > 0 ? { errors: fields } : {};
  return { index, status: ERROR_STATUS[code], error: { code, message, ...errors } };
}
