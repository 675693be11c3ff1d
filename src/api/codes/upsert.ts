import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { Upsert } from '#core/codes/code-request.ts';
import type { z } from 'zod';
import { isExternalAddress, parseExternalAddress } from '#core/codes/external-id.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { UpsertConditions } from '#service/codes/write/compare.ts';
import { countResults, withScans } from '#service/codes/read.ts';
import { writeCode, writeCodes, type Written } from '#service/codes/write/write.ts';
import type { UpsertProblem } from '#contract/codes/write-problems.ts';
import { findHolders } from '#service/codes/external-ids.ts';
import { estimateCreationMs } from '#service/images/drawing-time.ts';
import { findUpsertProblems } from '#service/codes/find-problems.ts';
import { bulkBody, documentedCreateBody } from '#contract/codes/requests.ts';
import { bulkUpserts, qrCodeDetails } from '#contract/codes/responses.ts';
import { documentedBulkUpsertBody, readUpsert } from '#contract/codes/upserts.ts';
import { BULK_UPSERT_RESPONSE, DETAILS, NEW_CODE } from '../examples.ts';
import { type Call, type Caller, operation } from '../operation.ts';
import { reply } from '../reply.ts';
import { requireValid, validate, validateAll } from '../validation.ts';
import { type ApiError, invalid, invalidFields } from '#contract/problems/api-error.ts';
import { admitCodes, MAX_BULK_BODY_BYTES, refuseTooMany, toFailure } from './bulk.ts';
import { formatEntityTag, parseIfMatch } from './entity-tag.ts';
import { toUpsertError } from '#contract/codes/refusals.ts';
import { type Hosts, toResource } from '#contract/resources.ts';
import { readTemplateBook } from '../styles/templates.ts';

export const upsertQrCode = operation({
  method: 'put',
  path: '/v1/qr/{id}',
  summary: 'Create or update a code by external id',
  description:
    'The id is `ext:` and the external id. If you have no code with this external id, the service creates one; otherwise it changes the fields that differ. Fields that you leave out do not change. If the printed symbol would have to change, the status is 409 `immutable_field`. If nothing differs, `ETag` and `updated_at` stay the same. With `If-None-Match: *`, the code must be new. A retry needs no `Idempotency-Key`.',
  requestHeaders: ['If-Match', 'If-None-Match'],
  find: readExternalId,
  body: documentedCreateBody,
  bodyExample: NEW_CODE,
  // Its template, and the account, decide what is valid.
  read: async (caller, json) =>
    requireValid(readUpsert(json, caller.found, await readTemplateBook(caller, [json])), (rests) =>
      findUpsertProblems(caller.deps, caller.actor, rests),
    ),
  response: qrCodeDetails,
  responseHeaders: ['ETag', 'RateLimit', 'Upsert'],
  example: DETAILS,
  errors: [
    'short_code_taken',
    'quota_exceeded',
    'low_contrast',
    'unscannable',
    'content_too_long',
    'unsafe_target',
    'code_not_dynamic',
    'immutable_field',
    'precondition_failed',
  ],
  async handle(call) {
    const { deps, actor, plan, hosts, body: upsert } = call;
    const estimateMs = await estimateUpserts(call, [ok(upsert)]);
    await plan.allowance().charge(estimateMs(upsert));
    const written = await writeCode(deps, actor, {
      kind: 'upsert',
      upsert,
      conditions: readConditions(call),
    });
    if (!written.ok) throw toUpsertError(written.error);
    const { code, outcome } = written.value;
    const counted = await withScans(deps, code, outcome === 'created');
    return reply(toResource(counted, hosts), { ETag: formatEntityTag(counted), Upsert: outcome });
  },
});

