import { toPublicId } from '#core/codes/code-id.ts';
import type { CodeFigures, ShownCode } from '#service/scans/rank-codes.ts';
import { nameCode } from '../codes/name-code.ts';
import { formatCount } from '../frame/format-count.ts';
import { Minute } from '../frame/utc-time.tsx';
import { describeDays, formatScans, isOutdated } from '../scans/words.ts';
import { formatChange } from './change.tsx';
import { Notice } from '../kit/notice.tsx';

/** So few codes do not fill a card of half the page. */
const FEW = 4;

interface RankedCodesProps {
  readonly codes: CodeFigures;
  /** Whether the figures above name the days that they are compared with. */
  readonly isCompared: boolean;
  readonly nowMs: number;
}

/** The codes with the most scans, and those that rose and fell: one list at a time, chosen without a script. */
export function RankedCodes({ codes, isCompared, nowMs }: RankedCodesProps) {
  const { top, rising, falling, before, asOfMs } = codes;
  if (asOfMs === null) {
    return (
      <section class="card ranked" aria-labelledby="top-codes">
        <h2 id="top-codes">Top codes</h2>
        <Notice>Your codes are being ranked. Please look again in a minute.</Notice>
      </section>
    );
  }
  return (
    <section class={`card ranked${top.length > FEW ? '' : ' few'}`} aria-labelledby="codes">
      <div class="heading-row">
        <h2 id="codes">Codes</h2>
        <fieldset class="view-tabs">
          <legend class="visually-hidden">Which codes</legend>
          {(['Top', 'Rising', 'Falling'] as const).map((name, i) => (
            <label>
              <input type="radio" name="ranked" value={name.toLowerCase()} checked={i === 0} />
              {name}
            </label>
          ))}
        </fieldset>
      </div>
      <CodeList id="top" heading="Top codes" codes={top} nothing="No code was scanned in this period." />
      <CodeList id="rising" heading="Rising" codes={rising} nothing="No code has more scans than before." />
      <CodeList
        id="falling"
        heading="Falling"
        codes={falling}
        nothing="No code has fewer scans than before."
      />
      {isCompared ? null : <p class="muted">{`Codes are compared with ${describeDays(before)}.`}</p>}
      {isOutdated(asOfMs, nowMs) ? (
        <p class="muted">
          Codes as of <Minute timeMs={asOfMs} />.
        </p>
      ) : null}
    </section>
  );
}

interface CodeListProps {
  readonly id: string;
  readonly heading: string;
  readonly codes: readonly ShownCode[];
  /** The text if there are none. */
  readonly nothing: string;
}

function CodeList({ id, heading, codes, nothing }: CodeListProps) {
  return (
    <section class="ranking" data-ranking={id} aria-label={heading}>
      <h3 class="visually-hidden">{heading}</h3>
      {codes.length === 0 ? (
        <p class="muted">{nothing}</p>
      ) : (
        <ol class="ranked-codes">
          {codes.map(({ code, scans, scansBefore }) => (
            <li>
              <img
                src={`/codes/${toPublicId(code.codeId)}/image.svg`}
                width="40"
                height="40"
                loading="lazy"
                alt=""
              />
              <a href={`/codes/${toPublicId(code.codeId)}`}>{nameCode(code)}</a>
              <span class="scans">
                {formatScans(scans)}
                <small>{` ${formatChange(scans, scansBefore)} (${formatCount(scansBefore)} before)`}</small>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
