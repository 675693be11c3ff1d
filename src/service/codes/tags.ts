import { type Page, takePage } from '#core/lists/take-page.ts';
import type { Actor } from '#core/accounts/account.ts';
import { toTagKey } from '#core/codes/tags.ts';
import { err, ok, type Result } from '#core/result.ts';
import {
  findTags,
  hideTag,
  listLeavingTags,
  listTags,
  moveTag,
  renameTag,
  type Tag,
} from '#storage/codes/tags.ts';
import { prepareBounded } from '../accounts/activity.ts';
import type { Dependencies } from '../dependencies.ts';
import { settleRows } from '../upkeep/settle-rows.ts';

type Needs = Pick<Dependencies, 'db' | 'budget' | 'nowMs' | 'randomBytes'>;

export type TagProblem =
  | { readonly reason: 'tag_not_found' }
  | { readonly reason: 'tag_is_merging'; readonly name: string };

/** If an account has more tags, fields and menus offer only the first. */
const MAX_TAGS_OFFERED = 100;

/** The tags of an account, to choose from. */
export async function listKnownTags({ db }: Pick<Dependencies, 'db'>, accountId: string): Promise<string[]> {
  const tags = await listTags(db, accountId, { after: null, limit: MAX_TAGS_OFFERED });
  return tags.map(({ name }) => name);
}

/** One page of an account's tags in alphabetical order, and the key after which the next one starts; null on the last one. */
export async function readTags(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<Page<Tag, string>> {
  return takePage(await listTags(db, accountId, { after, limit: limit + 1 }), limit, ({ key }) => key);
}

/** A tag after a change, and how many codes still have it under its old name. */
export interface RenamedTag {
  readonly tag: Tag;
  readonly remaining: number;
}

/**
 * Renames a tag at once. If another tag has the new name, the two merge: the request moves the first codes to the other tag, and the cron
 * moves the rest; until then they show the old name. The audit log has one entry for all of them, and the history of the codes none.
 */
export async function renameTagTo(
  deps: Needs,
  actor: Actor,
  name: string,
  newName: string,
): Promise<Result<RenamedTag, TagProblem>> {
  const accountId = actor.account.id;
  const key = toTagKey(name);
  const newKey = toTagKey(newName);
  const source = (await findTags(deps.db, accountId, [key])).get(key);
  if (!source) return err({ reason: 'tag_not_found' });
  const note = `${source.name} → ${newName}`;
  const entry = prepareBounded(deps, actor, { action: 'tag.renamed', note });
  await renameTag(deps.db, { accountId, key, name: newName }, entry);
  const found = await findTags(deps.db, accountId, [key, newKey]);
  const tag = found.get(newKey);
  const left = found.get(key);
  const isRenamed = tag && (tag.id === source.id || left?.id !== source.id);
  if (!tag || !(isRenamed || left?.mergedInto === tag.id))
    return err({ reason: 'tag_is_merging', name: source.name });
  if (isRenamed) return ok({ tag, remaining: 0 });
  await moveTagFromCodes(deps, source.id, deps.budget.taggedCodes.request);
  const after = await findTags(deps.db, accountId, [key, newKey]);
  const rest = after.get(key);
  return ok({ tag: after.get(newKey) ?? tag, remaining: rest?.id === source.id ? rest.codes : 0 });
}

/**
 * Removes a tag from all codes: it disappears from view at once, and the cron removes it from the codes that the request does not reach.
 */
export async function deleteTag(deps: Needs, actor: Actor, name: string): Promise<Result<Tag, TagProblem>> {
  const accountId = actor.account.id;
  const key = toTagKey(name);
  const tag = (await findTags(deps.db, accountId, [key])).get(key);
  if (!tag) return err({ reason: 'tag_not_found' });
  const entry = prepareBounded(deps, actor, { action: 'tag.deleted', note: tag.name });
  if (!(await hideTag(deps.db, accountId, key, entry)))
    return err({ reason: 'tag_is_merging', name: tag.name });
  await moveTagFromCodes(deps, tag.id, deps.budget.taggedCodes.request);
  return ok(tag);
}

/** The cron's part: continues with merged or deleted tags where the last run ended. */
export async function moveTags(
  deps: Pick<Dependencies, 'db' | 'budget' | 'nowMs' | 'reportFailure'>,
): Promise<{ readonly codes: number }> {
  const most = deps.budget.taggedCodes.run;
  let codes = 0;
  await settleRows(deps, await listLeavingTags(deps.db, MAX_TAGS_OF_A_RUN), {
    event: 'tag_not_moved',
    nameOf: (id) => `tag ${id}`,
    together: 1,
    async work(ids) {
      for (const id of ids) codes += await moveTagFromCodes(deps, id, most - codes);
    },
  });
  return { codes };
}

/** One statement each, well within the seconds that D1 allows. */
const CODES_OF_A_STATEMENT = 500;
const MAX_TAGS_OF_A_RUN = 20;

async function moveTagFromCodes({ db }: Pick<Dependencies, 'db'>, id: number, most: number): Promise<number> {
  let codes = 0;
  while (codes < most) {
    const limit = Math.min(CODES_OF_A_STATEMENT, most - codes);
    const moved = await moveTag(db, id, limit);
    codes += moved;
    if (moved < limit) break;
  }
  return codes;
}
