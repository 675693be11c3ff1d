import type { Upsert } from '#core/codes/code-request.ts';
import * as z from 'zod';
import { isExternalAddress, parseExternalAddress } from '#core/codes/external-id.ts';
import { err, ok, type Result } from '#core/result.ts';
import { upsertAndCount, type UpsertConditions, upsertQrCode as storeUpsert } from '#service/codes/upsert.ts';
import { findHolders } from '#service/codes/external-ids.ts';
import { reckonCreationMs } from '#service/images/drawing-time.ts';
import { findUpsertProblems } from '#service/codes/find-problems.ts';
import { bulkBody } from '#contract/codes/requests.ts';
import type { bulkUpserts } from '#contract/codes/responses.ts';
import { readUpsert } from '#contract/codes/upserts.ts';
import { allowanceOf } from '../middleware/limit-rate.ts';
import { type ApiContext, operation } from '../operation.ts';
import { requireValid, validateAll } from '../validation.ts';
import { type ApiError, invalid, invalidFields } from '#contract/problems/api-error.ts';
import { admitCodes, MAX_BULK_BODY_BYTES, refuseTooMany, toFailure } from './bulk.ts';
import { formatEntityTag, parseIfMatch } from './entity-tag.ts';
import { toUpsertError } from '#service/codes/refusals.ts';
import { type Hosts, toResource } from '#contract/resources.ts';
import { readTemplateBook } from '../styles/templates.ts';

export const upsertQrCode = operation({
  method: 'put',
  path: '/v1/qr/{id}',
  find: readExternalId,
  body: z.unknown(),
  async handle({ c, deps, account, editor, found: externalId, body }) {
    const read = readUpsert(body, externalId, await readTemplateBook(c, [body]));
    const upsert = await requireValid(read, (rests) => findUpsertProblems(deps, account, rests));
    const reckonMs = await reckonUpserts(c, [ok(upsert)]);
    await allowanceOf(c).charge(reckonMs(upsert));
    const upserted = await storeUpsert(deps, editor, upsert, readConditions(c));
    if (!upserted.ok) throw toUpsertError(upserted.error);
    c.header('ETag', formatEntityTag(upserted.value));
    c.header('Upsert', upserted.value.outcome);
    return toResource(upserted.value, c.env);
  },
});

export const upsertQrCodes = operation({
  method: 'put',
  path: '/v1/qr/bulk',
  body: bulkBody,
  maxBodyBytes: MAX_BULK_BODY_BYTES,
  async handle({ c, deps, account, editor, body: { codes } }) {
    refuseTooMany(codes, account.plan, deps.budget);
    const templates = await readTemplateBook(c, codes);
    const read = codes.map((code) => readUpsert(code, null, templates));
    const sent = refuseRepeated(await validateAll(read, (rests) => findUpsertProblems(deps, account, rests)));
    const upserts = await admitCodes(c, sent, await reckonUpserts(c, sent));
    const valid = upserts.flatMap((upsert) => (upsert.ok ? [upsert.value] : []));
    return toBulkUpserts(upserts, await upsertAndCount(deps, editor, valid), c.env);
  },
});

/** Only a code that is new is drawn. */
async function reckonUpserts(
  c: ApiContext,
  sent: readonly Result<Upsert, ApiError>[],
): Promise<(upsert: Upsert) => number> {
  const styled = sent.flatMap((upsert) => (upsert.ok && upsert.value.newCode.style ? [upsert.value] : []));
  const known = await findHolders(c.get('deps'), c.get('account').id, styled);
  return ({ externalId, newCode }) => (known.has(externalId) ? 0 : reckonCreationMs(newCode));
}

type BulkUpserts = z.output<typeof bulkUpserts>;

function toBulkUpserts(
  upserts: readonly Result<Upsert, ApiError>[],
  results: Awaited<ReturnType<typeof upsertAndCount>>,
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
function readExternalId(c: ApiContext): string {
  const text = c.req.param('id') ?? '';
  const externalId = parseExternalAddress(text);
  if (externalId !== null) return externalId;
  if (isExternalAddress(text))
    throw invalid([{ code: 'external_id_malformed', field: 'external_id', values: {} }]);
  const message =
    'PUT takes the external id that you choose, as in "/v1/qr/ext:sku-1"; an id of ours is never chosen by a caller.';
  throw invalidFields([{ field: 'external_id', code: 'invalid_value', message }]);
}

/** Reads `If-Match` and `If-None-Match`; the latter can only be `*`: "only if there is none yet". */
function readConditions(c: ApiContext): UpsertConditions {
  const ifMatch = c.req.header('If-Match');
  const ifNoneMatch = c.req.header('If-None-Match');
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
