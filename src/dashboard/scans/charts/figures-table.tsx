import type { TimeZone } from '#core/scans/time-zone.ts';
import { say } from '#languages/say.ts';
import { formatCount } from '../../kit/format-count.ts';
import { formatChange } from './change.tsx';
import { findLink, formatShare, type LinkTo, type NamedCount } from '../words.ts';
import { nameSeries, nameTimes, type Series } from './series.ts';

interface FiguresTableProps {
  /** The name of the chart above, and of each column. */
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly href?: string | null | undefined;
    readonly figures: readonly string[];
  }[];
  /** The name of the rows for a live page, which replaces them: see browser/scans/live-scans.ts. */
  readonly part?: string;
}

function FiguresTable({ caption, columns, rows, part }: FiguresTableProps) {
  return (
    <details class="chart-figures">
      <summary>{say('{chart} as a table', { chart: caption })}</summary>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody data-part={part}>
          {rows.map(({ name, href, figures }) => (
            <tr>
              <th scope="row">{href ? <a href={href}>{name}</a> : name}</th>
              {figures.map((figure) => (
                <td>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

interface CountsTableProps extends Required<Pick<FiguresTableProps, 'caption' | 'part'>> {
  readonly heading: string;
  readonly counts: readonly NamedCount[];
  /** The link of each row. */
  readonly linkTo?: LinkTo | undefined;
}

/** The scans of each value, with their shares. */
export function CountsTable({ caption, heading, counts, part, linkTo }: CountsTableProps) {
  const total = counts.reduce((sum, { scans }) => sum + scans, 0);
  const rows = counts.map((count) => ({
    name: count.name,
    href: findLink(count, linkTo),
    figures: [formatCount(count.scans), formatShare(count.scans, total)],
  }));
  return (
    <FiguresTable {...{ caption, part, rows }} columns={[heading, say('Scans'), say('Share of scans')]} />
  );
}

interface SeriesTableProps {
  readonly series: Series;
  /** The subject whose days these are. */
  readonly zone: TimeZone;
  /** The link of a day. */
  readonly hrefOf?: ((day: string) => string) | undefined;
}

/** The scans of each time span, and of its comparison span. */
export function SeriesTable({ series: { unit, stretches }, zone, hrefOf }: SeriesTableProps) {
  const isCompared = stretches.some(({ before }) => before !== null);
  const rows = stretches.map(({ name, scans, before, day, isOpen }) => ({
    name,
    href: day === null ? null : hrefOf?.(day),
    figures: [
      formatCount(scans),
      ...(isCompared
        ? before
          ? [formatCount(before.scans), isOpen ? '–' : formatChange(scans, before.scans)]
          : ['–', '–']
        : []),
    ],
  }));
  const columns = [
    nameTimes(unit, zone),
    say('Scans'),
    ...(isCompared ? [say('Before'), say('Difference')] : []),
  ];
  return <FiguresTable caption={nameSeries(unit)} columns={columns} rows={rows} />;
}
