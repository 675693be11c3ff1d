import { DEVICES } from '#core/scans/device.ts';
import type { FilterDimension } from '#core/scans/filter.ts';
import { OTHER_VALUES, type PeriodStatistics, type ValueCount } from '#core/scans/statistics.ts';
import { SHARES } from '#core/control/variants.ts';
import type { Split } from '#service/scans/read-split.ts';
import type { Statistics } from '#service/scans/read-statistics.ts';
import { formatCount } from '../../kit/format-count.ts';
import { say } from '#languages/say.ts';
import { layOutList } from './chart-geometry.ts';
import { type Question, toQuery, withFilter } from '../question.ts';
import { BY_DIMENSION, DIMENSION_NAMES, formatShare, nameValue } from '../words.ts';
import { Notice } from '../../kit/notice.tsx';
import { Change } from './change.tsx';

interface ValuesTableProps {
  /** The page to which values link; null if they are only to be read. */
  readonly path: string | null;
  readonly question: Question;
  readonly statistics: Statistics;
}

/** The values of a dimension with their scans; each links to the same page, filtered by it. */
export function ValuesTable({ path, question, statistics }: ValuesTableProps) {
  const { by } = question;
  const { split } = statistics;
  const findBefore = readBefore(statistics, by);
  const values = listValues(statistics, by);
  const widths = layOutList(values.map(({ scans }) => scans));
  const total = values.reduce((sum, { scans }) => sum + scans, 0);
  if (total === 0)
    return (
      <p>
        {question.filters.length > 0
          ? say('No scans in this period match the filters.')
          : say('No scans in this period.')}
      </p>
    );
  return (
    <>
      <div class="values">
        <table>
          <caption class="visually-hidden">{say(BY_DIMENSION[by])}</caption>
          <thead>
            <tr>
              <th scope="col">{say(DIMENSION_NAMES[by])}</th>
              <th scope="col">{say('Scans')}</th>
              <th scope="col" class="share">
                {say('Share of scans')}
              </th>
              {findBefore ? <BeforeHeads /> : null}
              {split ? <th scope="col">{say('Visitors')}</th> : null}
              {split ? <th scope="col">{say('Planned')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {values.map((count, i) => (
              <tr>
                <th scope="row">
                  <ValueLink path={path} question={question} value={count.value} />
                  <svg class="value-bar" width="100%" height="100%" aria-hidden="true">
                    <rect fill="var(--accent-soft)" width={`${widths[i] ?? 0}%`} height="100%" rx="4" />
                  </svg>
                </th>
                <td>{formatCount(count.scans)}</td>
                <td class="share">{formatShare(count.scans, total)}</td>
                {findBefore ? <BeforeCells now={count.scans} before={findBefore(count.value)} /> : null}
                {split ? <SplitCells count={count} split={split} /> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {split?.ratio?.isMismatch ? (
        <Notice kind="error" role="note">
          {say(
            'The visitors are not split as planned, and chance is an unlikely reason: something makes visitors of one variant bypass this service. Do not trust this test.',
          )}
        </Notice>
      ) : null}
    </>
  );
}

/** The same page, filtered by a value of its dimension. */
export function hrefOfValue(path: string, question: Question, value: string | null): string {
  return path + toQuery(question, withFilter(question, { dimension: question.by, value }));
}

function ValueLink({ path, question, value }: Pick<ValuesTableProps, 'path' | 'question'> & ValueOnly) {
  const { by } = question;
  // The rest without names is not a value to filter by.
  if (path === null || value === OTHER_VALUES) return <span dir="auto">{nameValue(by, value)}</span>;
  return (
    <a href={hrefOfValue(path, question, value)} dir="auto">
      {nameValue(by, value)}
    </a>
  );
}

type ValueOnly = Pick<ValueCount, 'value'>;

function SplitCells({
  count: { value, scans },
  split,
}: {
  readonly count: ValueCount;
  readonly split: Split;
}) {
  const weight = value === null ? undefined : split.weights.get(value);
  return (
    <>
      <td>{formatCount(Math.min(scans, split.visitors.get(value) ?? 0))}</td>
      <td>{weight === undefined ? '–' : formatShare(weight, SHARES)}</td>
    </>
  );
}

/** The heads of the columns that compare. A narrow table has no room for the first. */
function BeforeHeads() {
  return (
    <>
      <th scope="col" class="before">
        {say('Before')}
      </th>
      <th scope="col">{say('Difference')}</th>
    </>
  );
}

function BeforeCells({ now, before }: { readonly now: number; readonly before: number | null }) {
  return (
    <>
      <td class="before">{before === null ? '–' : formatCount(before)}</td>
      <td>{before === null ? '–' : <Change now={now} before={before} />}</td>
    </>
  );
}

/** Gives the scans that a value had in the period compared with, null if they are not known; null if nothing is compared. */
function readBefore(
  { compared }: Statistics,
  by: FilterDimension,
): ((value: string | null) => number | null) | null {
  if (!compared || (by !== 'device' && !compared.breakdowns?.has(by))) return null;
  const scansOf = new Map(listValues(compared, by).map(({ value, scans }) => [value, scans]));
  // Then rare values have no count of their own. Those that were rare are not always the ones that are rare now.
  const hasOthers = scansOf.delete(OTHER_VALUES);
  return (value) => (value === OTHER_VALUES ? null : (scansOf.get(value) ?? (hasOthers ? null : 0)));
}

/** Devices, sources and hours in their order, including those without scans; for other dimensions, the values that occurred. */
function listValues({ byDevice, breakdowns }: PeriodStatistics, by: FilterDimension): readonly ValueCount[] {
  return by === 'device'
    ? DEVICES.map((device) => ({ value: device, scans: byDevice[device] }))
    : (breakdowns?.get(by) ?? []);
}
