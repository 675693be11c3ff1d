import type { ContentFault } from './content-fault.ts';
import type { StaticContent } from './static-content.ts';
import { err, ok, type Result } from '../result.ts';
import { findTrunkPrefix, parsePhoneNumber } from './phone.ts';
import { decodeUriData, splitQuery } from './uri.ts';

const SMS_URI = /^(sms:)([^?]*)(?:\?(.*))?$/i;
/** Not a URI, but what most scanners know: a number, and a text that is not encoded. */
const SMSTO = /^(smsto:)([^:]*)(?::(.*))?$/is;

/** A number in E.164 to send a message to, an `sms:` URI (RFC 5724) or `SMSTO:number:text`. */
export function parseSms(target: string): Result<StaticContent, ContentFault> {
  const uri = SMS_URI.exec(target);
  if (uri !== null) return parseSmsUri(uri[1] ?? '', uri[2] ?? '', uri[3]);
  const smsto = SMSTO.exec(target);
  if (smsto !== null) return parseSmsto(smsto[1] ?? '', smsto[2] ?? '', smsto[3]);

  const number = parsePhoneNumber(target);
  if (number === null) return err(noNumber(target));
  return ok({ symbolContent: number, redirectTo: `sms:${number}` });
}

function parseSmsUri(
  scheme: string,
  recipient: string,
  query: string | undefined,
): Result<StaticContent, ContentFault> {
  const number = parsePhoneNumber(recipient);
  if (number === null) return err(noNumber(recipient));
  if (query === undefined) return ok({ symbolContent: `${scheme}${number}`, redirectTo: `sms:${number}` });

  const fields = splitQuery(query);
  const [body] = fields ?? [];
  if (fields?.length !== 1 || body?.name.toLowerCase() !== 'body' || decodeUriData(body.value) === null) {
    return err({ code: 'sms_query_malformed', values: {} });
  }
  return ok({ symbolContent: `${scheme}${number}?${query}`, redirectTo: `sms:${number}?${query}` });
}

function parseSmsto(
  scheme: string,
  recipient: string,
  text: string | undefined,
): Result<StaticContent, ContentFault> {
  const number = parsePhoneNumber(recipient);
  if (number === null) return err(noNumber(recipient));
  const hasText = text !== undefined && text !== '';
  return ok({
    symbolContent: `${scheme}${number}${text === undefined ? '' : `:${text}`}`,
    redirectTo: `sms:${number}${hasText ? `?body=${encodeURIComponent(text)}` : ''}`,
  });
}

function noNumber(text: string): ContentFault {
  return { code: 'no_phone_number', values: { trunkPrefix: findTrunkPrefix(text), type: 'sms' } };
}