export const upsertQrCodes = operation({
  method: 'put',
  path: '/v1/qr/bulk',
  summary: 'Create or update up to 100 codes by external id',
  description:
    'Each item of `codes` is a body of `PUT /v1/qr/ext:{external_id}` with its `external_id`, and gets its own result. If one fails, the others still succeed. Codes that already match are not written. Codes count against the plan as in `POST /v1/qr/bulk`; a code that exists already counts once. The body can have up to 512 KiB.',
  body: documentedBulkUpsertBody,
  bodyExample: { codes: [{ external_id: 'menu-1', target: 'https://example.com/menu', dynamic: true }] },
  maxBodyBytes: MAX_BULK_BODY_BYTES,
  // Each item gets a result of its own.
  read: (_, json) => validate(bulkBody, json),
  response: bulkUpserts,
  responseHeaders: ['Retry-After', 'RateLimit'],
  example: BULK_UPSERT_RESPONSE,
  async handle(call) {
    const {
      deps,
      actor,
      hosts,
      body: { codes },
    } = call;
    refuseTooMany(codes, actor.account.plan, deps.budget);
    const templates = await readTemplateBook(call, codes);
    const read = codes.map((code) => readUpsert(code, null, templates));
    const sent = refuseRepeated(await validateAll(read, (rests) => findUpsertProblems(deps, actor, rests)));
    const { codes: upserts, headers } = await admitCodes(call, sent, await estimateUpserts(call, sent));
    const wishes = upserts.flatMap((upsert) =>
      upsert.ok ? [{ kind: 'upsert', upsert: upsert.value } as const] : [],
    );
    const written = await writeCodes(deps, actor, wishes);
    const counted = await countResults(deps, written, ({ outcome }) => outcome === 'created');
    return reply(toBulkUpserts(upserts, counted, hosts), headers);
  },
});

/** Only a code that is new is drawn. */
async function estimateUpserts(
  { deps, actor }: Caller,
  sent: readonly Result<Upsert, ApiError>[],
): Promise<(upsert: Upsert) => number> {
  const styled = sent.flatMap((upsert) => (upsert.ok && upsert.value.newCode.style ? [upsert.value] : []));
  const known = await findHolders(deps, actor.account.id, styled);
  return ({ externalId, newCode }) => (known.has(externalId) ? 0 : estimateCreationMs(newCode));
}

type BulkUpserts = z.output<typeof bulkUpserts>;

function toBulkUpserts(
  upserts: readonly Result<Upsert, ApiError>[],
  results: readonly Result<Written & CountedQrCode, UpsertProblem>[],
  hosts: Hosts,
): BulkUpserts {
  const remaining = results.values();
  const data = upserts.map((upsert, index): BulkUpserts['data'][number] => {
    if (!upsert.ok) return toFailure(index, upsert.error);
    const result = remaining.next().value;
    if (!result) throw new Error(`the code at ${index} has no result`);
    if (!result.ok) return toFailure(index, toUpsertError(result.error));
    const { outcome } = result.value;
    return { index, status: 200, upsert: outcome, code: toResource(result.value, hosts) };
  });
  return { data };
}

/** With two, nobody could tell which one counts. */
function refuseRepeated(upserts: readonly Result<Upsert, ApiError>[]): readonly Result<Upsert, ApiError>[] {
  const known = new Set<string>();
  return upserts.map((upsert) => {
    if (!upsert.ok) return upsert;
    const { externalId } = upsert.value;
    if (!known.has(externalId)) return known.add(externalId) && ok(upsert.value);
    const message = `"external_id" must be there once in a request, and "${externalId}" was there before.`;
    return err(invalidFields([{ field: 'external_id', code: 'repeated', message }]));
  });
}

/** Reads the external id in a path. Throws a 400 if there is none. */
function readExternalId({ params: { id: text = '' } }: Caller): string {
  const externalId = parseExternalAddress(text);
  if (externalId !== null) return externalId;
  if (isExternalAddress(text))
    throw invalid([{ code: 'external_id_malformed', field: 'external_id', values: {} }]);
  const message =
    'PUT takes the external id that you choose, as in "/v1/qr/ext:sku-1"; an id of ours is never chosen by a caller.';
  throw invalidFields([{ field: 'external_id', code: 'invalid_value', message }]);
}

/** Reads `If-Match` and `If-None-Match`; the latter can only be `*`: "only if there is none yet". */
function readConditions({ ifMatch, ifNoneMatch }: Call): UpsertConditions {
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*') {
    const message = '"If-None-Match" must be * with PUT.';
    throw invalidFields([{ field: 'If-None-Match', code: 'invalid_value', message }]);
  }
  return {
    mustExist: ifMatch !== undefined,
    mustBeNew: ifNoneMatch !== undefined,
    expected: parseIfMatch(ifMatch),
  };
}
