import { sayLength, sayPrintWarningInForm } from '#contract/problems/print-phrases.ts';
import type { PrintCheck, PrintWarning } from '#core/prints/print-check.ts';
import type { PrintPicture } from '#service/prints/print.ts';
import { raw } from 'hono/html';
import { RuledPage } from './ruled-page.tsx';

const round = (mm: number) => Number(mm.toFixed(2));

/** A print as its file draws it, with its size and the distance from which it reads. */
export function PrintPreview({
  check,
  picture,
}: {
  readonly check: PrintCheck;
  readonly picture: PrintPicture;
}) {
  const { width, height, trim, symbol, hasFrame, ink, svg } = picture;
  const size = `${round(trim.width)} × ${round(trim.height)} mm`;
  const plates = check.inks.length === 0 ? 'screen colours' : `${check.inks.join(', ')} ink`;
  const isCut = trim.x > 0;
  return (
    <figure>
      <RuledPage width={width} height={height} zero={trim} label={`The print, ${size}`}>
        <g class="print">
          {raw(svg)}
          {ink === null ? null : <rect class="ink" width={round(width)} height={round(height)} fill={ink} />}
        </g>
        {isCut ? <rect class="trim" {...trim} /> : null}
        <rect class="quiet-zone" {...roundBox(symbol)} />
      </RuledPage>
      <figcaption>
        <p class="measures">
          <strong>{size}</strong> <span>Reads from up to {sayLength(check.maxDistanceMm)}</span>
        </p>
        <p class="legend">
          {isCut ? (
            <>
              <span class="trim">Cut here</span>{' '}
            </>
          ) : null}
          <span class="quiet-zone">
            {hasFrame
              ? 'The code, with the empty space that its frame keeps around it'
              : 'Keep the space around this line empty'}
          </span>
        </p>
        <p class="muted">
          In {plates}, with modules of {round(check.moduleMm)} mm.
        </p>
        {check.mixes.length === 0 ? null : (
          <ul class="muted">
            {check.mixes.map(({ color, percents }) => (
              <li>
                {color}: {percents.map((percent) => Math.round(percent)).join(', ')} % of cyan, magenta,
                yellow and black
              </li>
            ))}
          </ul>
        )}
        <Warnings warnings={check.warnings.filter(({ code }) => !OF_TILLS.has(code))} />
        <TillNotes warnings={check.warnings.filter(({ code }) => OF_TILLS.has(code))} />
      </figcaption>
    </figure>
  );
}

function roundBox({ x, y, width, height }: PrintPicture['symbol']) {
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

/** What only matters on products that are sold at a till. */
const OF_TILLS: ReadonlySet<string> = new Set(['module_below_pos', 'module_above_pos']);

interface WarningsProps {
  readonly warnings: readonly PrintWarning[];
}

function TillNotes({ warnings }: WarningsProps) {
  return warnings.length === 0 ? null : (
    <details>
      <summary>On products that are sold at a till</summary>
      <Warnings warnings={warnings} />
    </details>
  );
}

function Warnings({ warnings }: WarningsProps) {
  return warnings.length === 0 ? null : (
    <ul class="check-warnings">
      {warnings.map((warning) => (
        <li>{sayPrintWarningInForm(warning)}</li>
      ))}
    </ul>
  );
}
