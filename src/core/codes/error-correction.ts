/** The four error correction levels, weakest first. */
export const ERROR_CORRECTION_LEVELS = ['L', 'M', 'Q', 'H'] as const;

export type ErrorCorrectionLevel = (typeof ERROR_CORRECTION_LEVELS)[number];

/** About how many percent of its codewords each level can recover (ISO/IEC 18004 §7.5.1). */
export const RECOVERY_SHARES: Readonly<Record<ErrorCorrectionLevel, number>> = { L: 7, M: 15, Q: 25, H: 30 };
