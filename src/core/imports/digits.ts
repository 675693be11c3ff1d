/** What spreadsheets make of digits: they take zeros off the beginning, show long numbers as `4.00638E+12`, and keep 15 digits. */

/** No external id has a plus sign. */
const POWER = /^\d(?:[.,](\d+))?E\+\d+$/i;
const KEPT_DIGITS = 15;

/** The longest numbers that goods and shipments have. */
const LONGEST_NUMBER = 20;

/** Of more lost digits than these, there are too many texts that may be meant. */
const MOST_LOST_DIGITS = 2;

/** Whether a cell shows a number whose last digits are lost. */
export function hasLostDigits(cell: string): boolean {
  return POWER.test(cell) || countZeroed(cell) > MOST_LOST_DIGITS;
}

/** The other texts that a spreadsheet may show as these digits; empty for anything else. */
export function listMeant(cell: string): readonly string[] {
  if (!/^(?:0|[1-9]\d*)$/.test(cell) || cell.length > LONGEST_NUMBER || hasLostDigits(cell)) return [];
  const padded = Array.from({ length: LONGEST_NUMBER - cell.length }, (_, i) => '0'.repeat(i + 1) + cell);
  const unit = 10 ** countZeroed(cell);
  // Some cut the last digits, others round them.
  const first = BigInt(cell) - BigInt(Math.floor(unit / 2));
  const near = Array.from({ length: Math.floor(1.5 * unit) }, (_, i) => String(first + BigInt(i)));
  return [...padded, ...near.filter((text) => text !== cell)];
}

/** A text of digits as a spreadsheet shows it, if it cuts. */
export function toShown(text: string): string {
  const cut = (rest: string) => '0'.repeat(rest.length);
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '').replace(/(?<=^\d{15})\d+$/, cut) : text;
}

/** Whether a spreadsheet may show a text of digits as another one. */
export function isShownAs(text: string, cell: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  if (!hasLostDigits(cell)) return listMeant(cell).includes(text);
  const [, fraction = ''] = POWER.exec(cell) ?? ['', '0'.repeat(KEPT_DIGITS - 1)];
  const shown = Number(cell.replace(',', '.'));
  return Math.abs(Number(text) - shown) <= shown / 10 ** fraction.length;
}

/** The digits behind those that a spreadsheet keeps, if all of them are zero. */
function countZeroed(cell: string): number {
  return /^\d+$/.test(cell) && /^0+$/.test(cell.slice(KEPT_DIGITS)) ? cell.length - KEPT_DIGITS : 0;
}
