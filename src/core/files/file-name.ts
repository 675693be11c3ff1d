import { trimEnd } from '../text.ts';

/** Room for a sentence, and for every file system with the copies' numbers behind it. */
export const LONGEST_FILE_NAME = 100;

/** Longer headers are not read: 300 characters take up to 3,600 bytes when they are percent-encoded. */
const LONGEST_DISPOSITION = 8_192;

/** A parameter of a header (RFC 9110 §5.6.6). */
const PARAMETER = /;[ \t]*([\w*-]{1,20})=("(?:[^"\\]|\\.){0,2000}"|[^";]*)/g;

/**
 * The file name of a `Content-Disposition` (RFC 6266 §4): that of `filename*` (RFC 8187) before that of `filename`. Empty without one.
 * Null if it cannot be read.
 */
export function readSentName(disposition: string | undefined): string | null {
  if (disposition === undefined) return '';
  if (disposition.length > LONGEST_DISPOSITION) return null;
  const parameters = [...disposition.matchAll(PARAMETER)].map(
    ([, key = '', value = '']) => [key.toLowerCase(), value.trim()] as const,
  );
  const { filename, 'filename*': extended }: Record<string, string> = Object.fromEntries(parameters);
  if (extended !== undefined) return readExtended(extended);
  // The runtime reads headers as UTF-8, and of bytes of another encoding only U+FFFD is left.
  if (filename?.includes('\uFFFD')) return null;
  return filename === undefined ? '' : unquote(filename);
}

/** `UTF-8''Men%C3%BC.pdf`, or `ISO-8859-1''Men%FC.pdf`, which the predecessor of RFC 8187 had as well (RFC 5987 §3.2). */
function readExtended(value: string): string | null {
  const [, charset = '', encoded] = /^(UTF-8|ISO-8859-1)'[^']*'(.*)$/is.exec(value) ?? [];
  try {
    if (encoded === undefined) return null;
    if (charset.toUpperCase() === 'UTF-8') return decodeURIComponent(encoded);
    if (/%(?![\da-f]{2})/i.test(encoded)) return null;
    return encoded.replaceAll(/%([\da-f]{2})/gi, (_, byte: string) =>
      String.fromCharCode(Number.parseInt(byte, 16)),
    );
  } catch {
    return null;
  }
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : value;
}

/** What no file system takes, would show another name than it is, or was lost on the way: control characters, marks of direction, parts of paths, U+FFFD. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD"*:<>?|]/gu;

/**
 * The name under which people get a file: the last part of what was sent, without characters that deceive or that no file system takes,
 * of at most `LONGEST_FILE_NAME` characters, and with one of the endings that its type has, or the first of them.
 */
export function toFileName(sent: string, known: readonly string[]): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = last.normalize('NFC').replaceAll(UNFIT, '').replaceAll(/\s+/g, ' ');
  const extension = known.find((one) => clean.toLowerCase().endsWith(one)) ?? known[0] ?? '';
  const base = clean.toLowerCase().endsWith(extension) ? clean.slice(0, -extension.length) : clean;
  const short = [...base.replace(/^[ .]+/, '')].slice(0, LONGEST_FILE_NAME - extension.length).join('');
  return (trimEnd(short, ' .') || 'file') + extension;
}

/** The header for a file that browsers open, with its name in ASCII for old ones (RFC 6266 §4.3, RFC 8187 §3.2). */
export function toInlineDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7E]|[%"\\]/gu, '_');
  return `inline; filename="${ascii}"; filename*=UTF-8''${encodeHeaderText(name)}`;
}

/** RFC 8187 §3.2.1: like encodeURIComponent, except for four characters that such a header may not contain. */
export function encodeHeaderText(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
