import { type CodeId, parsePublicId } from '../core/code-id.ts';
import { type CountedQrCode, readQrCode } from '../service/read-qr-codes.ts';
import type { DashboardContext } from './dashboard-env.ts';
import { pageNotFound } from './page-error.ts';

/** The id that the path names. What cannot be one looks like one that does not exist. */
export function codeIdOf(c: DashboardContext): CodeId {
  const codeId = parsePublicId(c.req.param('id') ?? '');
  if (!codeId) throw pageNotFound();
  return codeId;
}

/** The code that the path names, with its scans, where it is the account's own. */
export async function codeOf(c: DashboardContext): Promise<CountedQrCode> {
  const found = await readQrCode(c.get('deps'), c.get('person').account.id, codeIdOf(c));
  if (!found) throw pageNotFound();
  return found;
}
