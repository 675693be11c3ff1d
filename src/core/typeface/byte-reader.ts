/** Reads numbers of seven bits a byte, the lowest first; the eighth bit says that more follow. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  /** The next byte to be read. */
  offset: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  readNumber(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.offset++];
      if (byte === undefined) throw new Error('the bytes end within a number');
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  /** Numbers of either sign, in the order 0, -1, 1, -2, 2. */
  readSigned(): number {
    const value = this.readNumber();
    return value & 1 ? -((value + 1) >> 1) : value >> 1;
  }

  readBytes(count: number): Uint8Array {
    this.offset += count;
    return this.#bytes.subarray(this.offset - count, this.offset);
  }
}
