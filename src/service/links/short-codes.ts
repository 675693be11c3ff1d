import type { NewCode } from '#core/codes/code-request.ts';
import { type AddressKey, type LinkAddress, toAddressKey } from '#core/links/link-address.ts';
import { checkChosenPath } from '#core/links/own-path.ts';
import { listTakenNames } from '#storage/links/names.ts';
import type { Dependencies } from '../dependencies.ts';

type ChosenName = Pick<NewCode, 'host' | 'shortCode'>;

/** The chosen name of a new code whose host is known; null if it has none but its id, or what it has can be none. */
export function chosenName(newCode: ChosenName): AddressKey | null {
  const address = addressOf(newCode);
  return address && toAddressKey(address);
}

function addressOf({ host = null, shortCode }: ChosenName): LinkAddress | null {
  const path = shortCode ? checkChosenPath(shortCode, host) : null;
  return path?.ok ? { host, path: path.value } : null;
}

/** The names, on whatever host, that a code of any account has or had, among those that new codes may mean. */
export async function findTakenNames(
  deps: Pick<Dependencies, 'db'>,
  newCodes: readonly ChosenName[],
): Promise<ReadonlySet<AddressKey>> {
  const paths = newCodes.flatMap(({ shortCode }) => (shortCode ? [shortCode, shortCode.toLowerCase()] : []));
  return paths.length === 0 ? new Set() : listTakenNames(deps.db, paths);
}
