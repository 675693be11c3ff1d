/** What of Node's zlib is used, which workerd has: the symbol room sees the types of neither platform. */
declare module 'node:zlib' {
  export function deflateSync(bytes: Uint8Array, options: { readonly level: number }): Uint8Array;
}
