/** What tests use of a package that has no types. */
declare module 'oidc-provider' {
  import type { Server } from 'node:http';

  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        readonly clients: readonly object[];
        readonly claims: Readonly<Record<string, readonly string[]>>;
        readonly findAccount: (context: unknown, id: string) => { accountId: string; claims: () => object };
        readonly pkce: { readonly required: () => boolean };
      },
    );
    listen(port: number): Server;
  }
}
