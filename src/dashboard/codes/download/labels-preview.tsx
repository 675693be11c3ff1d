import { sayLeftOffLabels } from '#contract/problems/print-phrases.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { placeLabel, type SheetRequest } from '#core/prints/label-templates.ts';
import { listLeftOffLabels } from '#core/prints/print-check.ts';
import type { LabelFit } from '#service/prints/label-fit.ts';
import { Notice } from '../../kit/notice.tsx';

const round = (mm: number) => Number(mm.toFixed(2));

/** The first sheet in its own proportions: the printed labels, and the size of their codes. */
export function LabelsPreview({
  code,
  request,
  fit,
}: {
  readonly code: QrCode;
  readonly request: SheetRequest;
  readonly fit: LabelFit;
}) {
  const { template, start, copies } = request;
  const { sheet, label } = template;
  const labels = template.columns * template.rows;
  const last = Math.min(labels, start - 1 + copies);
  const pages = Math.ceil((start - 1 + copies) / labels);
  const leftOff = listLeftOffLabels(code);
  const words =
    labels === 1
      ? `${copies === 1 ? 'One label' : `${copies} labels`}, one per page.`
      : `${copies === 1 ? 'One label' : `${copies} labels`} on ${pages === 1 ? 'one sheet' : `${pages} sheets`}, from label ${start} of ${labels}.`;
  const width = fit.moduleMm * fit.modules;
  return (
    <figure class="labels-preview">
      {/* Larger than it is shown: the style sheet shrinks it, and the frame keeps the shape of the paper. */}
      <svg
        viewBox={`0 0 ${round(sheet.width)} ${round(sheet.height)}`}
        width={round(5 * sheet.width)}
        height={round(5 * sheet.height)}
        role="img"
        aria-label={`The first ${labels === 1 ? 'label' : 'sheet'}: labels ${start} to ${last} are printed`}
      >
        <defs>
          <path id="label-code" d={fit.path} fill-rule="evenodd" />
        </defs>
        <rect class="paper" width={round(sheet.width)} height={round(sheet.height)} />
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
                <>
                  <use
                    href="#label-code"
                    transform={`translate(${round(x + fit.x + request.offsetX)} ${round(y + fit.y + request.offsetY)}) scale(${fit.moduleMm.toFixed(5)})`}
                  />
                  {fit.lines.map((line) => (
                    <text
                      x={round(x + line.x + request.offsetX)}
                      y={round(y + line.y + request.offsetY)}
                      font-size={round(line.size)}
                    >
                      {line.text}
                    </text>
                  ))}
                </>
              ) : null}
            </>
          );
        })}
      </svg>
      <figcaption>
        {`${words} The code is ${round(width)} mm wide, its modules ${round(fit.moduleMm)} mm. Print at actual size (100%).`}
      </figcaption>
      {leftOff.length === 0 ? null : <Notice role="note">{sayLeftOffLabels(leftOff)}</Notice>}
    </figure>
  );
}
