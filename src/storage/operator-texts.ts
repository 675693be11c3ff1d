import type { OperatorTextName } from '#core/operator-text.ts';
import { orUnavailable } from './unavailable.ts';

/** The KV key of an operator text. Its slash keeps it from being a code id. */
export function toTextKey(name: OperatorTextName): string {
  return `texts/${name}`;
}

/** The operator's own text; null if there is none. */
export async function findOperatorText(links: KVNamespace, name: OperatorTextName): Promise<string | null> {
  return (await orUnavailable('KV', links.get(toTextKey(name)))) || null;
}
