import { say } from '#languages/say.ts';
import { leastWidthMm } from '#core/styles/style.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import type { Robustness } from '#core/styles/robustness.ts';
import { type QrCodePreview, ratePreview } from '#service/images/preview.ts';
import { LookAlikeWarning } from '../look-alike.tsx';
import { type HeldCode, Holds } from '../readable-content.tsx';
import { FixButtons } from './design/fix-buttons.tsx';
import { darkenEyes, type FixableProblem } from './design/fixes.ts';
import { Costs, Meter } from './design/meter.tsx';

export interface Preview {
  /** Null while there is nothing to draw. */
  readonly symbol: QrCodePreview | null;
  /** The robustness of the look; null if it is refused, or nothing is drawn. */
  readonly robustness: Robustness | null;
  /** The problems that the fields do not show themselves. */
  readonly problems: readonly FixableProblem[];
  /** Where the code will lead; empty if unknown. */
  readonly target: string;
  /** The content that a page or a banking app shows when the code is scanned, if one does. */
  readonly read?: (HeldCode & Pick<NewCode, 'isDynamic'>) | null;
  /** The width in print, in millimetres, that a standard demands. */
  readonly printMm?: number | undefined;
}

export interface CodePreviewProps extends Preview {
  /** Where a button that fixes something posts the form, without a script. */
  readonly action: string;
}

/**
 * The parts for a drawn look: the picture, its problems, and its robustness unless one of the problems refuses the look.
 * @param target where the code will lead; empty if unknown, or not needed
 */
export function toPreview(
  symbol: QrCodePreview,
  look: Pick<NewCode, 'style' | 'color' | 'margin'>,
  problems: readonly FixableProblem[],
  target: string,
): Preview {
  const isRefused = problems.some(({ fixes = [] }) => fixes.length > 0);
  return { symbol, robustness: isRefused ? null : ratePreview(symbol, look), problems, target };
}

/** Shows the picture of the future code, how well it scans, and the problems that prevent it. Also sent alone, during typing. */
export function CodePreview({
  symbol,
  robustness,
  problems,
  target,
  read,
  printMm,
  action,
}: CodePreviewProps) {
  const told = problems.filter(({ isMissing }) => !isMissing);
  const eyes = robustness?.costs.find((cost) => cost.eyes !== null)?.eyes ?? null;
  return (
    <>
      {/* For the script, which takes the errors of all other fields away. */}
      <span hidden data-faulty={problems.map(({ field }) => field).join(' ')} />
      {symbol === null && told.length > 0 ? null : symbol === null ? (
        <p class="symbol">{say('Fill in the form, and the code appears here.')}</p>
      ) : (
        <img
          class="symbol"
          src={toDataUrl(symbol.svg)}
          width="320"
          height="320"
          alt={say('Preview of the QR code')}
        />
      )}
      <div class="said stack">
        {symbol === null || robustness === null ? null : (
          <Meter step={robustness.step} leastMm={printMm ?? leastWidthMm(symbol.side)} />
        )}
        {eyes === null ? null : <FixButtons fixes={[darkenEyes(eyes)]} action={action} />}
        {told.map(({ message, fixes }) => (
          <div class="problem">
            <p>{message}</p>
            <FixButtons fixes={fixes} action={action} />
          </div>
        ))}
        <LookAlikeWarning target={target} />
        {read ? (
          <figure class="scanned fine">
            <figcaption>
              {read.isDynamic
                ? say('People who scan it see this page:')
                : say('A banking app fills this in:')}
            </figcaption>
            <Holds code={read} />
          </figure>
        ) : null}
        {symbol === null ? null : <Why symbol={symbol} robustness={robustness} />}
      </div>
    </>
  );
}

/** The figures behind the sentence. On a phone, the preview is large while they are open. */
function Why({ symbol, robustness }: { readonly symbol: QrCodePreview } & Pick<Preview, 'robustness'>) {
  const { modules, errorCorrection, isPlaceholder } = symbol;
  return (
    <details class="why fine" aria-live="off">
      <summary>{robustness === null ? say('More about this picture') : say('Why?')}</summary>
      {robustness === null ? null : <Costs costs={robustness.costs} />}
      <p class="measures">
        {say('{modules, number} × {modules, number} modules, error correction level {level}.', {
          modules,
          level: errorCorrection,
        })}
        {isPlaceholder ? (
          <small>{say('This preview leads nowhere: only the finished code has its own short link.')}</small>
        ) : null}
      </p>
    </details>
  );
}

/** A separate image, so that nothing in the SVG becomes part of the page. */
function toDataUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
