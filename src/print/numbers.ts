/** Points of PDF and PostScript in a millimetre (PDF 1.4 §4.2.2: 72 to an inch). */
export const POINTS_PER_MM = 72 / 25.4;

/** A number for PDF, PostScript and SVG: at most four decimals by default, and never more than six; no trailing zeros, no exponent. */
export function formatNumber(value: number, decimals = 4): string {
  const scale = 10 ** decimals;
  return String(Math.round(value * scale) / scale);
}

/** Numbers separated by spaces. */
export function formatNumbers(...values: readonly number[]): string {
  return values.map((value) => formatNumber(value)).join(' ');
}
