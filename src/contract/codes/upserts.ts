import type { z } from 'zod';
import type { Upsert } from '#core/codes/code-request.ts';
import { mapOwnTexts } from '#core/codes/own-texts.ts';
import type { Problem } from '../problems/problems.ts';
import { isObject } from '#core/is-object.ts';
import { ok, type Result } from '#core/result.ts';
import { listStyleFields, namedTemplate, type TemplateBook } from '../styles/templates.ts';
import { readCreateBody, type RefusedCode } from './read-new-code.ts';
import { externalId } from './own-texts.ts';
import { toControlRequest } from './control.ts';
import { bulkOf, type createBody, documentedCreateBody, toNewCode } from './requests.ts';

/** The bodies of upserts: those of a create. If the code exists, only the fields that were sent are compared with it. */

/** An item of `PUT /v1/qr/bulk`, for the documentation. */
export const documentedBulkUpsertBody = bulkOf(
  documentedCreateBody.extend({ external_id: externalId }).meta({ id: 'UpsertQrCode' }),
).meta({ id: 'BulkUpsert' });

/**
 * Reads the wanted state of a code.
 *
 * @param ofPath the external id from the path, if there is one; then the body may omit it
 * @param known problems that were found before
 */
export function readUpsert(
  json: unknown,
  ofPath: string | null,
  templates: TemplateBook,
  known: readonly Problem[] = [],
): Result<Upsert, RefusedCode> {
  const raw = isObject(json) ? json : {};
  const sent = raw['external_id'] === undefined ? ofPath : raw['external_id'];
  const misnamed = isObject(json) ? findMisnamed(sent, ofPath) : [];
  const checked = readCreateBody(json, templates, [...known, ...misnamed]);
  if (!checked.ok) return checked;
  const body = checked.value;
  const named = body.external_id ?? ofPath;
  if (named === null) throw new Error('an upsert has no external id');
  return ok({ externalId: named, newCode: toNewCode(body), sent: pickSent(raw, body) });
}

/** The schema refuses what is no text. */
function findMisnamed(named: unknown, ofPath: string | null): readonly Problem[] {
  if (ofPath === null) return named === null ? [{ code: 'required', field: 'external_id', values: {} }] : [];
  if (named === ofPath || (named !== null && typeof named !== 'string')) return [];
  return [{ code: 'not_of_path', field: 'external_id', values: { externalId: ofPath } }];
}

/** The fields that were sent, without defaults. */
function pickSent(raw: Record<string, unknown>, body: z.output<typeof createBody>): Upsert['sent'] {
  const { color, isDynamic, errorCorrection, ...newCode } = toNewCode(body);
  const ifSent = <T>(field: string, value: T) => (raw[field] === undefined ? undefined : value);
  const sides = (raw['color'] ?? {}) as Record<string, unknown>;
  return {
    type: ifSent('type', newCode.type),
    target: newCode.target,
    content: newCode.content ?? undefined,
    isDynamic: ifSent('dynamic', isDynamic),
    color: {
      dark: sides['dark'] === undefined ? undefined : color.dark,
      light: sides['light'] === undefined ? undefined : color.light,
    },
    format: ifSent('format', newCode.format),
    size: ifSent('size', newCode.size),
    margin: ifSent('margin', newCode.margin),
    errorCorrection: ifSent('error_correction', errorCorrection),
    host: ifSent('domain', newCode.host),
    shortCode: ifSent('short_code', newCode.shortCode),
    style: ifSent('style', newCode.style ?? null),
    gs1: ifSent('gs1', newCode.gs1),
    // A template applies only to new codes.
    styleFields: namedTemplate(raw) === null ? undefined : listStyleFields(raw),
    ...mapOwnTexts((name, field) => ifSent(field, newCode[name])),
    control: toControlRequest({ ...body, utm: raw['utm'] as typeof body.utm }),
    filing: newCode.filing,
  };
}
