import { SCAN_RANGES } from '../../core/scan-range.ts';
import { RANGE_NAMES } from '../scan-words.ts';
import { ScanFigures, type ScanFiguresProps } from './scan-figures.tsx';

/** A code's scans, with the switch of the period. What scripts renew stands apart from what people work with. */
export function ScansSection({ path, ...figures }: ScanFiguresProps & { readonly path: string }) {
  const query = `?range=${figures.range}`;
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
        Download the scans as CSV:{' '}
        <a href={`${path}/scans.csv${query}`} download>
          by day
        </a>
        ,{' '}
        <a href={`${path}/scans.csv${query}&by=device`} download>
          by device
        </a>
        ,{' '}
        <a href={`${path}/scans.csv${query}&by=country`} download>
          by country
        </a>
      </p>
    </section>
  );
}
