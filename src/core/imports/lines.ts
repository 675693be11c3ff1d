export const LF = 0x0a;
export const CR = 0x0d;

/** Counts the lines of a text that arrives piece by piece: they end with LF, CR LF, or CR alone. */
export class LineCounter {
  private endedInCr = false;

  /** The number of line ends in a part of the next piece. */
  count(text: string, start = 0, end = text.length): number {
    let lines = 0;
    for (let i = start; i < end; i++) {
      const code = text.charCodeAt(i);
      if (code === CR || (code === LF && !this.endedInCr)) lines++;
      this.endedInCr = code === CR;
    }
    return lines;
  }
}
