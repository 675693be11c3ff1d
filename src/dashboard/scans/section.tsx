import type { Control } from '#core/control/control.ts';
import { SCAN_RANGES } from '#core/scans/range.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { BY_DIMENSION, RANGE_NAMES } from './words.ts';
import { ScanFigures, type ScanFiguresProps } from './figures.tsx';
import { Uncounted } from './uncounted.tsx';
import { Problems } from '../kit/notice.tsx';
import { Switch } from '../kit/choices/switch.tsx';

interface ScansSectionProps extends ScanFiguresProps {
  readonly path: string;
  readonly control: Control | null;
  /** What was requested but does not exist, one sentence each. */
  readonly problems: readonly string[];
}

/** A code's scans with the choice of the period. The script only replaces figures, never links that a person may be using. */
export function ScansSection({ path, control, problems, ...figures }: ScansSectionProps) {
  const { range: shown, zone } = figures;
  const query = `?range=${shown}`;
  // The file and later figures have the same days as this page.
  const zoned = zone === UTC ? query : `${query}&tz=${encodeURIComponent(zone)}`;
  const tables = [
    'device',
    'country',
    'source',
    ...((control?.rules.length ?? 0) > 0 ? (['rule'] as const) : []),
    ...((control?.variants.length ?? 0) > 0 ? (['variant'] as const) : []),
  ] as const;
  const files: readonly (readonly [PlainMessage, string])[] = [
    ['By day', ''],
    ...tables.map((by) => [BY_DIMENSION[by], `&by=${by}`] as const),
  ];
  return (
    <section id="scans" class="card" aria-labelledby="scans-heading">
      <div class="apart">
        <h2 id="scans-heading">{say('Scans')}</h2>
        <Switch
          label={say('Period')}
          choices={SCAN_RANGES.map((range) => ({
            label: say(RANGE_NAMES[range]),
            href: `${path}?range=${range}#scans`,
            isChosen: range === shown,
          }))}
        />
      </div>
      <Uncounted control={control} />
      <Problems problems={problems} />
      <div data-live-scans={`${path}/scans${query}&tz=${encodeURIComponent(zone)}`}>
        <ScanFigures {...figures} />
      </div>
      <p>
        <a class="all-statistics" href={`${path}/analytics${query}`}>
          {say('All statistics: any days, comparisons, places, systems, hours')}
        </a>{' '}
        <span class="muted">
          {say('Days are in the time zone {zone}. You can change it there.', { zone })}
        </span>
      </p>
      <p>
        {say('Download as CSV:')}
        {files.map(([name, by]) => (
          <>
            {' '}
            <a href={`${path}/scans.csv${zoned}${by}`} download>
              {say(name)}
            </a>
          </>
        ))}
      </p>
    </section>
  );
}
