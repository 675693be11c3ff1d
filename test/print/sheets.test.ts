import { expect, test } from 'vitest';
import { LABEL_TEMPLATES } from '#core/prints/label-templates.ts';
import { gridOf } from '#harness/data/print.ts';
import { writeSheets } from '#print/pdf/write-sheets.ts';

const FACTS = { title: 'QR codes on labels', createdAtMs: 1_795_262_400_000 };

test('a sheet grows by a line for each copy, and by a symbol for each code', async () => {
  const label = { grid: gridOf('https://GO.EXAMPLE.COM/K7M2P9QA'), caption: null };
  const measure = async (copies: number) => {
    const place = { template: LABEL_TEMPLATES.L4731, start: 1, offsetX: 0, offsetY: 0 };
    const request = { ...place, copies, guides: false, caption: 'none' } as const;
    return (await writeSheets(request, [label], FACTS)).length;
  };
  expect((await measure(100)) - (await measure(1))).toBeLessThan(100 * 20);
});
