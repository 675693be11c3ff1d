import { findUnmetCondition } from './conditions.ts';
import type { Rule } from './control.ts';
import { forwardQuery } from './forward-query.ts';
import { type CodeState, type InactiveStatus, statusOf } from './status.ts';
import { addUtm } from './utm.ts';
import { pickVariant } from './variants.ts';
import type { Visit } from './visit.ts';

/** The facts about a code at a scan. */
export interface ControlledCode extends CodeState {
  readonly isDeleted: boolean;
  /** Empty for content that a page shows. */
  readonly target: string;
}

export type Decision =
  | { readonly kind: 'deleted' }
  /** Not active: leads to `fallbackUrl`, or to a page that names the state. Not a scan. `opensAtMs` if it is known. */
  | {
      readonly kind: 'blocked';
      readonly status: InactiveStatus;
      readonly fallbackUrl: string | null;
      readonly opensAtMs: number | null;
    }
  /** Asks for the password. Not a scan. */
  | { readonly kind: 'locked' }
  /** Redirects, by the named rule or variant. If the code is limited, the scan must still be taken from its limit. */
  | {
      readonly kind: 'led';
      readonly target: string;
      readonly rule: string | null;
      readonly variant: string | null;
      readonly isLimited: boolean;
    };

const DELETED: Decision = { kind: 'deleted' };
const LOCKED: Decision = { kind: 'locked' };

/**
 * What happens to a scan: deleted, then disabled, paused, scheduled, ended, exhausted, then password, rules, variants, and the target last.
 * The same function decides at the edge and explains in the dashboard.
 */
export function decide(code: ControlledCode, visit: Visit, nowMs: number): Decision {
  if (code.isDeleted) return DELETED;
  const status = statusOf(code, nowMs);
  if (status !== 'active') return block(code, status);
  const { password, rules, variants, utm, forwardsQuery, maxScans } = code.control;
  if (password && !visit.isAdmitted) return LOCKED;
  const rule = findRule(rules, visit, nowMs);
  const variant = rule || variants.length === 0 ? null : pickVariant(variants, visit.visitorShare);
  const target = addUtm((rule ?? variant ?? code).target, utm);
  return {
    kind: 'led',
    target: forwardsQuery && target !== '' ? forwardQuery(target, visit.query) : target,
    rule: rule?.name ?? null,
    variant: variant?.name ?? null,
    isLimited: maxScans !== null,
  };
}

/** The decision about a scan that found the code active, but its limit used up meanwhile. */
export function exhaust(code: ControlledCode): Decision {
  return block(code, 'exhausted');
}

/** An operator who disables a code also disables its fallback. */
function block({ control }: ControlledCode, status: InactiveStatus): Decision {
  return {
    kind: 'blocked',
    status,
    fallbackUrl: status === 'disabled' ? null : control.fallbackUrl,
    opensAtMs: status === 'scheduled' ? control.startsAtMs : null,
  };
}

/** A loop instead of `find`, because it runs for every scan of a code with rules. */
function findRule(rules: readonly Rule[], visit: Visit, nowMs: number): Rule | null {
  for (const rule of rules) if (findUnmetCondition(rule.when, visit, nowMs) === null) return rule;
  return null;
}
