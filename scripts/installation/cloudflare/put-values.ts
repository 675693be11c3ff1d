import type { CloudflareApi } from './api.ts';

export interface NamespaceAddress {
  readonly accountId: string;
  readonly namespaceId: string;
}

/** What Cloudflare takes in one request. */
const MAX_PAIRS = 10_000;

/** Writes values to a deployed KV namespace. */
export async function putValues(
  api: CloudflareApi,
  { accountId, namespaceId }: NamespaceAddress,
  pairs: readonly { readonly key: string; readonly value: string }[],
): Promise<void> {
  for (let i = 0; i < pairs.length; i += MAX_PAIRS) {
    const path = `/accounts/${accountId}/storage/kv/namespaces/${namespaceId}/bulk`;
    await api.send('PUT', path, pairs.slice(i, i + MAX_PAIRS));
  }
}
