import type { Served } from '#storage/links/look-up.ts';

/** D1 has six regions. */
const MAX_COPIES = 20;

/** Counts the queries of this isolate by the copy of the database that answered. */
export class Regions {
  readonly #counts = new Map<string, number>();

  count({ region, isPrimary }: Served): void {
    const copy = `${region || 'unnamed'} ${isPrimary ? 'primary' : 'replica'}`;
    const known = this.#counts.get(copy) ?? 0;
    if (known > 0 || this.#counts.size < MAX_COPIES) this.#counts.set(copy, known + 1);
  }

  /** Queries by copy, like `{"WEUR replica": 12}`. */
  list(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }
}
