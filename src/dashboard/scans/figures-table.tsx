import { formatCount } from '../frame/format-count.ts';
import { formatShare, type NamedCount } from './words.ts';

interface FiguresTableProps {
  /** The name of the chart above. */
  readonly caption: string;
  readonly heading: string;
  readonly counts: readonly NamedCount[];
  /** The name of the rows for a live page, which replaces them: see browser/live-scans.ts. */
  readonly part: string;
}

/** The figures of a chart as a table. */
export function FiguresTable({ caption, heading, counts, part }: FiguresTableProps) {
  const total = counts.reduce((sum, { scans }) => sum + scans, 0);
  return (
    <details>
      <summary>{`${caption}: the figures`}</summary>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">Scans</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody data-part={part}>
          {counts.map(({ name, scans }) => (
            <tr>
              <th scope="row">{name}</th>
              <td>{formatCount(scans)}</td>
              <td>{formatShare(scans, total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
