import { type PlainMessage, say, sayRich } from '#languages/say.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { CodeFigures, ShownCode } from '#service/scans/rank-codes.ts';
import { nameCode } from '#core/codes/name-code.ts';
import { Minute } from '../frame/utc-time.tsx';
import { describeDays, formatScans, isOutdated } from '../scans/words.ts';
import { formatChange } from '../scans/charts/change.tsx';
import { Notice } from '../kit/notice.tsx';

/** So few codes do not fill a card of half the page. */
const FEW = 4;

interface List {
  readonly id: 'top' | 'rising' | 'falling';
  readonly tab: PlainMessage;
  readonly heading: PlainMessage;
  /** The text if there are none. */
  readonly nothing: PlainMessage;
}

const TABS: readonly List[] = [
  { id: 'top', tab: 'Top', heading: 'Top codes', nothing: 'No code was scanned in this period.' },
  { id: 'rising', tab: 'Rising', heading: 'Rising codes', nothing: 'No code has more scans than before.' },
  {
    id: 'falling',
    tab: 'Falling',
    heading: 'Falling codes',
    nothing: 'No code has fewer scans than before.',
  },
];

interface RankedCodesProps {
  readonly codes: CodeFigures;
  /** Whether the figures above name the days that they are compared with. */
  readonly isCompared: boolean;
  readonly nowMs: number;
}

/** The codes with the most scans, and those that rose and fell: one list at a time, chosen without a script. */
export function RankedCodes({ codes, isCompared, nowMs }: RankedCodesProps) {
  const { top, before, asOfMs } = codes;
  if (asOfMs === null) {
    return (
      <section class="card ranked" aria-labelledby="top-codes">
        <h2 id="top-codes">{say('Top codes')}</h2>
        <Notice>{say('Your codes are being ranked. Please look again in a minute.')}</Notice>
      </section>
    );
  }
  return (
    <section class={`card ranked${top.length > FEW ? '' : ' few'}`} aria-labelledby="codes">
      <div class="apart">
        <h2 id="codes">{say('Codes')}</h2>
        <fieldset class="view-tabs cluster flush">
          <legend class="visually-hidden">{say('Which codes')}</legend>
          {TABS.map(({ id, tab }, i) => (
            <label>
              <input type="radio" name="ranked" value={id} checked={i === 0} />
              {say(tab)}
            </label>
          ))}
        </fieldset>
      </div>
      {TABS.map((list) => (
        <CodeList {...list} codes={codes[list.id]} />
      ))}
      {isCompared ? null : (
        <p class="muted">{say('Codes are compared with {days}.', { days: describeDays(before) })}</p>
      )}
      {isOutdated(asOfMs, nowMs) ? (
        <p class="muted">{sayRich('Codes as of {time}.', { time: <Minute timeMs={asOfMs} /> })}</p>
      ) : null}
    </section>
  );
}

interface CodeListProps extends List {
  readonly codes: readonly ShownCode[];
}

function CodeList({ id, heading, nothing, codes }: CodeListProps) {
  return (
    <section class="ranking" data-ranking={id} aria-label={say(heading)}>
      <h3 class="visually-hidden">{say(heading)}</h3>
      {codes.length === 0 ? (
        <p class="muted">{say(nothing)}</p>
      ) : (
        <ol class="ranked-codes">
          {codes.map((one) => (
            <RankedRow {...one} />
          ))}
        </ol>
      )}
    </section>
  );
}

function RankedRow({ code, scans, scansBefore }: ShownCode) {
  const path = `/codes/${toPublicId(code.codeId)}`;
  return (
    <li>
      <img src={`${path}/image.svg`} width="40" height="40" loading="lazy" alt="" />
      <a class="one-line" href={path}>
        {nameCode(code)}
      </a>
      <span class="scans">
        {formatScans(scans)}
        <small>
          {' '}
          {formatChange(scans, scansBefore)}{' '}
          <span class="before">{say('({count, number} before)', { count: scansBefore })}</span>
        </small>
      </span>
    </li>
  );
}
