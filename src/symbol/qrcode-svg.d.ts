/** The parts of qrcode-svg 1.1.0 that symbols are built with. The package has no types of its own, and documents none of this. */
declare module 'qrcode-svg' {
  /** Bits, most significant first, eight to an entry of `buffer`. */
  interface BitBuffer {
    buffer: number[];
    length: number;
    put(value: number, bits: number): void;
  }

  /** One segment: the model writes the mode indicator and the character count, then asks for the data. */
  interface DataItem {
    mode: number;
    getLength(): number;
    write(buffer: BitBuffer): void;
  }

  interface QRCodeModel {
    /** The version, 1 to 40. */
    typeNumber: number;
    /** The level as in the format information: L 1, M 0, Q 3, H 2. */
    errorCorrectLevel: number;
    /** Final codewords, error correction included; `null` has them made from `dataList`. */
    dataCache: number[] | null;
    dataList: DataItem[];
    /** `modules[row][column]`, true for dark, null where nothing is placed yet. */
    modules: (boolean | null)[][];
    moduleCount: number;
    /** Places everything with this mask; `test` blanks the format and the version information. */
    makeImpl(test: boolean, maskPattern: number): void;
    /** Places codewords around whatever stands in `modules`, masked. */
    mapData(codewords: number[], maskPattern: number): void;
    /** Places the version information, in versions from 7 on. */
    setupTypeNumber(test: boolean): void;
    /** Places the format information of this mask. */
    setupTypeInfo(test: boolean, maskPattern: number): void;
  }

  class QRCode {
    constructor(options: { content: string; ecl: 'L' | 'M' | 'Q' | 'H'; width?: number; height?: number });
    qrcode: QRCodeModel;
    /** The package's own picture: mirrored, and not escaped. Benchmarks alone draw it. */
    svg(): string;
  }

  export { type BitBuffer, type DataItem, type QRCodeModel };
  export default QRCode;
}
