/** Bits, packed from the lowest bit of each byte up (RFC 1951 §3.1.1), in bytes that grow as they are needed. */
export class BitWriter {
  #bytes = new Uint8Array(4096);
  #length = 0;
  /** Bits that do not fill a byte yet. */
  #pending = 0;
  #pendingBits = 0;

  /** Writes the lowest `count` bits of `value`, at most 16; the rest of it is zero. */
  put(value: number, count: number): void {
    this.#pending |= value << this.#pendingBits;
    this.#pendingBits += count;
    while (this.#pendingBits >= 8) {
      this.#putByte(this.#pending);
      this.#pending >>>= 8;
      this.#pendingBits -= 8;
    }
  }

  /** Fills the last byte with zeros. */
  finish(): Uint8Array {
    if (this.#pendingBits > 0) this.#putByte(this.#pending);
    return this.#bytes.subarray(0, this.#length);
  }

  #putByte(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#length);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length++] = byte;
  }
}
