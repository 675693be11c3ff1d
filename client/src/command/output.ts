/** What would change how a terminal looks or reads, in texts that others wrote. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A text for a line of a terminal or of a table. */
export function toLine(text: string): string {
  return text.replaceAll(CONTROLS, '\u{FFFD}');
}

/** Prints an object: a line of JSON for programs, and for people a line for each field that has a value. */
export function printFields(fields: object, isJson = false): void {
  if (isJson) process.stdout.write(`${JSON.stringify(fields)}\n`);
  for (const row of isJson ? [] : Object.entries(fields))
    if (!['null', '""', '[]', '{}'].includes(JSON.stringify(row[1]))) printRow(row, [22]);
}

/** Prints a row of a table: in columns of these widths on a terminal, and otherwise with tabs between. Null is an empty cell. */
export function printRow(cells: readonly unknown[], widths: readonly number[]): void {
  const toText = (cell: unknown) => (typeof cell === 'string' ? cell : JSON.stringify(cell));
  const texts = cells.map((cell) => toLine(toText(cell ?? '')));
  const columns = texts.map((text, at) => {
    const width = widths[at] ?? text.length;
    return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
  });
  process.stdout.write(`${process.stdout.isTTY ? columns.join('  ') : texts.join('\t')}\n`);
}
