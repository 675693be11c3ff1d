/** The parts of qrcode-svg 1.1.0 that build symbols. The package has no types and documents none of this. */
declare module 'qrcode-svg' {
  interface QRCodeModel {
    /** The version, 1 to 40. */
    typeNumber: number;
    /** The level as encoded in the format information: L 1, M 0, Q 3, H 2. */
    errorCorrectLevel: number;
    /** `modules[row][column]`, true for dark, null if not placed yet. */
    modules: (boolean | null)[][];
    moduleCount: number;
    /** Places a finder pattern with its separator. */
    setupPositionProbePattern(row: number, column: number): void;
    /** Places the alignment patterns on free modules. */
    setupPositionAdjustPattern(): void;
    /** Places the timing patterns on free modules. */
    setupTimingPattern(): void;
    /** Places the format information of this mask, and the dark module; `test` makes all of it light. */
    setupTypeInfo(test: boolean, maskPattern: number): void;
    /** Places the version information, in versions from 7 on; `test` makes it light. */
    setupTypeNumber(test: boolean): void;
  }

  class QRCode {
    constructor(options: { content: string; ecl: 'L' | 'M' | 'Q' | 'H'; width?: number; height?: number });
    qrcode: QRCodeModel;
    /** The package's own picture: mirrored, and not escaped. Only benchmarks draw it. */
    svg(): string;
  }

  export default QRCode;
}
