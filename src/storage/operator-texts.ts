import type { OperatorTextName } from '#core/operator-text.ts';
import { orUnavailable } from './unavailable.ts';

/** Where KV keeps a text of the operator. No code id is such a key: it has a slash. */
export function toTextKey(name: OperatorTextName): string {
  return `texts/${name}`;
}

/** The operator's own text; null where there is none. */
export async function findOperatorText(links: KVNamespace, name: OperatorTextName): Promise<string | null> {
  return (await orUnavailable('KV', links.get(toTextKey(name)))) || null;
}
