import type { CodeId } from '#core/codes/code-id.ts';

/**
 * The state of the upkeep of images, in KV beside the copies of the short links: there it survives a database that is restored to an
 * earlier time. Every key has a slash, so none can be a code id.
 */
export const SUSPENDED_UNTIL = 'images/sweep-suspended-until-ms';
export const REDRAWN_UP_TO = 'images/redrawn-up-to';
const UNKNOWN = 'images/unknown/';

/** The time until which no image may be deleted; 0 if the sweep is not suspended. `npm run restore` sets it. */
export async function findSuspendedUntil(links: KVNamespace): Promise<number> {
  const timeMs = Number(await links.get(SUSPENDED_UNTIL));
  return Number.isSafeInteger(timeMs) && timeMs > 0 ? timeMs : 0;
}

/** Progress of redrawing missing images: a code id, `''` at its start, null if there is nothing to redraw. */
export async function findRedrawnUpTo(links: KVNamespace): Promise<string | null> {
  const text = await links.get(REDRAWN_UP_TO);
  return text === null ? null : text.replace(/^start$/, '');
}

/** Null ends the redrawing. */
export async function putRedrawnUpTo(links: KVNamespace, codeId: CodeId | null): Promise<void> {
  if (codeId === null) await links.delete(REDRAWN_UP_TO);
  else await links.put(REDRAWN_UP_TO, codeId);
}

/** Ids that have images although the database never issued them, and when that was first seen. */
export type UnknownSince = Readonly<Record<string, number>>;

export async function findUnknown(links: KVNamespace, idPrefix: string): Promise<UnknownSince> {
  const text = await links.get(UNKNOWN + idPrefix);
  return text === null ? {} : (JSON.parse(text) as UnknownSince);
}

export async function putUnknown(links: KVNamespace, idPrefix: string, unknown: UnknownSince): Promise<void> {
  if (Object.keys(unknown).length === 0) await links.delete(UNKNOWN + idPrefix);
  else await links.put(UNKNOWN + idPrefix, JSON.stringify(unknown));
}
