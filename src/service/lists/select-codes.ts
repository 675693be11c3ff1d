import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { QrCodeFilter } from '#core/lists/filter.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Dependencies } from '../dependencies.ts';
import { findAllQrCodes, type SearchProblem, withAllScans } from '../codes/read.ts';
import { parsePublicId, toPublicId } from '#core/codes/code-id.ts';
import { parseExternalAddress } from '#core/codes/external-id.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { findByExternalIds } from '#storage/codes/qr-codes.ts';

/** A selection of codes: by name, in the given order, or all codes in the list that match a filter. */
export type Selection = { readonly names: readonly string[] } | { readonly filter: QrCodeFilter };

export type SelectionFailure =
  | SearchProblem
  | { readonly reason: 'none_found' }
  /** `count` is the requested number, as far as it is known, and `limit` the maximum. */
  | {
      readonly reason: 'too_many_codes';
      readonly count: number | null;
      readonly limit: number;
      readonly why: string | null;
    }
  /** Positions in the selection of codes that the account does not have. */
  | { readonly reason: 'not_found'; readonly indexes: readonly number[] };

/** How many codes a request may name, and the reason if this installation allows fewer; null if the limit is the general one. */
export interface SelectionLimit {
  readonly limit: number;
  readonly why: string | null;
}

/** The codes of a selection for one drawing request. */
export async function selectCodes(
  deps: Dependencies,
  accountId: string,
  selection: Selection,
  { limit, why }: SelectionLimit,
): Promise<Result<readonly QrCode[], SelectionFailure>> {
  if ('names' in selection) {
    const { names } = selection;
    if (names.length > limit) return err({ reason: 'too_many_codes', count: names.length, limit, why });
    const found = await findNamedCodes(deps, accountId, names);
    const codes = found.filter((code) => code !== null);
    const indexes = found.flatMap((code, i) => (code === null ? [i] : []));
    return codes.length === found.length ? ok(codes) : err({ reason: 'not_found', indexes });
  }
  const all = await findAllQrCodes(deps, accountId, selection.filter);
  if (!all.ok) return all;
  const codes = [...all.value.first];
  for await (const page of all.value.rest) {
    codes.push(...page);
    if (codes.length > limit) break;
  }
  if (codes.length > limit) return err({ reason: 'too_many_codes', count: null, limit, why });
  return codes.length > 0 ? ok(codes) : err({ reason: 'none_found' });
}

/** The account's codes with these names and their scans, in the order of the names, each once; names without a code are left out. */
export async function readNamedCodes(
  deps: Dependencies,
  accountId: string,
  names: readonly string[],
): Promise<readonly CountedQrCode[]> {
  const found = (await findNamedCodes(deps, accountId, names)).filter(isThere);
  return withAllScans(deps, [...new Map(found.map((code) => [code.codeId, code])).values()]);
}

/**
 * The codes of an account by their names in paths, `qr_{code id}` or `ext:{external id}`, in the order of the names; null for a name
 * without a code.
 */
async function findNamedCodes(
  deps: Pick<Dependencies, 'db'>,
  accountId: string,
  names: readonly string[],
): Promise<(QrCode | null)[]> {
  const codeIds = names.map((name) => parsePublicId(name));
  const externalIds = names.map((name) => parseExternalAddress(name));
  const [byCodeId, byExternalId] = await Promise.all([
    findQrCodes(deps.db, accountId, codeIds.filter(isThere)),
    findByExternalIds(deps.db, accountId, externalIds.filter(isThere)),
  ]);
  const found = new Map<string, QrCode>([
    ...byCodeId.map((code) => [toPublicId(code.codeId), code] as const),
    ...byExternalId.map((code) => [`ext:${code.externalId}`, code] as const),
  ]);
  return names.map((name) => found.get(name) ?? null);
}

function isThere<T>(value: T | null): value is T {
  return value !== null;
}
