import { ApiError } from '#contract/problems/api-error.ts';

/** A response shows at most this much of a header. */
const SHOWN_CHARACTERS = 100;

/**
 * The media type of a body, one of those in `known`. Throws a 415 that names the header at fault: the body has another type, is compressed,
 * or is text in another charset than UTF-8.
 */
export function readMediaType<Known extends string>({ headers }: Request, known: readonly Known[]): Known {
  const [type = '', ...parameters] = (headers.get('Content-Type') ?? '')
    .split(';')
    .map((part) => part.trim());
  const mediaType = known.find((one) => one === type.toLowerCase());
  if (mediaType === undefined) throw unsupported(sayType(type, known));
  const charset = readCharset(parameters);
  if (charset !== undefined && !isBinary(mediaType) && !isUtf8(charset)) {
    throw unsupported(
      `The charset in "Content-Type" must be "utf-8" or left out, not ${show(charset)}: send the text in UTF-8.`,
    );
  }
  const encoding = headers.get('Content-Encoding') ?? 'identity';
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw unsupported(
      `"Content-Encoding" must be "identity" or left out, not ${show(encoding)}: send the body uncompressed.`,
    );
  }
  return mediaType;
}

function sayType(type: string, known: readonly string[]): string {
  const types = known.map((one) => `"Content-Type: ${one}"`).join(' or ');
  return `Send the body with the header ${types}, ${type === '' ? 'which it lacks' : `not ${show(type)}`}.`;
}

function readCharset(parameters: readonly string[]): string | undefined {
  const prefix = 'charset=';
  const charset = parameters.find((parameter) => parameter.toLowerCase().startsWith(prefix));
  return charset?.slice(prefix.length).replaceAll('"', '');
}

/** By the names that browsers know for it, such as `utf8`. */
function isUtf8(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding === 'utf-8';
  } catch {
    return false;
  }
}

/** Some programs add a charset to every type. It means nothing for these. */
function isBinary(mediaType: string): boolean {
  return ['image/png', 'image/jpeg', 'application/pdf'].includes(mediaType);
}

function show(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_CHARACTERS));
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', message);
}
