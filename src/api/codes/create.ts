import * as z from 'zod';
import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { sha256Hex } from '#core/bytes/sha256.ts';
import {
  createQrCodes as storeCodes,
  type CreateRequest,
  type CreateResponse,
  findFirstResponse,
} from '#service/codes/create.ts';
import { findCreateProblems } from '#service/codes/find-problems.ts';
import { reckonCreationMs } from '#service/images/drawing-time.ts';
import { findDeletedCodes } from '#service/codes/read.ts';
import type { KeyClaim } from '#storage/codes/idempotency.ts';
import { readNewCode } from '#contract/codes/read-new-code.ts';
import { bulkBody } from '#contract/codes/requests.ts';
import { allowanceOf } from '../middleware/limit-rate.ts';
import { type JsonBody, toCanonicalJson } from '../json-body.ts';
import { type ApiContext, operation } from '../operation.ts';
import { requireValid, validateAll } from '../validation.ts';
import { invalidFields } from '#contract/problems/api-error.ts';
import { admitCodes, MAX_BULK_BODY_BYTES, refuseTooMany, toBulkResults, withoutDeleted } from './bulk.ts';
import { NEW_CODE_ENTITY_TAG } from './entity-tag.ts';
import { createdCodeIsDeleted, toCreateError } from './problems.ts';
import { type QrCodeResource, toCreatedResource } from '#contract/resources.ts';
import { readTemplateBook } from '../styles/templates.ts';

const MAX_KEY_CHARACTERS = 255;

/** The handler validates the body, because its template, and the account, decide what is valid. */
export const createQrCode = operation({
  method: 'post',
  path: '/v1/qr',
  takesKey: true,
  body: z.unknown(),
  async handle({ c, deps, account, body: json, bytes }) {
    const sent = readNewCode(json, await readTemplateBook(c, [json]));
    const again = sent.ok ? null : await respondAgain(c, { json, bytes });
    if (again) return again;
    const newCode = await requireValid(sent, (rests) => findCreateProblems(deps, account, rests));
    await allowanceOf(c).charge(reckonCreationMs(newCode));
    let version: number | null = null;
    const { body, isReplayed } = await create(c, { json, bytes }, [newCode], ([result]) => {
      if (!result?.ok) return null;
      version = result.value.symbolVersion;
      return JSON.stringify(toCreatedResource({ code: result.value, scans: 0 }, c.env));
    });
    if (isReplayed) await requireUndeleted(c, body);
    return respond(c, body, isReplayed, {
      ETag: NEW_CODE_ENTITY_TAG,
      ...(version === null ? {} : { 'Symbol-Version': String(version) }),
    });
  },
});

/** The response to the first request with the same key, whose template may have existed; null if there was none. */
async function respondAgain(c: ApiContext, sent: JsonBody): Promise<Response | null> {
  const claim = await readClaim(c, c.get('account').id, sent);
  const body = claim && (await findFirstResponse(c.get('deps'), claim));
  if (body === null) return null;
  await requireUndeleted(c, body);
  return respond(c, body, true, { ETag: NEW_CODE_ENTITY_TAG });
}

export const createQrCodes = operation({
  method: 'post',
  path: '/v1/qr/bulk',
  takesKey: true,
  body: bulkBody,
  maxBodyBytes: MAX_BULK_BODY_BYTES,
  async handle({ c, deps, account, body: { codes: bodies }, bytes }) {
    refuseTooMany(bodies, account.plan, deps.budget);
    const templates = await readTemplateBook(c, bodies);
    const read = bodies.map((body) => readNewCode(body, templates));
    const sent = await validateAll(read, (rests) => findCreateProblems(deps, account, rests));
    const codes = await admitCodes(c, sent, reckonCreationMs);
    const newCodes = codes.flatMap((code) => (code.ok ? [code.value] : []));
    const { body, isReplayed } = await create(c, { json: { codes: bodies }, bytes }, newCodes, (results) =>
      JSON.stringify(toBulkResults(codes, results, c.env)),
    );
    const findDeleted = (codeIds: readonly CodeId[]) => findDeletedCodes(deps, codeIds);
    return respond(c, isReplayed ? await withoutDeleted(body, findDeleted) : body, isReplayed);
  },
});

async function create(
  c: ApiContext,
  sent: JsonBody,
  newCodes: CreateRequest['newCodes'],
  present: CreateRequest['present'],
): Promise<CreateResponse> {
  const account = c.get('account');
  const claim = await readClaim(c, account.id, sent);
  const created = await storeCodes(c.get('deps'), { account, newCodes, claim, present });
  if (!created.ok) throw toCreateError(created.error);
  return created.value;
}

/** Throws a 404 if the code of a stored response has been deleted: the response would reveal its target. */
async function requireUndeleted(c: ApiContext, body: string): Promise<void> {
  const codeId = parsePublicId((JSON.parse(body) as QrCodeResource).id);
  if (codeId === null) throw new Error('a stored response has no code id');
  if ((await findDeletedCodes(c.get('deps'), [codeId])).size > 0) throw createdCodeIsDeleted();
}

/** The claim of the `Idempotency-Key` in a request; null if there is none. Throws a 400 if the key is invalid. */
async function readClaim(
  c: ApiContext,
  accountId: string,
  { json, bytes }: JsonBody,
): Promise<KeyClaim | null> {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return null;
  if (key.length > MAX_KEY_CHARACTERS || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(key)) {
    const message = `"Idempotency-Key" must have 1 to ${MAX_KEY_CHARACTERS} printable ASCII characters.`;
    throw invalidFields([{ field: 'Idempotency-Key', code: 'invalid_value', message }]);
  }
  const text = toCanonicalJson(json) ?? new TextDecoder().decode(bytes);
  const request = new TextEncoder().encode(`${c.req.method} ${c.req.path}\n${text}`);
  return { accountId, key, requestHash: await sha256Hex(request) };
}

function respond(
  c: ApiContext,
  body: string,
  isReplayed: boolean,
  headers: Record<string, string> = {},
): Response {
  return c.body(body, 200, {
    'Content-Type': 'application/json',
    ...(isReplayed ? { 'Idempotent-Replayed': 'true' } : {}),
    ...headers,
  });
}
