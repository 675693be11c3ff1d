import type { FieldProblem } from '#core/content/forms/forms.ts';
import type { ContrastProblem } from '#core/codes/contrast.ts';
import type { QrCodePreview } from '#service/codes/preview.ts';
import { explainContrast } from '../explain-problems.ts';
import { LookAlikeWarning } from '../look-alike.tsx';
import { NearestColors } from './nearest-colors.tsx';

export interface CodePreviewProps {
  /** Null while there is nothing to draw. */
  readonly symbol: QrCodePreview | null;
  /** The problems that the fields do not show themselves. */
  readonly problems: readonly FieldProblem[];
  readonly contrast: ContrastProblem | null;
  /** Where the code will lead; empty while that is not known. */
  readonly target: string;
}

/** Shows what the code will look like, and which problems stop it. Also sent alone, while somebody types. */
export function CodePreview({ symbol, problems, contrast, target }: CodePreviewProps) {
  const told = problems.filter(
    ({ field, isMissing }) => !isMissing && !(contrast !== null && field === 'dark'),
  );
  return (
    <>
      {/* For the script, which takes the errors of all other fields away. */}
      <span hidden data-faulty={problems.map(({ field }) => field).join(' ')} />
      {symbol === null ? (
        <p class="symbol">Fill in the form, and the code appears here.</p>
      ) : (
        <figure>
          <img
            class="symbol"
            src={toDataUrl(symbol.svg)}
            width="320"
            height="320"
            alt="Preview of the QR code"
          />
          <figcaption>
            {symbol.modules} × {symbol.modules} modules, level {symbol.errorCorrection}
            {symbol.isPlaceholder ? (
              <small>Only the finished code has its own short link: this preview leads nowhere.</small>
            ) : null}
          </figcaption>
        </figure>
      )}
      <LookAlikeWarning target={target} />
      {contrast === null ? null : (
        <>
          <p class="problem">{explainContrast(contrast)}</p>
          <NearestColors nearest={contrast.nearest} />
        </>
      )}
      {told.map(({ message }) => (
        <p class="problem">{message}</p>
      ))}
    </>
  );
}

/** An image of its own, so that nothing in the SVG becomes part of the page. */
function toDataUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
