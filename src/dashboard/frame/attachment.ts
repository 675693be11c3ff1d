import { encodeHeaderText } from '#core/files/file-name.ts';
import { trimEnd } from '#core/text.ts';
import type { DashboardContext } from './dashboard-env.ts';

/** Separators, wildcards and quotes of file systems, and characters that are invisible or reverse the text. */
const NOT_IN_FILE_NAMES = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

const MAX_NAME_CHARACTERS = 80;

/**
 * A `Content-Disposition` that makes browsers save the response as a file (RFC 6266). Its name comes from a title with any characters;
 * `fallback` is plain ASCII.
 */
export function toAttachment(title: string | null, fallback: string, ending: string): string {
  const name = toFileName(title ?? '') || fallback;
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/[^ -~]/g, '')
    .trim();
  const plain = `${/[A-Za-z0-9]/.test(ascii) ? ascii : fallback}${ending}`;
  const header = `attachment; filename="${plain}"`;
  return name + ending === plain ? header : `${header}; filename*=UTF-8''${encodeHeaderText(name + ending)}`;
}

/** A leading dot would hide the file, and a trailing one would hide its extension. */
function toFileName(title: string): string {
  const name = title.replaceAll(NOT_IN_FILE_NAMES, ' ').replaceAll(/\s+/gu, ' ');
  const short = [...name].slice(0, MAX_NAME_CHARACTERS).join('');
  return trimEnd(short.replace(/^[. ]+/, ''), '. ');
}

/** A file that browsers save under a name in ASCII. */
export function respondWithFile(
  c: DashboardContext,
  body: string | ReadableStream,
  type: string,
  name: string,
): Response {
  return c.body(body, 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}
