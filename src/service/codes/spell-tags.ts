import { toTagKey } from '#core/codes/tags.ts';
import { ok } from '#core/result.ts';
import { findTags } from '#storage/codes/tags.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CreateResult } from './new-code.ts';

/** New codes with their tags as the account spells them: as it did first, also earlier in the same request. */
export async function spellTags(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  results: readonly CreateResult[],
): Promise<readonly CreateResult[]> {
  const names = results.flatMap((result) => (result.ok ? result.value.tags : []));
  if (names.length === 0) return results;
  const known = await findTags(db, accountId, [...new Set(names.map(toTagKey))]);
  const spellings = new Map([...known].map(([key, { name }]) => [key, name]));
  for (const name of names) if (!spellings.has(toTagKey(name))) spellings.set(toTagKey(name), name);
  const spell = (name: string) => spellings.get(toTagKey(name)) ?? name;
  return results.map((result) =>
    result.ok ? ok({ ...result.value, tags: result.value.tags.map(spell) }) : result,
  );
}
