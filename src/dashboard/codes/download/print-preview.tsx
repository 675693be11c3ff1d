import { sayPrintWarning } from '#contract/problems/print-phrases.ts';
import { sayDecimal } from '#contract/problems/say-length.ts';
import type { PrintCheck, PrintWarning } from '#core/prints/print-check.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import type { PrintPicture } from '#service/prints/print.ts';
import { raw } from 'hono/html';
import { Distance, Measure, Measures } from './measures.tsx';
import { GUIDE, RuledPage } from './ruled-page.tsx';

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
  const size = `${sayDecimal(trim.width)} × ${sayDecimal(trim.height)} mm`;
  const isCut = trim.x > 0;
  return (
    <figure>
      <RuledPage width={width} height={height} zero={trim} label={say('The print, {size}', { size })}>
        <g class="print">
          {raw(svg)}
          {ink === null ? null : <rect class="ink" width={round(width)} height={round(height)} fill={ink} />}
        </g>
        {isCut ? <rect class="trim" {...trim} {...GUIDE} /> : null}
        <rect class="quiet-zone" {...roundBox(symbol)} {...GUIDE} stroke-dasharray="4 3" />
      </RuledPage>
      <figcaption>
        <p class="legend cluster flush fine">
          {isCut ? (
            <>
              <span class="trim">{say('Cut here')}</span>{' '}
            </>
          ) : null}
          <span class="quiet-zone">
            {hasFrame ? say('The code inside its frame') : say('Keep the space around this line empty')}
          </span>
        </p>
        <Measures>
          <Measure label={say('Size')}>{size}</Measure>
          <Distance mm={check.maxDistanceMm} />
        </Measures>
        <details open={isCut}>
          <summary>{say('Inks and modules')}</summary>
          <Measures>
            <Measure label={say('Inks')}>{nameInks(check.inks)}</Measure>
            <Measure label={say('Module')}>{sayDecimal(check.moduleMm)} mm</Measure>
          </Measures>
          <Mixes mixes={check.mixes} />
        </details>
        <Warnings warnings={check.warnings.filter(({ code }) => !OF_TILLS.has(code))} />
        <TillNotes warnings={check.warnings.filter(({ code }) => OF_TILLS.has(code))} />
      </figcaption>
    </figure>
  );
}

/** Other inks are spot colours, which have a name of their own. */
const PROCESS_INKS: Readonly<Record<string, PlainMessage>> = {
  cyan: 'Cyan',
  magenta: 'Magenta',
  yellow: 'Yellow',
  black: 'Black',
};

function nameInks(inks: PrintCheck['inks']): string {
  if (inks.length === 0) return say('Screen colours');
  return inks
    .map((ink) => {
      const message = PROCESS_INKS[ink];
      return message ? say(message) : ink;
    })
    .join(', ');
}

function Mixes({ mixes }: Pick<PrintCheck, 'mixes'>) {
  if (mixes.length === 0) return null;
  return (
    <ul class="muted">
      {mixes.map(({ color, percents }) => {
        const [c = 0, m = 0, y = 0, k = 0] = percents.map(Math.round);
        return (
          <li>
            {say('{color}: C {c, number} M {m, number} Y {y, number} K {k, number}', { color, c, m, y, k })}
          </li>
        );
      })}
    </ul>
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
      <summary>{say('On products that are scanned at a till')}</summary>
      <Warnings warnings={warnings} />
    </details>
  );
}

function Warnings({ warnings }: WarningsProps) {
  return warnings.length === 0 ? null : (
    <ul class="check-warnings stack">
      {warnings.map((warning) => (
        <li>{sayPrintWarning(warning)}</li>
      ))}
    </ul>
  );
}
