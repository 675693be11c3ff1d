/** Content lines of a vCard (RFC 2426 §2) or an iCalendar object (RFC 5545 §3.1). */
export function toObject(name: string, lines: readonly string[]): string {
  return [`BEGIN:${name}`, ...lines, `END:${name}`].join('\r\n');
}

/** The line of a property that is a text; none where the text is empty. */
export function textLine(name: string, text: string): string[] {
  const value = escapeText(text.trim());
  return value === '' ? [] : [`${name}:${value}`];
}

/** RFC 2426 §5 and RFC 5545 §3.3.11 escape alike. */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
}
