import type { ImageUser } from '../logos/image-uses.ts';
import { type CodeId, toPublicId } from '../codes/code-id.ts';

/** How many of the things that use a file or an image are named beside it. */
export const MOST_NAMED_USERS = 3;

/** A living code, a template or the brand, that uses something of the library. */
export interface LibraryUser {
  readonly kind: ImageUser;
  /** As the API writes it; that of the account for its brand. */
  readonly id: string;
  readonly title: string | null;
}

/** Reads them from the JSON that the storage makes: lists of kind, id and title. */
export function parseUsers(json: string): LibraryUser[] {
  return (JSON.parse(json) as [LibraryUser['kind'], string, string | null][]).map(([kind, id, title]) => ({
    kind,
    id: kind === 'codes' ? toPublicId(id as CodeId) : id,
    title,
  }));
}
