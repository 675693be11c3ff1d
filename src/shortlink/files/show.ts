import type { FileId } from '#core/files/file-id.ts';
import { listsTag } from '#core/http/entity-tag.ts';
import { describeError, formatLogLine } from '#core/log-line.ts';
import { bucketOf } from '#storage/bucket.ts';
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
  const [standing, found] = await Promise.all([
    findStanding(env.DB, id),
    findObject(request, bucketOf(env, 'FILES'), id),
  ]);
  if (standing?.disabledFor)
    return showPage(request, standing.disabledFor === 'legal' ? 'withheld' : 'disabled');
  if (standing?.isLeaving) return showPage(request, 'gone');
  if (found === null) return showPage(request, 'not_found');
  if (found === 'unavailable') return showPage(request, 'unavailable');
  return withoutBodyForHead(request, respond(found));
}

async function findStanding(db: D1Database, id: FileId): Promise<FileStanding | null> {
  try {
    return await within(DATABASE_TIMEOUT_MS, findFileStanding(db, id));
  } catch (error) {
    console.error(formatLogLine('file_standing_not_read', { file_id: id, error: describeError(error) }));
    return null;
  }
}

interface Found {
  readonly object: R2Object | R2ObjectBody;
  readonly status: 200 | 206 | 304 | 412 | 416;
  readonly range: R2Range | null;
}

const CONDITIONS = ['If-Match', 'If-None-Match', 'Range'];

/** What a request is answered with; null if there is no file. Most requests have no condition, and ask R2 once. */
async function findObject(
  { method, headers }: Request,
  bucket: R2Bucket,
  id: FileId,
): Promise<Found | null | 'unavailable'> {
  try {
    const isPlain = method === 'GET' && !CONDITIONS.some((name) => headers.has(name));
    const head = isPlain ? null : await bucket.head(id);
    if (!isPlain && head === null) return null;
    const answer = head === null ? WHOLE : choose(method, headers, head);
    if (head !== null && (method === 'HEAD' || answer.status > 299)) return { ...answer, object: head };
    const object = await bucket.get(id, answer.range ? { range: answer.range } : {});
    return object && { ...answer, object };
  } catch (error) {
    console.error(formatLogLine('file_not_read', { file_id: id, error: describeError(error) }));
    return 'unavailable';
  }
}

type Answer = Omit<Found, 'object'>;

const WHOLE: Answer = { status: 200, range: null };

/** Conditions in the order of RFC 9110 §13.2.2. Ranges are for GET only (§14.2), and only if `If-Range` names this file (§13.1.5). */
function choose(method: string, headers: Headers, { httpEtag, size }: R2Object): Answer {
  const ifMatch = headers.get('If-Match');
  if (ifMatch !== null && !listsTag(ifMatch, httpEtag, 'strong')) return { status: 412, range: null };
  if (listsTag(headers.get('If-None-Match') ?? '', httpEtag)) return { status: 304, range: null };
  const range = method === 'GET' ? readRange(headers.get('Range')) : null;
  if (range === null || (headers.get('If-Range') ?? httpEtag).trim() !== httpEtag) return WHOLE;
  return { status: isWithin(range, size) ? 206 : 416, range };
}

/** One range of bytes (RFC 9110 §14.2); null for anything else, and for several ranges, which may be answered with the whole file. */
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

function respond({ object, status, range }: Found): Response {
  const { httpMetadata = {}, size } = object;
  if (status === 416)
    return new Response(null, { status, headers: { ...HEADERS, 'Content-Range': `bytes */${size}` } });
  const { contentType = 'application/octet-stream', contentDisposition = 'attachment' } = httpMetadata;
  const headers = new Headers({
    ...HEADERS,
    'Content-Type': contentType,
    'Content-Disposition': contentDisposition,
    'Content-Security-Policy': contentType === 'application/pdf' ? PDF_POLICY : PICTURE_POLICY,
    ETag: object.httpEtag,
  });
  if (status > 299) return new Response(null, { status, headers });
  const [start, length] = range ? locate(range, size) : [0, size];
  headers.set('Content-Length', String(length));
  if (range) headers.set('Content-Range', `bytes ${start}-${start + length - 1}/${size}`);
  return new Response('body' in object ? object.body : null, { status, headers });
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

/** Copies are kept for five minutes, so a deletion may take that long to show. */
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
