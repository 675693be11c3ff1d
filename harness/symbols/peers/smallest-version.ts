import { correction, generate, mode, type ModeFactory } from 'lean-qr';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';

/** Byte mode over UTF-8 without ECI: the peer's own mode adds an indicator that symbols here omit. */
const utf8WithoutEci: ModeFactory = Object.assign(
  (value: string) => mode.bytes(new TextEncoder().encode(value)),
  {
    test: () => true,
    est: (value: string, version: number) =>
      4 + (version < 10 ? 8 : 16) + 8 * new TextEncoder().encode(value).length,
  },
);

/**
 * The smallest version that holds a content in numeric, alphanumeric and byte mode, according to an independent encoder with optimal
 * segmentation; 0 if even version 40 is too small.
 */
export function smallestVersion(content: string, level: ErrorCorrectionLevel): number {
  try {
    const { size } = generate(content, {
      minCorrectionLevel: correction[level],
      maxCorrectionLevel: correction[level],
      modes: [mode.numeric, mode.alphaNumeric, utf8WithoutEci],
      mask: 0,
    });
    return (size - 17) / 4;
  } catch {
    return 0;
  }
}
