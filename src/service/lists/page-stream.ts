import type { ListPosition } from '#core/lists/position.ts';
import { ok, type Result } from '#core/result.ts';

/** A long list of an account, page by page: the first page, and the others on demand. */
export interface PageStream<Item> {
  readonly first: readonly Item[];
  readonly rest: AsyncGenerator<readonly Item[]>;
}

interface Page<Item> {
  readonly codes: readonly Item[];
  /** Start of the next page; null on the last one. */
  readonly next: ListPosition | null;
}

/** Reads the first page, so that its failure shows before a response begins; reads the others on demand. */
export async function openPages<Item, Problem extends { readonly reason: string }>(
  readPage: (after: ListPosition | null) => Promise<Result<Page<Item>, Problem>>,
): Promise<Result<PageStream<Item>, Problem>> {
  const first = await readPage(null);
  if (!first.ok) return first;
  const { codes, next } = first.value;

  async function* readRest(): AsyncGenerator<readonly Item[]> {
    let after = next;
    while (after !== null) {
      const page = await readPage(after);
      // Fewer codes follow a page than follow the start of the list.
      if (!page.ok) throw new Error(`page of an export: ${page.error.reason}`);
      yield page.value.codes;
      after = page.value.next;
    }
  }
  return ok({ first: codes, rest: readRest() });
}

/** All pages, one after the other. */
export async function* eachPage<Item>({ first, rest }: PageStream<Item>): AsyncGenerator<readonly Item[]> {
  yield first;
  yield* rest;
}
