import type { FileId } from '#core/files/file-id.ts';
import { describeError, formatLogLine } from '#core/log-line.ts';
import { type FileStanding, findFileStanding } from '#storage/files/standing.ts';
import { HSTS } from '../hsts.ts';
import { refuseMethod, showPage, withoutBodyForHead } from '../responses.ts';
import { DATABASE_TIMEOUT_MS } from '../targets/time-bounds.ts';
import { within } from '../targets/within.ts';

/**
 * `GET|HEAD /file/<id>/<name>`: the bytes of a file, which scans of codes of type `file` lead to. It is no scan itself: the redirect was
 * counted. The database is only asked whether the file is disabled or deleted, and while it does not answer, the file is handed out: a printed
 * code that does not open is worse (docs/decisions/files.md).
 */
export async function showFile(
  request: Request,
  env: Pick<ShortlinkEnv, 'DB' | 'FILES'>,
  id: FileId,
): Promise<Response> {
  if (request.method === 'POST') return refuseMethod();
  const [standing, found] = await Promise.all([findStanding(env.DB, id), findObject(request, env.FILES, id)]);
  if (standing?.disabledFor)
    return showPage(request, standing.disabledFor === 'legal' ? 'withheld' : 'disabled');
  if (standing?.isLeaving) return showPage(request, 'gone');
  if (found === null) return showPage(request, 'not_found');
  if (found === 'unavailable') return showPage(request, 'unavailable');
  if (typeof found === 'number') return refuseRange(found);
  return withoutBodyForHead(request, respond(found, request.method));
}

async function findStanding(db: D1Database, id: FileId): Promise<FileStanding | null> {
  try {
    return await within(DATABASE_TIMEOUT_MS, findFileStanding(db, id));
  } catch (error) {
    console.error(formatLogLine('file_standing_not_read', { file_id: id, error: describeError(error) }));
    return null;
  }
}

interface FoundFile {
  readonly object: R2Object | R2ObjectBody;
  /** The part that the response has; null for all of it. */
  readonly range: R2Range | null;
}

/** Null if there is none; its size if it has no such range. */
async function findObject(
  { method, headers }: Request,
  bucket: R2Bucket,
  id: FileId,
): Promise<FoundFile | number | null | 'unavailable'> {
  // A range is for GET alone (RFC 9110 §14.2).
  const asked = method === 'GET' ? readRange(headers.get('Range')) : null;
  const known = headers.get('If-None-Match');
  const onlyIf = known === null ? {} : { onlyIf: new Headers({ 'If-None-Match': known }) };
  try {
    const head = asked || method === 'HEAD' ? await bucket.head(id) : null;
    if (method === 'HEAD') return head && { object: head, range: null };
    const range = head && isSame(headers.get('If-Range'), head) ? asked : null;
    if (range && head && !isWithin(range, head.size)) return head.size;
    const object = await bucket.get(id, { ...(range ? { range } : {}), ...onlyIf });
    return object && { object, range };
  } catch (error) {
    console.error(formatLogLine('file_not_read', { file_id: id, error: describeError(error) }));
    return 'unavailable';
  }
}

/** Whether `If-Range` lets a range apply (RFC 9110 §13.1.5): only the tag of this file does, no date and no weak tag. */
function isSame(ifRange: string | null, { httpEtag }: R2Object): boolean {
  return ifRange === null || ifRange === httpEtag;
}

/** One range of bytes (RFC 9110 §14.2); null for what is none, or several, whose answer may be the whole file. */
function readRange(text: string | null): R2Range | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,12})-(\d{0,12})$/.exec(text ?? '') ?? [];
  if (first === '') return last === '' ? null : { suffix: Number(last) };
  const offset = Number(first);
  if (last === '') return { offset };
  return Number(last) < offset ? null : { offset, length: Number(last) - offset + 1 };
}

function isWithin(range: R2Range, size: number): boolean {
  return 'suffix' in range ? range.suffix > 0 : (range.offset ?? 0) < size;
}

function refuseRange(size: number): Response {
  return new Response(null, { status: 416, headers: { ...HEADERS, 'Content-Range': `bytes */${size}` } });
}

function respond({ object, range }: FoundFile, method: string): Response {
  const { httpMetadata = {}, size } = object;
  const { contentType = 'application/octet-stream', contentDisposition = 'attachment' } = httpMetadata;
  const headers = new Headers({
    ...HEADERS,
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition,
    'Content-Security-Policy': contentType === 'application/pdf' ? PDF_POLICY : PICTURE_POLICY,
    ETag: object.httpEtag,
  });
  const body = 'body' in object ? object.body : null;
  // What the browser has is still right.
  if (body === null && method === 'GET') return new Response(null, { status: 304, headers });
  if (!range) {
    headers.set('Content-Length', String(size));
    return new Response(body, { headers });
  }
  const [start, length] = locate(range, size);
  headers.set('Content-Length', String(length));
  headers.set('Content-Range', `bytes ${start}-${start + length - 1}/${size}`);
  return new Response(body, { status: 206, headers });
}

/** Where a range begins, and how long it is. */
function locate(range: R2Range, size: number): [start: number, length: number] {
  if ('suffix' in range) {
    const length = Math.min(range.suffix, size);
    return [size - length, length];
  }
  const { offset = 0, length = size } = range;
  return [offset, Math.min(length, size - offset)];
}

/** For five minutes nobody asks again, which a deletion or the operator may have to wait for. */
const HEADERS = {
  'Accept-Ranges': 'bytes',
  'Cache-Control': 'private, max-age=300',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  ...HSTS,
};

/** A picture gets an origin of its own, in which nothing runs. */
const PICTURE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/** Browsers show a PDF by a viewer of their own, which Chrome does not start in a sandbox, nor without its styles. */
const PDF_POLICY =
  "script-src 'none'; object-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
