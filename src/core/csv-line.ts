/** Spreadsheets read a cell as a formula by its first character; East Asian ones also where that is a full-width form. */
const STARTS_FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * A line of CSV (RFC 4180): it ends in CR LF, and cells with a comma, a quote or a line break are quoted. A text that a spreadsheet would
 * run as a formula gets an apostrophe in front, as OWASP advises against CSV injection: whoever opens the file in a spreadsheet did not
 * write all of its texts. Numbers stay as they are.
 */
export function formatCsvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

function formatCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = STARTS_FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
