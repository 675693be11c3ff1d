import { printedAddress, toAddressKey } from '#core/links/link-address.ts';
import { describeError } from '#core/log-line.ts';
import type { LinkedCode } from '#storage/codes/qr-codes.ts';
import { putCopies, type ShortLinkCopy } from '#storage/links/copies.ts';
import { toShortLink } from '#storage/links/short-links.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Writes the copies of codes whose rows were just stored. A failure is reported and left to the sweep, which finds it by the row's own time
 * of change: nothing else has to be stored for it.
 */
export async function copyShortLinks(deps: Dependencies, codes: readonly LinkedCode[]): Promise<void> {
  const { failed, error } = await putCopies(deps.links, codes.map(toCopy));
  if (failed.length === 0) return;
  deps.reportFailure('short_link_copy_failed', `${failed.length} not written: ${describeError(error)}`);
}

export function toCopy(code: LinkedCode): ShortLinkCopy {
  const name = code.shortCode === null ? null : toAddressKey(printedAddress(code));
  return { codeId: code.codeId, name, link: toShortLink(code) };
}
