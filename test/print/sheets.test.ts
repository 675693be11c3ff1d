import { expect, test } from 'vitest';
import { LABEL_TEMPLATES } from '#core/prints/label-templates.ts';
import { printedOf } from '#harness/data/print.ts';
import { drawLabel, layOutLabel } from '#print/pdf/label-layout.ts';
import { writeSheets } from '#print/pdf/write-sheets.ts';

const INKS = { space: 'design' } as const;
const FACTS = { title: 'QR codes on labels', createdAtMs: 1_795_262_400_000, inks: INKS };

test('a sheet grows by a line for each copy, and by a symbol for each code', async () => {
  const template = LABEL_TEMPLATES.L4731;
  const symbol = printedOf('https://GO.EXAMPLE.COM/K7M2P9QA');
  const label = () => drawLabel(symbol, INKS, layOutLabel(template, false), null);
  const measure = async (copies: number) => {
    const place = { template, start: 1, offsetX: 0, offsetY: 0 };
    const request = { ...place, copies, guides: false, caption: 'none', color: 'design' } as const;
    return (await writeSheets(request, [label], FACTS)).length;
  };
  expect((await measure(100)) - (await measure(1))).toBeLessThan(100 * 20);
});
