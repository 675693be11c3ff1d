import type { QrCode } from '#core/codes/qr-code.ts';
import type { QrCodeFilter } from '#core/codes/list-filter.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Dependencies } from '../dependencies.ts';
import { findNamedCodes } from './find-named.ts';
import { readAllQrCodes, type SearchProblem } from './read.ts';

/** Which codes: those of these names, in their order, or those of the list that the filter lets through. */
export type Selection = { readonly names: readonly string[] } | { readonly filter: QrCodeFilter };

export type SelectionFailure =
  | SearchProblem
  | { readonly reason: 'none_found' }
  /** `count` is what was asked for, as far as it is known, and `limit` what is taken. */
  | {
      readonly reason: 'too_many_codes';
      readonly count: number | null;
      readonly limit: number;
      readonly why: string | null;
    }
  /** Where in the selection each code is that the account does not have. */
  | { readonly reason: 'not_found'; readonly indexes: readonly number[] };

/** How many codes a request takes, and why they are no more; null where that is so anywhere. */
export interface SelectionLimit {
  readonly limit: number;
  readonly why: string | null;
}

/** The codes of a selection that one request draws. */
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
  const all = await readAllQrCodes(deps, accountId, selection.filter);
  if (!all.ok) return all;
  const codes = all.value.first.map(({ code }) => code);
  for await (const page of all.value.rest) {
    codes.push(...page.map(({ code }) => code));
    if (codes.length > limit) break;
  }
  if (codes.length > limit) return err({ reason: 'too_many_codes', count: null, limit, why });
  return codes.length > 0 ? ok(codes) : err({ reason: 'none_found' });
}
