import type { QrCode } from '#core/codes/qr-code.ts';
import type { LayoutRequest } from '#core/prints/layouts.ts';
import { err, ok, type Result } from '#core/result.ts';
import { loadTypeface } from '#core/typeface/typeface.ts';
import {
  drawLayout,
  type LayoutWords,
  layOutPage,
  pageOfLayout,
  partSizeOf,
  placeInLayout,
} from '#print/layouts/layout-sheets.ts';
import { writePageSvg } from '#print/layouts/page-svg.ts';
import { distanceOf } from '#print/check-print.ts';
import type { TrimmedPage } from '#print/trimmed-page.ts';
import { withDrawing } from './gs1-drawing.ts';
import type { Dependencies } from '../dependencies.ts';
import { findPictures } from '../styles/logo-pictures.ts';
import {
  checkDrawable,
  inksOf,
  type PlannedPart,
  type PlanPart,
  readDrawable,
  type SheetProblem,
} from './sheet-part.ts';

/** The page of a code in a layout, for a page of the dashboard. */
export interface LayoutPicture extends Omit<PlannedPart, 'part'> {
  /** Its size, its trim and its bleed, in millimetres. */
  readonly page: TrimmedPage;
  /** Its shapes as elements of SVG, in millimetres from the upper left corner of the page. */
  readonly svg: string;
}

/** Draws the page of a code as the file has it, with bleed and marks. */
export async function drawLayoutPicture(
  deps: Dependencies,
  code: QrCode,
  request: LayoutRequest,
): Promise<Result<LayoutPicture, SheetProblem>> {
  const plan = await planLayouts(deps, request);
  const planned = await plan(code, await findPictures(deps, code.accountId, [code]));
  if (!planned.ok) return planned;
  const { part, ...facts } = planned.value;
  const svg = await writePageSvg(layOutPage(request, 0, code, inksOf(request)), part);
  return ok({ ...facts, page: pageOfLayout(request), svg });
}

/** Checks that codes and words fit a layout; draws nothing yet. */
export async function planLayouts(deps: Dependencies, request: LayoutRequest): Promise<PlanPart> {
  const { layout } = request;
  const words = await readWords(request);
  // Most codes of a selection have the same size, and so the same places.
  const known = new Map<string, ReturnType<typeof placeInLayout>>();
  return async (stored, pictures) => {
    const drawn = await withDrawing(deps, stored, request.gs1);
    if (!drawn.ok) return err({ reason: 'not_drawable' });
    const code = drawn.value;
    const checked = await checkDrawable(deps, code, pictures);
    if (!checked.ok) return checked;
    const { modules, margin, style, ...placed } = checked.value;
    const { kind, text } = style?.frame ?? {};
    const look = [kind, Boolean(text), Boolean(style?.logo)];
    const key = JSON.stringify([modules, margin, look, placed.carrier, placed.text?.texts]);
    const found = known.get(key) ?? placeInLayout(layout, checked.value, words);
    known.set(key, found);
    if (!found.ok) return err({ reason: 'not_printable', problem: found.error });
    const { picture, moduleMm } = found.value;
    const draw = async () =>
      drawLayout(await readDrawable(deps, code, pictures), margin, inksOf(request), found.value);
    return ok({
      part: { ...partSizeOf(layout), draw },
      codeMm: picture.width,
      moduleMm,
      maxDistanceMm: distanceOf(moduleMm, modules),
    });
  };
}

async function readWords({ headline, text }: LayoutRequest): Promise<LayoutWords> {
  return {
    headline: headline === null ? null : { text: headline, typeface: await loadTypeface('bold') },
    text: text === null ? null : { text, typeface: await loadTypeface('regular') },
  };
}
