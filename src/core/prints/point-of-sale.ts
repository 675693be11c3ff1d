/** X-dimensions of QR codes and of Data Matrix at the point of sale, in millimetres (GS1 General Specifications, symbol specification table 1). */
export const POINT_OF_SALE_MM = { min: 0.396, max: 0.99 } as const;

/** The smallest width of a print there. @param side its modules, with its quiet zone */
export function leastTillWidthMm(side: number): number {
  return Math.ceil(POINT_OF_SALE_MM.min * side * 100) / 100;
}
