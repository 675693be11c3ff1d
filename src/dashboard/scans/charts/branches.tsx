import { say } from '#languages/say.ts';
import type { Control } from '#core/control/control.ts';
import { OTHER_VALUES, type PeriodStatistics } from '#core/scans/statistics.ts';
import { formatShare } from '../words.ts';

/** Whether the target alone does not say where scans lead. */
export function hasBranches(control: Control | null): control is Control {
  return control !== null && (control.rules.length > 0 || control.variants.length > 0);
}

/** Whether visitors are split, so that no scan leads to the target itself. */
export function isSplit(control: Control | null): boolean {
  return control !== null && control.variants.length > 0;
}

/** The scans of each rule and then of each variant, or without variants of the target. Null if unknown. */
function countBranches({ rules, variants }: Control, statistics: PeriodStatistics | null): (number | null)[] {
  const ofRules = statistics?.breakdowns?.get('rule');
  const ofVariants = statistics?.breakdowns?.get('variant');
  if (!statistics || !ofRules || !ofVariants) return [...rules, ...variants, null].map(() => null);
  const count = (counts: typeof ofRules, name: string) =>
    counts.find(({ value }) => value === name)?.scans ??
    (counts.some(({ value }) => value === OTHER_VALUES) ? null : 0);
  const ledByName = [...ofRules, ...ofVariants].filter(({ value }) => value !== null);
  return [
    ...rules.map(({ name }) => count(ofRules, name)),
    ...variants.map(({ name }) => count(ofVariants, name)),
    ...(variants.length > 0
      ? []
      : [ledByName.reduce((rest, { scans }) => rest - scans, statistics.totalScans)]),
  ];
}

interface BranchesProps {
  readonly control: Control | null;
  readonly statistics: PeriodStatistics | null;
}

/**
 * What each branch has had, in the order of `countBranches`: its scans, and its share as a bar and in per cent. Scans from before the
 * branches are no part of that.
 */
export function listBranchCounts({ control, statistics }: BranchesProps) {
  if (!hasBranches(control)) return [];
  const counts = countBranches(control, statistics);
  const total = counts.reduce<number>((sum, scans) => sum + (scans ?? 0), 0);
  return counts.map((scans, i) => <BranchCount i={i} scans={scans} total={total} />);
}

/** The same for a live page, which renews them wherever they stand. */
export function BranchCounts(props: BranchesProps) {
  return <>{listBranchCounts(props)}</>;
}

interface BranchCountProps {
  readonly i: number;
  readonly scans: number | null;
  readonly total: number;
}

function BranchCount({ i, scans, total }: BranchCountProps) {
  return (
    <span class="branch-count" data-live={`branch-${i}`}>
      {scans === null ? (
        say('Scans are not known right now')
      ) : (
        <>
          <svg class="branch-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect fill="var(--line)" width="100" height="4" />
            <rect fill="var(--chart-now)" width={total === 0 ? 0 : (scans / total) * 100} height="4" />
          </svg>
          {say('{scans, plural, one {# scan} other {# scans}}', { scans })}{' '}
          <strong>{formatShare(scans, total)}</strong>
        </>
      )}
    </span>
  );
}
