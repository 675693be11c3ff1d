import { type LayoutName, type LayoutRequest } from '#core/prints/layouts.ts';
import { loadTypeface } from '#core/typeface/typeface.ts';
import type { PrintedSymbol } from '#print/drawing.ts';
import {
  drawLayout,
  layOutPage,
  pageOfLayout,
  partSizeOf,
  placeInLayout,
} from '#print/layouts/layout-sheets.ts';
import type { Sheets } from '#print/pdf/write-sheets.ts';
import { inksOf } from '#service/prints/sheet-part.ts';
import { printSheets } from './print.ts';

/** The page of a code in a layout. */
export async function planLayout(request: LayoutWish, symbol: PrintedSymbol): Promise<Sheets> {
  const whole = {
    kind: 'layout' as const,
    headline: null,
    text: null,
    marks: true,
    bleedMm: 3,
    copies: 1,
    color: 'design' as const,
    ...request,
  };
  const { layout, headline, text } = whole;
  const inks = inksOf(whole);
  const words = {
    headline: headline === null ? null : { text: headline, typeface: await loadTypeface('bold') },
    text: text === null ? null : { text, typeface: await loadTypeface('regular') },
  };
  const margin = symbol.style.frame ? 2 : 4;
  const { matrix, style, text: elements = null } = symbol;
  const code = { modules: matrix.side, margin, style, carrier: matrix.carrier, text: elements };
  const placed = placeInLayout(layout, code, words);
  if (!placed.ok) throw new Error(JSON.stringify(placed.error));
  const draw = () => drawLayout(symbol, margin, inks, placed.value);
  return {
    page: pageOfLayout(whole),
    parts: [{ ...partSizeOf(layout), draw }],
    pages: [layOutPage(whole, 0, symbol, inks)],
  };
}

export type LayoutWish = { readonly layout: LayoutName } & Partial<LayoutRequest>;

/** The same as a PDF. */
export async function printLayout(request: LayoutWish, symbol: PrintedSymbol): Promise<Uint8Array> {
  const inks = inksOf({ color: request.color ?? 'design' });
  return printSheets(await planLayout(request, symbol), inks);
}
