import { printedAddress, toAddressKey } from '#core/links/link-address.ts';
import { describeError } from '#core/log-line.ts';
import type { LinkedCode } from '#storage/codes/qr-codes.ts';
import type { Database } from '#storage/database.ts';
import { putCopies, type ShortLinkCopy } from '#storage/links/copies.ts';
import { listNamesakes } from '#storage/links/names.ts';
import { toShortLink } from '#storage/links/short-links.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Writes the copies of codes whose rows were just stored. A failure is reported and left to the sweep, which finds it by the row's own time
 * of change: nothing else has to be stored for it.
 */
export async function copyShortLinks(deps: Dependencies, codes: readonly LinkedCode[]): Promise<void> {
  const { failed, error } = await toCopies(deps.db, codes).then(
    (copies) => putCopies(deps.links, copies),
    (unread: unknown) => ({ failed: codes, error: unread }),
  );
  if (failed.length === 0) return;
  deps.reportFailure('short_link_copy_failed', `${failed.length} not written: ${describeError(error)}`);
}

/** On a host of an account, and on that for GS1 codes, another code may have the name by now. */
export async function toCopies(db: Database, codes: readonly LinkedCode[]): Promise<ShortLinkCopy[]> {
  const onHosts = codes.flatMap(({ host, shortCode, codeId }) => (host && shortCode ? codeId : []));
  const others = await listNamesakes(db, onHosts);
  return codes.map((code) => {
    const hasName = code.shortCode !== null && !others.has(code.codeId);
    const name = hasName ? toAddressKey(printedAddress(code)) : null;
    return { codeId: code.codeId, name, link: toShortLink(code) };
  });
}
