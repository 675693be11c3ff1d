/** Bits, most significant first, in bytes that are zero where nothing is written yet. */
export class BitStream {
  readonly bytes: Uint8Array;
  /** Bits written so far. */
  length = 0;

  /** @param size bytes that it has room for */
  constructor(size: number) {
    this.bytes = new Uint8Array(size);
  }

  /** Writes the lowest `count` bits of `value`. */
  put(value: number, count: number): void {
    for (let left = count; left > 0;) {
      const room = 8 - (this.length & 7);
      const taken = Math.min(room, left);
      left -= taken;
      const bits = (value >>> left) & ((1 << taken) - 1);
      const index = this.length >>> 3;
      this.bytes[index] = (this.bytes[index] ?? 0) | (bits << (room - taken));
      this.length += taken;
    }
  }

  putBytes(bytes: Uint8Array): void {
    const used = this.length & 7;
    let index = this.length >>> 3;
    for (const byte of bytes) {
      this.bytes[index] = (this.bytes[index] ?? 0) | (byte >>> used);
      index++;
      // Of a whole byte nothing is left over; past the end there is nothing to write to.
      this.bytes[index] = byte << (8 - used);
    }
    this.length += 8 * bytes.length;
  }
}
