/** The ends of texts, in linear time. A pattern that ends in `$` starts again at each character that might belong to the end. */

/** A text without these characters at its end. */
export function trimEnd(text: string, characters: string): string {
  let length = text.length;
  while (length > 0 && characters.includes(text.charAt(length - 1))) length--;
  return text.slice(0, length);
}

/** A text up to the first character that the pattern matches. */
export function upTo(text: string, mark: RegExp): string {
  const at = text.search(mark);
  return at === -1 ? text : text.slice(0, at);
}

/** The lines of a text as one, without the white space around each. What ends a line is a pattern for one character. */
export function joinLines(text: string, lineEnd: RegExp): string {
  const lines = text.split(lineEnd).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
