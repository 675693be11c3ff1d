/**
 * Spreadsheets treat a cell as a formula by its first character after white space; East Asian ones also accept its full-width form. A text
 * that has apostrophes before such a beginning is guarded too: otherwise nobody could tell them from a guard.
 */
const GUARDED = /^'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/**
 * A line of CSV (RFC 4180): it ends in CR LF, and cells with a comma, a quote or a line break are quoted. A text that a spreadsheet would
 * run as a formula gets a leading apostrophe, as OWASP advises against CSV injection, because other people may have written it. Numbers
 * stay unchanged.
 */
export function formatCsvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

/** The text of a cell that `formatCsvLine` wrote: without the guard, if it has one. */
export function readGuarded(cell: string): string {
  return cell.startsWith("'") && GUARDED.test(cell) ? cell.slice(1) : cell;
}

function formatCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = GUARDED.test(value) ? `'${value}` : value;
  return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
