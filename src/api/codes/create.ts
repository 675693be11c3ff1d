import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { sha256Hex } from '#core/bytes/sha256.ts';
import {
  createQrCodes as storeCodes,
  type CreateRequest,
  type CreateResponse,
  findFirstResponse,
} from '#service/codes/create.ts';
import { findCreateProblems } from '#service/codes/find-problems.ts';
import { estimateCreationMs } from '#service/images/drawing-time.ts';
import { findDeletedCodes } from '#service/codes/read.ts';
import type { KeyClaim } from '#storage/codes/idempotency.ts';
import { readNewCode } from '#contract/codes/read-new-code.ts';
import { bulkBody, documentedBulkBody, documentedCreateBody } from '#contract/codes/requests.ts';
import { bulkResults, qrCode } from '#contract/codes/responses.ts';
import { BULK_RESPONSE, CODE, NEW_CODE } from '../examples.ts';
import { toCanonicalJson } from '../json-body.ts';
import { type Call, type Caller, operation } from '../operation.ts';
import { Reply } from '../reply.ts';
import { requireValid, validate, validateAll } from '../validation.ts';
import { invalidFields } from '#contract/problems/api-error.ts';
import { admitCodes, MAX_BULK_BODY_BYTES, refuseTooMany, toBulkResults, withoutDeleted } from './bulk.ts';
import { NEW_CODE_ENTITY_TAG } from './entity-tag.ts';
import { createdCodeIsDeleted, toCreateError } from './problems.ts';
import { type QrCodeResource, toCreatedResource } from '#contract/resources.ts';
import { readTemplateBook } from '../styles/templates.ts';

const MAX_KEY_CHARACTERS = 255;

export const createQrCode = operation({
  method: 'post',
  path: '/v1/qr',
  summary: 'Create a code',
  description:
    'Both images can be fetched as soon as you have the response. A styled code counts against the plan as one request for each 300 ms that it is estimated to take to draw: one with a short link and 1,024 pixels, at most seven.',
  requestHeaders: ['Idempotency-Key'],
  body: documentedCreateBody,
  bodyExample: NEW_CODE,
  // Its template decides what is valid. What is not may still have been answered before.
  read: async (caller, json) => readNewCode(json, await readTemplateBook(caller, [json])),
  response: qrCode,
  responseHeaders: ['ETag', 'Idempotent-Replayed', 'RateLimit', 'Symbol-Version'],
  example: CODE,
  errors: [
    'quota_exceeded',
    'low_contrast',
    'unscannable',
    'content_too_long',
    'unsafe_target',
    'not_found',
    'code_not_dynamic',
    'external_id_taken',
    'short_code_taken',
    'idempotency_in_progress',
    'idempotency_mismatch',
  ],
  async handle(call) {
    const { deps, actor, plan, hosts, body: sent, json } = call;
    const claim = await readClaim(call, json);
    const again = sent.ok || claim === null ? null : await findFirstResponse(deps, claim);
    if (again !== null) return replay(call, again);
    const newCode = await requireValid(sent, (rests) => findCreateProblems(deps, actor, rests));
    await plan.allowance().charge(estimateCreationMs(newCode));
    const { body, isReplayed, codes } = await create(call, [newCode], claim, ([result]) =>
      result?.ok ? JSON.stringify(toCreatedResource({ code: result.value, scans: 0 }, hosts)) : null,
    );
    if (isReplayed) return replay(call, body);
    return toJson(body, {
      ETag: NEW_CODE_ENTITY_TAG,
      ...(codes[0] && { 'Symbol-Version': String(codes[0].symbolVersion) }),
    });
  },
});

/** The response to the first request with the same key, whose template may have existed. */
async function replay(call: Caller, body: string): Promise<Reply> {
  await requireUndeleted(call, body);
  return toJson(body, { 'Idempotent-Replayed': 'true', ETag: NEW_CODE_ENTITY_TAG });
}

