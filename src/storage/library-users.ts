import type { SQL } from 'drizzle-orm';
import { type LibraryUser, MOST_NAMED_USERS, parseUsers } from '#core/library/users.ts';
import { sql } from './sql.ts';

/**
 * A column with as many users of a file or an image as a page names, and one more, which says that there are others.
 * @param users a query of `kind`, `id` and `title`
 */
export function someUsers(users: SQL): SQL<LibraryUser[]> {
  const some = sql`${users} LIMIT ${sql.raw(String(MOST_NAMED_USERS + 1))}`;
  return sql`(SELECT json_group_array(json_array(kind, id, title)) FROM (${some}))`.mapWith(parseUsers);
}
