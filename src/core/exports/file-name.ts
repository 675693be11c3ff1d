import { trimEnd } from '../text.ts';
import { err, ok, type Result } from '../result.ts';

/** The placeholders in a template of file names, and their values. */
const NAME_PARTS = ['id', 'external_id', 'short_code', 'title', 'number', 'format'] as const;
export type NamePart = (typeof NAME_PARTS)[number];

export const DEFAULT_NAME = '{external_id}-{title}.{format}';
export const LONGEST_TEMPLATE = 200;

/** UTF-8 bytes of a folder or file name without its extension: every file system accepts it, even with a number appended. */
const MAX_NAME_BYTES = 100;

const PART = /\{([^{}]*)\}/g;
const ENDING = '.{format}';

/** Reads a template, or gives its problem in one sentence, to follow the name of its field. */
export function checkTemplate(template: string): Result<string, string> {
  const unknown = [...template.matchAll(PART)]
    .map(([, part = '']) => part)
    .find((part) => !(NAME_PARTS as readonly string[]).includes(part));
  if (unknown !== undefined) {
    const known = NAME_PARTS.map((part) => `{${part}}`).join(', ');
    return err(`has "{${unknown}}", which stands for nothing: it may have ${known}.`);
  }
  const fixed = template.replaceAll(PART, 'x');
  if (/[{}]/.test(fixed)) return err('has a brace that is not closed, or was not opened.');
  const odd = /[\\:*?"<>|\p{Cc}\p{Cf}]/u.exec(fixed)?.[0];
  if (odd !== undefined) return err(`must not have ${JSON.stringify(odd)}: file systems refuse it.`);
  if (fixed.split('/').some((folder) => /^[. ]*$/.test(folder)))
    return err('must not have folders without a name, "." or "..": it lies within the archive.');
  return ok(template);
}

/** Gives the files of an archive their names. */
export class FileNamer {
  readonly #segments: readonly string[];
  readonly #taken: Set<string>;

  /** @param reserved names that are already taken */
  constructor(template: string, reserved: readonly string[]) {
    const base = template.endsWith(ENDING) ? template.slice(0, -ENDING.length) : template;
    this.#segments = base.split('/');
    this.#taken = new Set(reserved.map(toComparable));
  }

  /** The name of a file. If another file has the same name regardless of case, a number follows. */
  name(parts: Readonly<Record<NamePart, string | null>>): string {
    const fill = (segment: string) =>
      toSafeName(segment.replaceAll(PART, (_, part: string) => parts[part as NamePart] ?? ''));
    const path = this.#segments.map((segment) => fill(segment) || toSafeName(parts.id ?? '')).join('/');
    for (let count = 1; ; count++) {
      const name = `${path}${count === 1 ? '' : `-${count}`}.${parts.format}`;
      const key = toComparable(name);
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return name;
    }
  }
}

/** File systems of Windows and macOS treat names that differ only in case as the same. */
function toComparable(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Device names of Windows, whatever extension follows. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i;

/**
 * A text as the name of a file or folder that Windows, macOS and Linux take: no slash, no control character, nothing that turns the direction
 * of a text, no dot or space at an end, and none of the characters at its start that spreadsheets or commands take for more than a name.
 */
function toSafeName(text: string): string {
  const safe = text
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[-_.\s=+@~]+/, '');
  const short = trimEnd(takeBytes(safe, MAX_NAME_BYTES), '-_. ');
  return DEVICE.test(short) ? `_${short}` : short;
}

/** The longest prefix of a text with at most so many bytes in UTF-8. */
function takeBytes(text: string, most: number): string {
  let start = '';
  let bytes = 0;
  for (const character of text) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > most) break;
    start += character;
  }
  return start;
}
