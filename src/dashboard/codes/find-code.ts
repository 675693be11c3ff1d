import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import { readQrCode } from '#service/codes/read.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { pageNotFound } from '../frame/page-error.ts';

/** The code id in the path. A malformed one gets the same 404 as an unknown one. */
export function readCodeId(c: DashboardContext): CodeId {
  const codeId = parsePublicId(c.req.param('id') ?? '');
  if (!codeId) throw pageNotFound();
  return codeId;
}

/** The code in the path with its scans; a 404 if the account has no such code. */
export async function findCode(c: DashboardContext): Promise<CountedQrCode> {
  const found = await readQrCode(c.get('deps'), c.get('person').account.id, readCodeId(c));
  if (!found) throw pageNotFound();
  return found;
}
