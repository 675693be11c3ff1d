import { leastWidthMm } from '#core/codes/style.ts';
import type { Robustness } from '#core/codes/robustness.ts';
import type { QrCodePreview } from '#service/codes/preview.ts';
import { LookAlikeWarning } from '../look-alike.tsx';
import { FixButtons } from './design/fix-buttons.tsx';
import type { FixableProblem } from './design/fixes.ts';
import { Meter } from './design/meter.tsx';

export interface CodePreviewProps {
  /** Null while there is nothing to draw. */
  readonly symbol: QrCodePreview | null;
  /** What the look costs; null where it is refused, or nothing is drawn. */
  readonly robustness: Robustness | null;
  /** The problems that the fields do not show themselves. */
  readonly problems: readonly FixableProblem[];
  /** Where the code will lead; empty while that is not known. */
  readonly target: string;
}

/** Shows what the code will look like, what that costs, and which problems stop it. Also sent alone, while somebody types. */
export function CodePreview({ symbol, robustness, problems, target }: CodePreviewProps) {
  const told = problems.filter(({ isMissing }) => !isMissing);
  return (
    <>
      {/* For the script, which takes the errors of all other fields away. */}
      <span hidden data-faulty={problems.map(({ field }) => field).join(' ')} />
      {symbol === null ? (
        <p class="symbol">Fill in the form, and the code appears here.</p>
      ) : (
        <img
          class="symbol"
          src={toDataUrl(symbol.svg)}
          width="320"
          height="320"
          alt="Preview of the QR code"
        />
      )}
      <div class="said">
        {robustness === null ? null : <Meter {...robustness} />}
        {told.map(({ message, fixes }) => (
          <div class="problem">
            <p>{message}</p>
            <FixButtons fixes={fixes} />
          </div>
        ))}
        <LookAlikeWarning target={target} />
        {symbol === null ? null : <Measures {...symbol} />}
      </div>
    </>
  );
}

function Measures({ modules, side, errorCorrection, isPlaceholder }: QrCodePreview) {
  return (
    <p class="measures" aria-live="off">
      {modules} × {modules} modules, level {errorCorrection}. Print it at least {leastWidthMm(side)} mm wide.
      {isPlaceholder ? (
        <small>Only the finished code has its own short link: this preview leads nowhere.</small>
      ) : null}
    </p>
  );
}

/** An image of its own, so that nothing in the SVG becomes part of the page. */
function toDataUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
