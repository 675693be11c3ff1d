/** The part of Node's zlib in use, which workerd also has: code in src/symbol sees the types of neither platform. */
declare module 'node:zlib' {
  export function deflateSync(bytes: Uint8Array, options: { readonly level: number }): Uint8Array;
}
