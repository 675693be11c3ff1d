import { LAYOUT_TITLES } from '#contract/problems/print-phrases.ts';
import { sayDecimal } from '#contract/problems/say-length.ts';
import { LAYOUTS, type LayoutRequest } from '#core/prints/layouts.ts';
import { say } from '#languages/say.ts';
import type { LayoutPicture } from '#service/prints/layouts.ts';
import { raw } from 'hono/html';
import { Distance, Measure, Measures } from './measures.tsx';
import { GUIDE, RuledPage } from './ruled-page.tsx';

interface LayoutPreviewProps {
  readonly request: LayoutRequest;
  readonly picture: LayoutPicture;
}

/** A layout as its file draws it, with its size and the distance from which its code reads. */
export function LayoutPreview({ request, picture: { page, svg, ...code } }: LayoutPreviewProps) {
  const { trim } = page;
  const size = `${sayDecimal(trim.width)} × ${sayDecimal(trim.height)} mm`;
  const { isFolded, isRound } = LAYOUTS[request.layout];
  const isCut = isRound || trim.x > 0;
  return (
    <figure>
      <RuledPage
        width={page.width}
        height={page.height}
        zero={trim}
        label={`${say(LAYOUT_TITLES[request.layout])}, ${size}`}
      >
        {raw(svg)}
        {isRound ? (
          <circle
            class="trim"
            {...GUIDE}
            cx={trim.x + trim.width / 2}
            cy={trim.y + trim.height / 2}
            r={trim.width / 2}
          />
        ) : isCut ? (
          <rect class="trim" {...trim} {...GUIDE} />
        ) : null}
      </RuledPage>
      <figcaption>
        {isCut ? (
          <p class="legend cluster flush fine">
            <span class="trim">{say('Cut here')}</span>
          </p>
        ) : null}
        <Measures>
          <Measure label={say('Size')}>{size}</Measure>
          <Distance mm={code.maxDistanceMm} />
          <Measure label={say('Code')}>{sayDecimal(code.codeMm)} mm</Measure>
          <Measure label={say('Module')}>{sayDecimal(code.moduleMm)} mm</Measure>
        </Measures>
        <p class="muted">
          {isFolded
            ? say('Print at actual size (100%), then fold across the middle.')
            : say('Print at actual size (100%).')}
        </p>
      </figcaption>
    </figure>
  );
}
