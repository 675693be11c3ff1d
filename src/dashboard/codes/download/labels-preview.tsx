import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { placeLabel, type SheetRequest } from '#core/prints/label-templates.ts';
import type { LabelFit } from '#service/prints/label-fit.ts';

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
  // The stored picture has its owner's quiet zone; on the label, modules are as wide as in the PDF.
  const side = fit.moduleMm * (fit.modules + 2 * code.margin);
  const picture = `/codes/${toPublicId(code.codeId)}/image.svg`;
  const words =
    labels === 1
      ? `${copies === 1 ? 'One label' : `${copies} labels`}, one per page.`
      : `${copies === 1 ? 'One label' : `${copies} labels`} on ${pages === 1 ? 'one sheet' : `${pages} sheets`}, from label ${start} of ${labels}.`;
  const width = fit.moduleMm * fit.modules;
  return (
    <figure class="labels-preview">
      <svg
        viewBox={`0 0 ${round(sheet.width)} ${round(sheet.height)}`}
        role="img"
        aria-label={`The first ${labels === 1 ? 'label' : 'sheet'}: labels ${start} to ${last} are printed`}
      >
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
                  <image
                    href={picture}
                    x={round(x + fit.x - side / 2 + request.offsetX)}
                    y={round(y + fit.y - side / 2 + request.offsetY)}
                    width={round(side)}
                    height={round(side)}
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
    </figure>
  );
}
