import { type Plan, PLANS } from '#core/accounts/plan.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { OWN_TEXT_NAMES, type OwnTextsRequest } from '#core/codes/own-texts.ts';
import type { Filing } from '#core/codes/filing.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';
import { err, type Result } from '#core/result.ts';
import type { CodeUsage } from '#storage/accounts/usage.ts';
import type { CreateProblem } from '#contract/codes/write-problems.ts';

type Texts = Pick<NewCode, 'target' | 'origin'> &
  OwnTextsRequest &
  Pick<Filing, 'tags' | 'metadata'> & { readonly control?: unknown };

/** Refuses codes for which the account's plan has no room: the first codes get the remaining room. */
export function admit<T>(
  plan: Plan,
  usedBefore: CodeUsage,
  codes: readonly Result<T, CreateProblem[]>[],
  textsOf: (code: T) => Texts,
): Result<T, CreateProblem[]>[] {
  const limits = PLANS[plan].quotas;
  let used = usedBefore;
  return codes.map((code) => {
    if (!code.ok) return code;
    const wanted = add(used, usageOf(textsOf(code.value)));
    const exceeded = findExceeded(used, wanted, limits);
    if (exceeded) return err([exceeded]);
    used = wanted;
    return code;
  });
}

/** The share of the quotas that a new code uses. */
export function usageOf(texts: Texts): CodeUsage {
  return { codes: 1, codes_per_month: 1, stored_bytes: countBytes(texts) };
}

export function add(one: CodeUsage, other: CodeUsage): CodeUsage {
  return {
    codes: one.codes + other.codes,
    codes_per_month: one.codes_per_month + other.codes_per_month,
    stored_bytes: one.stored_bytes + other.stored_bytes,
  };
}

function findExceeded(used: CodeUsage, wanted: CodeUsage, limits: CodeUsage): QuotaProblem | null {
  for (const quota of ['codes_per_month', 'codes', 'stored_bytes'] as const) {
    const limit = limits[quota];
    if (wanted[quota] > limit) return { reason: 'quota_exceeded', quota, limit, used: used[quota] };
  }
  return null;
}

const BYTES_OF_A_TAG = 50;

/** Counts as the triggers of `account_usage` do. */
function countBytes({ target, control, tags, metadata, origin, ...texts }: Texts): number {
  const json = (value: object) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value));
  const own = OWN_TEXT_NAMES.map((name) => texts[name] ?? '');
  const text = [target, ...own, json(control ?? {}), json(metadata), json(origin ?? {})].join('');
  return new TextEncoder().encode(text).length + BYTES_OF_A_TAG * tags.length;
}
