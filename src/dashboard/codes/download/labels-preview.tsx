import { sayLength } from '#contract/problems/print-phrases.ts';
import { placeLabel, type LabelRequest } from '#core/prints/label-templates.ts';
import type { LabelPicture } from '#service/prints/labels.ts';
import { raw } from 'hono/html';
import { RuledPage } from './ruled-page.tsx';

const round = (mm: number) => Number(mm.toFixed(2));

/** The first sheet in its own proportions: the printed labels, and the size of their codes. */
export function LabelsPreview({
  request,
  printed,
}: {
  readonly request: LabelRequest;
  readonly printed: LabelPicture;
}) {
  const { template, start, copies } = request;
  const { sheet, label } = template;
  const labels = template.columns * template.rows;
  const last = Math.min(labels, start - 1 + copies);
  const pages = Math.ceil((start - 1 + copies) / labels);
  const words =
    labels === 1
      ? `${copies === 1 ? 'One label' : `${copies} labels`}, one per page.`
      : `${copies === 1 ? 'One label' : `${copies} labels`} on ${pages === 1 ? 'one sheet' : `${pages} sheets`}, from label ${start} of ${labels}.`;
  return (
    <figure class="labels-preview">
      <RuledPage
        width={round(sheet.width)}
        height={round(sheet.height)}
        label={`The first ${labels === 1 ? 'label' : 'sheet'}: labels ${start} to ${last} are printed`}
      >
        <defs>
          <g id="label">{raw(printed.svg)}</g>
        </defs>
        {Array.from({ length: labels }, (_, position) => {
          const { x, y } = placeLabel(template, position);
          const isPrinted = position >= start - 1 && position < last;
          return (
            <>
              <rect
                class={isPrinted ? 'label printed' : 'label'}
                x={round(x)}
                y={round(y)}
                width={round(label.width)}
                height={round(label.height)}
              />
              {isPrinted ? (
                <use
                  href="#label"
                  transform={`translate(${round(x + request.offsetX)} ${round(y + request.offsetY)})`}
                />
              ) : null}
            </>
          );
        })}
      </RuledPage>
      <figcaption>
        <p class="measures">
          <strong>{`${round(label.width)} × ${round(label.height)} mm`}</strong>{' '}
          <span>Reads from up to {sayLength(printed.maxDistanceMm)}</span>
        </p>
        {`${words} The code is ${round(printed.codeMm)} mm wide with its quiet zone, its modules ${round(printed.moduleMm)} mm. Print at actual size (100%).`}
      </figcaption>
    </figure>
  );
}
