import { expect, test } from 'vitest';
import { LABEL_TEMPLATES } from '#core/prints/label-templates.ts';
import { printedOf, printLabels } from '#harness/data/print.ts';

test('a sheet grows by a line for each copy, and by a symbol for each code', async () => {
  const symbol = printedOf('https://GO.EXAMPLE.COM/K7M2P9QA');
  const measure = async (copies: number) => {
    const place = { template: LABEL_TEMPLATES.L4731, start: 1, offsetX: 0, offsetY: 0 };
    const look = { guides: false, caption: 'none', color: 'design' } as const;
    return (await printLabels({ kind: 'labels', ...place, ...look, copies }, [symbol])).length;
  };
  expect((await measure(100)) - (await measure(1))).toBeLessThan(100 * 20);
});
