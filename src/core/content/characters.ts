import type { ContentProblem, ContentType } from './static-content.ts';

/** Types of several lines: there, and only there, line breaks and tabs mean something. */
const MULTILINE_TYPES: ReadonlySet<ContentType> = new Set(['text', 'vcard', 'event']);

const CONTROL_CHARACTER = /\p{Cc}/u;
const CONTROL_CHARACTER_BUT_WHITESPACE = /[^\P{Cc}\t\n\r]/u;

/** Refuses what no type accepts: nothing, broken surrogate pairs and control characters, NUL among them. */
export function checkCharacters(type: ContentType, target: string): ContentProblem | null {
  if (target === '') return { code: 'required', message: 'The target is empty; there is nothing to encode.' };
  if (!target.isWellFormed()) {
    return {
      code: 'invalid_characters',
      message: 'The target has half of a surrogate pair, which is not a character; send well-formed Unicode.',
    };
  }
  const isMultiline = MULTILINE_TYPES.has(type);
  const found = (isMultiline ? CONTROL_CHARACTER_BUT_WHITESPACE : CONTROL_CHARACTER).exec(target);
  if (found === null) return null;
  const codePoint = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const allowed = isMultiline ? 'only tab, line feed and carriage return are allowed' : 'none is allowed';
  return {
    code: 'invalid_characters',
    message: `The target has the control character U+${codePoint} at position ${found.index}; in a ${type} ${allowed}.`,
  };
}
