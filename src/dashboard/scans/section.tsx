import type { Control } from '#core/control/control.ts';
import { SCAN_RANGES } from '#core/scans/range.ts';
import { EditorsOnly } from '../frame/editors-only.tsx';
import { RANGE_NAMES } from './words.ts';
import { ScanFigures, type ScanFiguresProps } from './figures.tsx';

interface ScansSectionProps extends ScanFiguresProps {
  readonly path: string;
  readonly control: Control | null;
}

/** A code's scans with the choice of the period. The script replaces figures only, never links that somebody may be using. */
export function ScansSection({ path, control, ...figures }: ScansSectionProps) {
  const query = `?range=${figures.range}`;
  const tables = [
    'device',
    'country',
    ...((control?.rules.length ?? 0) > 0 ? ['rule'] : []),
    ...((control?.variants.length ?? 0) > 0 ? ['variant'] : []),
  ];
  return (
    <section id="scans" aria-labelledby="scans-heading">
      <div class="heading-row">
        <h2 id="scans-heading">Scans</h2>
        <nav class="range-switch" aria-label="Period">
          <ul>
            {SCAN_RANGES.map((range) => (
              <li>
                <a
                  href={`${path}?range=${range}#scans`}
                  aria-current={range === figures.range ? 'true' : undefined}
                >
                  {RANGE_NAMES[range]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div data-live-scans={`${path}/scans${query}`}>
        <ScanFigures {...figures} />
      </div>
      <p>
        <a href={`${path}/analytics${query}`} data-time-zone>
          All statistics: any days, comparisons, places, systems, hours
        </a>
      </p>
      <p>
        Download the scans as CSV:{' '}
        <a href={`${path}/scans.csv${query}`} download>
          by day
        </a>
        {tables.map((by) => (
          <>
            ,{' '}
            <a href={`${path}/scans.csv${query}&by=${by}`} download>
              by {by}
            </a>
          </>
        ))}
      </p>
      <EditorsOnly>
        <p>
          <a href={`/shares?code=${path.split('/').at(-1)}`}>Share these statistics</a> with people who have
          no account.
        </p>
      </EditorsOnly>
    </section>
  );
}
