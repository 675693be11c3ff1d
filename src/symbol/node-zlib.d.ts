/** The one function of Node's zlib that symbols use; workerd has it under the flag `nodejs_compat`. */
declare module 'node:zlib' {
  /** A zlib stream (RFC 1950) of `data`. */
  export function deflateSync(
    data: Uint8Array,
    options: { level: number; windowBits?: number; strategy?: number },
  ): Uint8Array;
}
