const CROCKFORD_BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
const FIRST_SHARD_ID_LENGTH = 8;

/** The shard of all ids with eight characters: the one database there is today. */
export const FIRST_SHARD = 0;

/** How many shards ids can name: the first, and one for each first character but `0`. */
export const MAX_SHARDS = 32;

/**
 * The database that a code is in, by its id alone: docs/decisions/scale.md. An id of eight characters is in the first shard, one of nine in
 * the shard that its first character names. Null where the text is no id, in lower case, of any shard.
 */
export function shardOf(id: string): number | null {
  if (!/^[0-9a-hjkmnp-tv-z]{8,9}$/.test(id)) return null;
  if (id.length === FIRST_SHARD_ID_LENGTH) return FIRST_SHARD;
  const shard = CROCKFORD_BASE32.indexOf(id.charAt(0));
  // Nine characters with a leading zero would be a second spelling of the first shard's ids.
  return shard === FIRST_SHARD ? null : shard;
}

/** An id of a later shard: the shard's character before eight others. */
export function toShardedId(shard: number, rest: string): string {
  if (shard === FIRST_SHARD) return rest;
  return CROCKFORD_BASE32.charAt(shard) + rest;
}
