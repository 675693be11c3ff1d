import { formatInUtc, say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import { groupByDay } from '../../frame/utc-time.tsx';
import { Switch } from '../../kit/choices/switch.tsx';
import { Rows } from '../../kit/rows.tsx';
import { Settings } from '../settings/settings-frame.tsx';

export const LOG_PATH = '/settings/log';
export const REQUESTS_PATH = `${LOG_PATH}?of=requests`;

interface LogProps<Entry> {
  readonly of: 'people' | 'requests';
  /** Only owners see what people did. */
  readonly isOwner: boolean;
  /** What stands before the entries: their filter, or why there are none. */
  readonly head: Child;
  readonly entries: readonly Entry[];
  readonly timeOf: (entry: Entry) => number;
  readonly show: (entry: Entry) => Child;
  readonly children: Child;
}

const dayFormat = formatInUtc({ dateStyle: 'full' });

/** The one log of an account, of people or of programs: its entries day by day. */
export function Log<Entry>({ of, isOwner, head, entries, timeOf, show, children }: LogProps<Entry>) {
  return (
    <Settings place={of === 'people' ? 'Log' : 'Requests'}>
      <section>
        {isOwner ? (
          <Switch
            label={say('Log')}
            choices={[
              { href: LOG_PATH, label: say('People'), isChosen: of === 'people' },
              { href: REQUESTS_PATH, label: say('API requests'), isChosen: of === 'requests' },
            ]}
          />
        ) : (
          <p class="muted">{say('Only owners of the account can see who did what.')}</p>
        )}
        {head}
        {groupByDay(entries, timeOf).map(([dayMs, ofDay]) => (
          <section class="timeline">
            <h2>{dayFormat().format(dayMs)}</h2>
            <Rows>{ofDay.map(show)}</Rows>
          </section>
        ))}
        {children}
      </section>
    </Settings>
  );
}