export const createQrCodes = operation({
  method: 'post',
  path: '/v1/qr/bulk',
  summary: 'Create up to 100 codes',
  description:
    'Each item of `codes` is a body of `POST /v1/qr` and gets its own result. If one fails, the others still succeed. Each code counts as a request against the plan, and a styled code counts as in `POST /v1/qr`. Codes that exceed the plan, or the drawing time of one request, get the error `rate_limited`. The body can have up to 512 KiB.',
  requestHeaders: ['Idempotency-Key'],
  body: documentedBulkBody,
  bodyExample: {
    codes: [
      { target: 'https://example.com/menu', dynamic: true },
      { target: 'https://example.com/', color: { dark: '#ffffff' } },
    ],
  },
  maxBodyBytes: MAX_BULK_BODY_BYTES,
  // Each item gets a result of its own.
  read: (_, json) => validate(bulkBody, json),
  response: bulkResults,
  responseHeaders: ['Idempotent-Replayed', 'Retry-After', 'RateLimit'],
  example: BULK_RESPONSE,
  errors: ['idempotency_in_progress', 'idempotency_mismatch'],
  async handle(call) {
    const { deps, actor, hosts, body, json } = call;
    const bodies = body.codes;
    refuseTooMany(bodies, actor.account.plan, deps.budget);
    const templates = await readTemplateBook(call, bodies);
    const read = bodies.map((one) => readNewCode(one, templates));
    const sent = await validateAll(read, (rests) => findCreateProblems(deps, actor, rests));
    const { codes, headers } = await admitCodes(call, sent, estimateCreationMs);
    const newCodes = codes.flatMap((code) => (code.ok ? [code.value] : []));
    const claim = await readClaim(call, { ...json, value: body });
    const created = await create(call, newCodes, claim, (results) =>
      JSON.stringify(toBulkResults(codes, results, hosts)),
    );
    if (!created.isReplayed) return toJson(created.body, headers);
    const findDeleted = (codeIds: readonly CodeId[]) => findDeletedCodes(deps, codeIds);
    const again = await withoutDeleted(created.body, findDeleted);
    return toJson(again, { ...headers, 'Idempotent-Replayed': 'true' });
  },
});

async function create(
  { deps, actor }: Caller,
  newCodes: CreateRequest['newCodes'],
  claim: KeyClaim | null,
  present: CreateRequest['present'],
): Promise<CreateResponse> {
  const created = await storeCodes(deps, actor, { newCodes, claim, present });
  if (!created.ok) throw toCreateError(created.error);
  return created.value;
}

/** Throws a 404 if the code of a stored response has been deleted: the response would reveal its target. */
async function requireUndeleted({ deps }: Caller, body: string): Promise<void> {
  const codeId = parsePublicId((JSON.parse(body) as QrCodeResource).id);
  if (codeId === null) throw new Error('a stored response has no code id');
  if ((await findDeletedCodes(deps, [codeId])).size > 0) throw createdCodeIsDeleted();
}

/** The claim of the `Idempotency-Key` in a request; null if there is none. Throws a 400 if the key is invalid. */
async function readClaim(
  { actor, idempotencyKey: key, url, method }: Call,
  { value, bytes }: Call['json'],
): Promise<KeyClaim | null> {
  if (key === undefined) return null;
  if (key.length > MAX_KEY_CHARACTERS || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key)) {
    const message = `"Idempotency-Key" must have 1 to ${MAX_KEY_CHARACTERS} printable ASCII characters.`;
    throw invalidFields([{ field: 'Idempotency-Key', code: 'invalid_value', message }]);
  }
  const text = toCanonicalJson(value) ?? new TextDecoder().decode(bytes);
  const request = new TextEncoder().encode(`${method} ${url.pathname}\n${text}`);
  return { accountId: actor.account.id, key, requestHash: await sha256Hex(request) };
}

/** JSON that is text already. */
function toJson(body: string, headers: Readonly<Record<string, string>>): Reply {
  return new Reply<never>(body, { 'Content-Type': 'application/json', ...headers });
}
