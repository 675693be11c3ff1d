import { formatCount, formatShare, type NamedCount } from '../scan-words.ts';

interface FiguresTableProps {
  /** What the chart above is called. */
  readonly caption: string;
  readonly heading: string;
  readonly counts: readonly NamedCount[];
  /** Names the rows among what a live page renews: see browser/live-scans.ts. */
  readonly part: string;
}

/** The figures of a chart, for who would rather read than look. */
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
