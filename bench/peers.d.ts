/** The parts of pdfkit that the benchmark of print files uses. */
declare module 'pdfkit' {
  interface Options {
    size: [width: number, height: number];
    margin: number;
  }
  export default class PDFDocument {
    constructor(options: Options);
    on(event: 'data', take: (part: Uint8Array) => void): this;
    on(event: 'end', take: () => void): this;
    path(path: string): this;
    scale(factor: number): this;
    fillColor(cmyk: readonly number[]): this;
    fill(): this;
    end(): void;
  }
}
