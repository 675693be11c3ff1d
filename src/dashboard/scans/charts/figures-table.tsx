import { formatCount } from '../../frame/format-count.ts';
import { findLink, formatShare, type LinkTo, type NamedCount } from '../words.ts';

interface FiguresTableProps {
  /** The name of the chart above. */
  readonly caption: string;
  readonly heading: string;
  readonly counts: readonly NamedCount[];
  /** The name of the rows for a live page, which replaces them: see browser/live-scans.ts. */
  readonly part: string;
  /** Where each row leads. */
  readonly linkTo?: LinkTo | undefined;
}

/** The figures of a chart as a table. */
export function FiguresTable({ caption, heading, counts, part, linkTo }: FiguresTableProps) {
  const total = counts.reduce((sum, { scans }) => sum + scans, 0);
  return (
    <details>
      <summary>{`${caption} as a table`}</summary>
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
          {counts.map((count) => (
            <tr>
              <th scope="row">
                <Name name={count.name} href={findLink(count, linkTo)} />
              </th>
              <td>{formatCount(count.scans)}</td>
              <td>{formatShare(count.scans, total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Name({ name, href }: { readonly name: string; readonly href: string | null }) {
  return href === null ? <>{name}</> : <a href={href}>{name}</a>;
}
