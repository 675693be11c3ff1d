import type { Child } from 'hono/jsx';
import type { Control } from '#core/control/control.ts';
import { OTHER_VALUES, type PeriodStatistics } from '#core/scans/statistics.ts';
import { LookAlikeWarning } from '../codes/look-alike.tsx';
import { Target } from '../codes/page/target.tsx';
import { EditorsOnly } from '../frame/editors-only.tsx';
import type { ScanFiguresProps } from '../scans/figures.tsx';
import { say } from '#languages/say.ts';
import { formatScans, RANGE_NAMES } from '../scans/words.ts';
import { ShareBar, ShareKey } from './share-bar.tsx';
import { describeConditions } from './words.ts';

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

interface BranchesProps extends Pick<ScanFiguresProps, 'range' | 'statistics'> {
  /** Of the code's own page. */
  readonly path: string;
  readonly control: Control;
  /** The target without rules and variants. */
  readonly target: string;
}

/** Every way that scans take, in the order of the decision, with the scans that took it. */
export function Branches({ path, control, target, range, statistics }: BranchesProps) {
  const { rules, variants } = control;
  const counts = countBranches(control, statistics);
  const scans = (i: number) => <BranchScans i={i} scans={counts[i] ?? null} range={range} />;
  return (
    <ol class="control-steps">
      {rules.map((rule, i) => (
        <li>
          {describeConditions(rule.when)} → <Target target={rule.target} />
          <p class="branch">
            {scans(i)}
            <EditorsOnly>
              {' '}
              <a href={`${path}/control?rule=${encodeURIComponent(rule.name)}#rules`}>
                Change<span class="visually-hidden"> the rule {rule.name}</span>
              </a>
            </EditorsOnly>
          </p>
          <LookAlikeWarning target={rule.target} />
        </li>
      ))}
      <li>
        {rules.length === 0 ? 'Every scan' : 'Everything else'}
        {variants.length > 0 ? (
          <Split variants={variants} scans={(i) => scans(rules.length + i)} />
        ) : (
          <>
            {' '}
            → <Target target={target} />
            <p class="branch">{scans(rules.length)}</p>
            <LookAlikeWarning target={target} />
          </>
        )}
      </li>
    </ol>
  );
}

interface SplitProps extends Pick<Control, 'variants'> {
  readonly scans: (i: number) => Child;
}

function Split({ variants, scans }: SplitProps) {
  return (
    <>
      {' is split among visitors:'}
      <ShareBar shares={variants.map(({ weight }) => weight)} />
      <ul class="split">
        {variants.map(({ name, target, weight }, i) => (
          <li>
            <ShareKey i={i} />
            <bdi>{name}</bdi>, {weight}% → <Target target={target} />
            <p class="branch">{scans(i)}</p>
            <LookAlikeWarning target={target} />
          </li>
        ))}
      </ul>
    </>
  );
}

type BranchScansProps = Pick<ScanFiguresProps, 'range'> & {
  readonly i: number;
  readonly scans: number | null;
};

function BranchScans({ i, scans, range }: BranchScansProps) {
  if (scans === null) return <>Scans are not known right now</>;
  return (
    <>
      <span data-number={`branch-${i}`}>{formatScans(scans)}</span> in {say(RANGE_NAMES[range])}
    </>
  );
}

/** The numbers for a live page, which replaces them alone. */
export function BranchNumbers({
  control,
  statistics,
}: {
  readonly control: Control | null;
  readonly statistics: PeriodStatistics | null;
}) {
  if (!hasBranches(control)) return null;
  return (
    <>
      {countBranches(control, statistics).map((scans, i) =>
        scans === null ? null : <span data-number={`branch-${i}`}>{formatScans(scans)}</span>,
      )}
    </>
  );
}
