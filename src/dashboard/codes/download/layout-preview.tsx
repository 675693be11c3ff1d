import { LAYOUT_TITLES, sayLength } from '#contract/problems/print-phrases.ts';
import { LAYOUTS, type LayoutRequest } from '#core/prints/layouts.ts';
import type { LayoutPicture } from '#service/prints/layouts.ts';
import { raw } from 'hono/html';
import { RuledPage } from './ruled-page.tsx';

const round = (mm: number) => Number(mm.toFixed(2));

/** A layout as its file draws it, with its size and the distance from which its code reads. */
export function LayoutPreview({
  request,
  picture: { page, svg, codeMm, moduleMm, maxDistanceMm },
}: {
  readonly request: LayoutRequest;
  readonly picture: LayoutPicture;
}) {
  const { trim } = page;
  const size = `${round(trim.width)} × ${round(trim.height)} mm`;
  const { isFolded, isRound } = LAYOUTS[request.layout];
  return (
    <figure>
      <RuledPage
        width={page.width}
        height={page.height}
        zero={trim}
        label={`${LAYOUT_TITLES[request.layout]}, ${size}`}
      >
        {raw(svg)}
        {isRound ? (
          <circle
            class="trim"
            cx={trim.x + trim.width / 2}
            cy={trim.y + trim.height / 2}
            r={trim.width / 2}
          />
        ) : trim.x > 0 ? (
          <rect class="trim" {...trim} />
        ) : null}
      </RuledPage>
      <figcaption>
        <p class="measures">
          <strong>{size}</strong> <span>Reads from up to {sayLength(maxDistanceMm)}</span>
        </p>
        <p class="legend">{isRound || trim.x > 0 ? <span class="trim">Cut here</span> : null}</p>
        <p class="muted">
          The code is {round(codeMm)} mm wide, its modules {round(moduleMm)} mm.
          {isFolded ? ' Fold it across the middle.' : ''} Print at actual size (100%).
        </p>
      </figcaption>
    </figure>
  );
}
