import type { FieldProblem } from '../../core/compose-target.ts';
import type { ContrastProblem } from '../../core/contrast.ts';
import type { QrCodePreview } from '../../service/preview-qr-code.ts';
import { explainContrast } from '../create-problems.ts';
import { NearestColors } from './nearest-colors.tsx';

export interface CodePreviewProps {
  /** Null while there is nothing to draw. */
  readonly symbol: QrCodePreview | null;
  /** What the fields do not say themselves. */
  readonly problems: readonly FieldProblem[];
  readonly contrast: ContrastProblem | null;
}

/** What the code will look like, and what keeps it from being made; also sent alone, while somebody types. */
export function CodePreview({ symbol, problems, contrast }: CodePreviewProps) {
  const told = problems.filter(
    ({ field, isMissing }) => !isMissing && !(contrast !== null && field === 'dark'),
  );
  return (
    <>
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

/** As a picture of its own: nothing in it is part of the page. */
function toDataUrl(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
