import type { DisabledFor } from '#core/abuse/disabled.ts';
import type { FileId } from '#core/files/file-id.ts';

/** What keeps a file from being handed out, although its bytes are there. */
export interface FileStanding {
  readonly isLeaving: boolean;
  readonly disabledFor: DisabledFor | null;
}

/** Plain SQL instead of drizzle, for the short-link Worker. From the nearest copy of the database; null if that does not know the file. */
export async function findFileStanding(db: D1Database, id: FileId): Promise<FileStanding | null> {
  const row = await db
    .withSession('first-unconstrained')
    .prepare('SELECT state, disabled_for FROM files WHERE id = ?')
    .bind(id)
    .first<{ state: string; disabled_for: DisabledFor | null }>();
  return row && { isLeaving: row.state === 'leaving', disabledFor: row.disabled_for };
}
