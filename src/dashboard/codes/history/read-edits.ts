import { parseFileId } from '#core/files/file-id.ts';
import type { PastEdit } from '#core/codes/past-edit.ts';
import { MAX_IMAGES } from '#core/logos/logo-image.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { say } from '#languages/say.ts';
import { readHistory } from '#service/codes/history.ts';
import { findCreator } from '#storage/codes/edits.ts';
import { findFiles } from '#storage/files/files.ts';
import { listLogos } from '#storage/logos/logos.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';

/** How many edits a code's page shows: the newest, or those before an edit. */
const SHOWN = { newest: 5, earlier: 50 } as const;

/** The newest edits of a code, or with `?before={id of an edit}` those before it, and who created the code. */
export async function readEdits(c: DashboardContext, { codeId }: QrCode) {
  const [deps, { account }] = [c.get('deps'), c.get('person')];
  const text = /^\d{1,15}$/.exec(c.req.query('before') ?? '')?.[0];
  const before = text === undefined ? null : Number(text);
  const limit = before === null ? SHOWN.newest : SHOWN.earlier;
  const [{ items: edits, next }, creator] = await Promise.all([
    readHistory(deps, account.id, codeId, { limit, before }),
    findCreator(deps.db, account.id, codeId),
  ]);
  return {
    edits: await nameFiles(c, edits),
    isNewest: before === null,
    hasMoreEdits: next !== null,
    creator,
  };
}

/** The id of a file or a picture, as a whole text of JSON. */
const ID = /"(?:file|img)_[0-9a-f]{16}"/g;

/** With the names of files and pictures in place of their ids: only programs know these. */
async function nameFiles(c: DashboardContext, edits: readonly PastEdit[]): Promise<readonly PastEdit[]> {
  const json = JSON.stringify(edits);
  const ids = [...new Set(json.match(ID))].map((text) => text.slice(1, -1));
  if (ids.length === 0) return edits;
  const [{ db }, { account }] = [c.get('deps'), c.get('person')];
  const [files, images] = await Promise.all([
    findFiles(
      db,
      account.id,
      ids.flatMap((id) => parseFileId(id) ?? []),
    ),
    listLogos(db, account.id, { limit: MAX_IMAGES, after: null }),
  ]);
  const names = new Map<string, string>([...files, ...images].map(({ id, name }) => [id, name]));
  const nameOf = (id: string) =>
    names.get(id) ?? (parseFileId(id) ? say('a deleted file') : say('a deleted picture'));
  return JSON.parse(json.replaceAll(ID, (text) => JSON.stringify(nameOf(text.slice(1, -1))))) as PastEdit[];
}
