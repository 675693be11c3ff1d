import { type Drawing, layOut, type PrintedSymbol } from './drawing.ts';
import { BLACK } from './trimmed-page.ts';
import { writeSvg } from '#symbol/picture/write-svg.ts';
import { writePdf } from './pdf/write-pdf.ts';
import type { PrintPlan } from './plan-print.ts';
import { writeEps } from './write-eps.ts';

/** The metadata of a file. */
export interface FileFacts {
  /** In printable ASCII. */
  readonly title: string;
  readonly createdAtMs: number;
}

/** Writes the file of a plan. The same plan, modules and facts give the same bytes. */
export async function writePrintFile(
  plan: PrintPlan,
  symbol: PrintedSymbol,
  facts: FileFacts,
): Promise<Uint8Array> {
  const drawing = await layOut(plan, symbol);
  switch (plan.format) {
    case 'pdf':
      return writePdf([drawing], { ...facts, standard: plan.standard, condition: plan.condition });
    case 'eps':
      return new TextEncoder().encode(await writeEps(drawing, facts));
    case 'svg':
      return new TextEncoder().encode(await writePrintSvg(drawing, facts.title));
  }
}

/** SVG has no inks: drawings in one ink are black or in its screen colour. */
function writePrintSvg({ width, height, inks, shapes }: Drawing, title: string): Promise<string> {
  const ink = inks.space === 'rgb' ? inks.color : BLACK;
  const colored = shapes.map((shape) =>
    'fill' in shape && shape.fill === BLACK ? { ...shape, fill: ink } : shape,
  );
  return writeSvg(colored, { width, height, unit: 'mm', title });
}
