import { sayDecimal } from '#contract/problems/say-length.ts';
import { placeLabel, type LabelRequest } from '#core/prints/label-templates.ts';
import { say } from '#languages/say.ts';
import type { LabelPicture } from '#service/prints/labels.ts';
import { raw } from 'hono/html';
import { Distance, Measure, Measures } from './measures.tsx';
import { RuledPage } from './ruled-page.tsx';

const round = (mm: number) => Number(mm.toFixed(2));

interface LabelsPreviewProps {
  readonly request: LabelRequest;
  readonly printed: LabelPicture;
}

/** The first sheet in its own proportions: the printed labels, and the size of their codes. */
export function LabelsPreview({ request, printed }: LabelsPreviewProps) {
  const { template, start, copies } = request;
  const { sheet, label } = template;
  const labels = template.columns * template.rows;
  const last = Math.min(labels, start - 1 + copies);
  return (
    <figure class="labels-preview">
      <RuledPage
        width={round(sheet.width)}
        height={round(sheet.height)}
        label={
          labels === 1
            ? say('The first label')
            : say('The first sheet, with labels {start, number} to {last, number} printed', { start, last })
        }
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
                fill={isPrinted ? 'var(--paper)' : 'var(--label-left)'}
                stroke="var(--label-cut)"
                stroke-width="0.4"
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
        <p>{describeSheets(request, labels)}</p>
        <Measures>
          <Measure
            label={say('Label')}
          >{`${sayDecimal(label.width)} × ${sayDecimal(label.height)} mm`}</Measure>
          <Distance mm={printed.maxDistanceMm} />
          <Measure label={say('Code')}>{sayDecimal(printed.codeMm)} mm</Measure>
          <Measure label={say('Module')}>{sayDecimal(printed.moduleMm)} mm</Measure>
        </Measures>
        <p class="muted">{say('Print at actual size (100%).')}</p>
      </figcaption>
    </figure>
  );
}

function describeSheets({ start, copies }: LabelRequest, labels: number): string {
  if (labels === 1) return say('{copies, plural, one {# label} other {# labels}}, one per page', { copies });
  const sheets = Math.ceil((start - 1 + copies) / labels);
  return say(
    '{copies, plural, one {# label} other {# labels}} on {sheets, plural, one {one sheet} other {# sheets}}, from label {start, number} of {labels, number}',
    { copies, sheets, start, labels },
  );
}
