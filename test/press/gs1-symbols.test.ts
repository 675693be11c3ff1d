import { describe, expect, test } from 'vitest';
import { formatDigitalLink, formatElementString } from '#core/gs1/digital-link.ts';
import type { Carrier, Gs1Identity } from '#core/gs1/identity.ts';
import { LABEL_TEMPLATES } from '#core/prints/label-templates.ts';
import type { PrintRequest } from '#core/prints/print-request.ts';
import { loadElementText } from '#core/styles/element-text.ts';
import { PLAIN_STYLE } from '#core/styles/style.ts';
import { randomLink } from '#harness/gs1/elements.ts';
import { printLayout } from '#harness/data/layouts.ts';
import { BARE_LABELS, print, printLabels } from '#harness/data/print.ts';
import { aimAtTop, hasDmtx, readWithDmtx, readWithZXing } from '#harness/gs1/readers.ts';
import { createPrintFolder, hasPrintTools } from '#harness/programs/print-tools.ts';
import { hexColor } from '#harness/symbols/colors.ts';
import { type GrayPicture, type Gs1Symbol, rasterizeSvg } from '#harness/symbols/read-symbol.ts';
import type { PrintedSymbol } from '#print/drawing.ts';
import { encodeCarrier } from '#symbol/draw-symbol.ts';

const isDmtxThere = hasDmtx();

async function makeSymbol(carrier: Carrier, hasText: boolean) {
  const gs1: Gs1Identity = { ...randomLink({ most: 3 }), carrier, hasText };
  const isQr = carrier === 'qr';
  const text = isQr ? formatDigitalLink('https://id.example.com', gs1) : formatElementString(gs1);
  const symbol = await encodeCarrier(text, { errorCorrection: 'M', gs1 });
  if (!symbol.ok) throw new Error(symbol.error.code);
  const printed: PrintedSymbol = {
    matrix: symbol.value,
    style: PLAIN_STYLE,
    color: { dark: hexColor('#14213d'), light: hexColor('#ffffff') },
    text: await loadElementText(gs1),
  };
  return { printed, reading: { text, identifier: isQr ? ']Q1' : ']d2' } };
}

/** What each reader finds that is aimed at the symbol, which is at the top of a page. */
async function readAll(page: GrayPicture, carrier: Carrier): Promise<(Gs1Symbol | null)[]> {
  const aimed = aimAtTop(page);
  const read = [await readWithZXing(aimed)];
  return isDmtxThere && carrier === 'datamatrix' ? [...read, await readWithDmtx(aimed)] : read;
}

const FORMS = {
  'black.pdf': { format: 'pdf', color: 'k' },
  'process.pdf': { format: 'pdf', color: 'cmyk' },
  'growth.eps': { format: 'eps', color: 'k', growthMm: 0.06 },
  'design.eps': { format: 'eps', color: 'design' },
  'design.svg': { format: 'svg', color: 'design' },
} as const satisfies Record<string, Partial<PrintRequest>>;

describe.runIf(hasPrintTools()).each(['qr', 'datamatrix'] as const)('a GS1 %s', (carrier) => {
  test.each(Object.entries(FORMS))(
    'is read in %s at the narrowest modules of tills, with its text and without',
    async (name, form) => {
      for (const hasText of [true, false]) {
        const { printed, reading } = await makeSymbol(carrier, hasText);
        const request = { paper: 'white', widthMm: undefined, moduleMm: 0.396, ...form } as const;
        const bytes = await print({ content: reading.text, design: printed, request });
        if (form.format === 'svg') {
          const { pixels, ...size } = await rasterizeSvg(Buffer.from(bytes).toString(), 600);
          const gray = {
            ...size,
            pixels: Uint8Array.from({ length: pixels.length / 4 }, (_, i) => pixels[4 * i]!),
          };
          for (const found of await readAll(gray, carrier)) expect(found).toEqual(reading);
          continue;
        }
        const folder = await createPrintFolder(new Map([[name, bytes]]));
        try {
          const [page] = await folder.render([name], 400);
          for (const found of await readAll(page!, carrier)) expect(found).toEqual(reading);
          if (form.format === 'pdf') expect(await folder.findFaults([name])).toEqual([]);
        } finally {
          await folder.remove();
        }
      }
    },
  );

  test('is read on a label and in a layout', async () => {
    const { printed, reading } = await makeSymbol(carrier, true);
    const labels = await printLabels({ ...BARE_LABELS, template: LABEL_TEMPLATES.L7160 }, [printed]);
    const card = await printLayout({ layout: 'card_a6', headline: 'Scan me', text: null }, printed);
    const folder = await createPrintFolder(
      new Map([
        ['labels.pdf', labels],
        ['card.pdf', card],
      ]),
    );
    try {
      const pages = await folder.render(['labels.pdf', 'card.pdf'], 300);
      expect(pages.length).toBe(2);
      for (const page of pages) {
        if (carrier === 'qr') expect(await readWithZXing(page)).toEqual(reading);
        else if (isDmtxThere) expect(await readWithDmtx(page)).toEqual(reading);
      }
    } finally {
      await folder.remove();
    }
  });
});
