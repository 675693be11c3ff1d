import type { Row } from '#scripts/support/binding.ts';
import type { Place } from '#scripts/support/place.ts';

/** Runs statements on a database as one transaction, for things that no use case does or shows. Returns the rows of the last one. */
export async function queryPlace({ binding }: Place, ...statements: readonly string[]): Promise<Row[]> {
  const results = await binding.batch<Row>(statements.map((sql) => binding.prepare(sql)));
  return results.at(-1)?.results ?? [];
}
