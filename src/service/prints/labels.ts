import type { QrCode } from '#core/codes/qr-code.ts';
import type { LabelRequest } from '#core/prints/label-templates.ts';
import { err, ok, type Result } from '#core/result.ts';
import {
  drawLabel,
  layOutLabel,
  measureOnLabel,
  placeOnLabel,
  smallestCode,
} from '#print/pdf/label-layout.ts';
import { distanceOf } from '#print/check-print.ts';
import { writeShapes } from '#symbol/picture/write-svg.ts';
import { withDrawing } from './gs1-drawing.ts';
import type { Dependencies } from '../dependencies.ts';
import { findPictures } from '../styles/logo-pictures.ts';
import { findCaption } from './caption.ts';
import {
  checkDrawable,
  inksOf,
  type PlannedPart,
  type PlanPart,
  readDrawable,
  type SheetProblem,
} from './sheet-part.ts';

/** A label for a page. */
export interface LabelPicture extends Omit<PlannedPart, 'part'> {
  /** Its shapes as elements of SVG, in millimetres. */
  readonly svg: string;
}

/** Draws the label of a code as its sheet has it. */
export async function drawLabelPicture(
  deps: Dependencies,
  code: QrCode,
  request: LabelRequest,
): Promise<Result<LabelPicture, SheetProblem>> {
  const label = await planLabels(deps, request)(code, await findPictures(deps, code.accountId, [code]));
  if (!label.ok) return label;
  const { part, ...facts } = label.value;
  return ok({ ...facts, svg: await writeShapes(await part.draw()) });
}

/** Checks that codes fit their labels; draws nothing yet. */
export function planLabels(deps: Dependencies, request: LabelRequest): PlanPart {
  const layout = layOutLabel(request.template, request.caption !== 'none');
  return async (stored, pictures) => {
    const drawn = await withDrawing(deps, stored, request.gs1);
    if (!drawn.ok) return err({ reason: 'not_drawable' });
    const code = drawn.value;
    const checked = await checkDrawable(deps, code, pictures);
    if (!checked.ok) return checked;
    const printed = checked.value;
    const measures = measureOnLabel(layout, printed);
    if (measures === null) {
      const [smallest, room] = [smallestCode(printed), layout.code.side];
      return err({ reason: 'label_too_small', modules: printed.modules, smallest, room });
    }
    // A code without this text has a label without a caption: other codes of the sheet have one.
    const found = await findCaption(deps, code, request.caption);
    const caption = found.ok ? placeOnLabel(layout, found.value) : found;
    if (caption?.ok === false) return err({ reason: 'not_printable', problem: caption.error });
    const draw = async () =>
      drawLabel(
        await readDrawable(deps, code, pictures),
        code.margin,
        inksOf(request),
        layout,
        caption?.value ?? null,
      );
    const maxDistanceMm = distanceOf(measures.moduleMm, printed.modules);
    return ok({ part: { ...request.template.label, draw }, ...measures, maxDistanceMm });
  };
}
