import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import type { SavedView } from '#core/saved-view.ts';
import { deleteView, renameView, saveView } from '#storage/views/views.ts';
import type { Dependencies } from '../dependencies.ts';

/** Saves a view for a person, in the place of one with the same name. False if they have as many as they may. */
export function keepView(
  { db, randomBytes }: Pick<Dependencies, 'db' | 'randomBytes'>,
  personId: string,
  view: Omit<SavedView, 'id'>,
): Promise<boolean> {
  return saveView(db, { ...view, personId, id: createRandomId('view', randomBytes(RANDOM_ID_BYTES)) });
}

/** False if another view of the page has the name. */
export function giveViewName(
  { db }: Pick<Dependencies, 'db'>,
  personId: string,
  id: string,
  name: string,
): Promise<boolean> {
  return renameView(db, personId, id, name);
}

export function forgetView({ db }: Pick<Dependencies, 'db'>, personId: string, id: string): Promise<void> {
  return deleteView(db, personId, id);
}
