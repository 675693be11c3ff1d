/** The four error correction levels, weakest first (ISO/IEC 18004 §7.5.1: about 7, 15, 25 and 30 % of codewords recovered). */
export const ERROR_CORRECTION_LEVELS = ['L', 'M', 'Q', 'H'] as const;

export type ErrorCorrectionLevel = (typeof ERROR_CORRECTION_LEVELS)[number];
