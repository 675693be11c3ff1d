import { layOut } from './drawing.ts';
import type { PrintedSymbol } from './outlines.ts';
import { writePdf } from './pdf/write-pdf.ts';
import type { PrintPlan } from './plan-print.ts';
import { writeEps } from './write-eps.ts';
import { writePrintSvg } from './write-print-svg.ts';

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
  const drawing = layOut(plan, symbol);
  switch (plan.format) {
    case 'pdf':
      return writePdf([drawing], { ...facts, condition: plan.condition });
    case 'eps':
      return new TextEncoder().encode(writeEps(drawing, facts));
    case 'svg':
      return new TextEncoder().encode(writePrintSvg(drawing, facts.title));
  }
}
