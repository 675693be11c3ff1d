import { listTags } from '#storage/codes/tags.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';

/** If an account has more tags, fields and menus offer only the first. */
const MAX_TAGS_OFFERED = 100;

/** The tags of the account, to choose from. */
export async function readKnownTags(c: DashboardContext): Promise<string[]> {
  const tags = await listTags(c.get('deps').db, c.get('person').account.id, {
    after: null,
    limit: MAX_TAGS_OFFERED,
  });
  return tags.map(({ name }) => name);
}
