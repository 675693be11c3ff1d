import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LABEL_TEMPLATES, rollOf, type LabelRequest } from '#core/prints/label-templates.ts';
import { listDesigns } from '#harness/data/designs.ts';
import { labelDpiOf, proveLabels } from '#harness/data/proofs.ts';
import { provePrints } from '#harness/programs/prove-prints.ts';
import { BARE_LABELS, designOf, printedOf, printLabels } from '#harness/data/print.ts';
import { BLACK_ON_WHITE } from '#harness/symbols/colors.ts';
import { PLAIN } from '#harness/symbols/styles.ts';
import { readGraySymbol } from '#harness/symbols/read-symbol.ts';
import { createPrintFolder, hasPrintTools, type PrintFolder } from '#harness/programs/print-tools.ts';

const CONTENT = 'https://GO.EXAMPLE.COM/K7M2P9QA';

/** The sheets of codes without captions. */
function write(request: LabelRequest, contents: readonly string[]): Promise<Uint8Array> {
  return printLabels(
    request,
    contents.map((content) => printedOf(content)),
  );
}

/** As published by the manufacturer, in millimetres: left and top of the first label, pitch across and down, size, columns and rows. */
const PUBLISHED: Readonly<Record<keyof typeof LABEL_TEMPLATES, readonly number[]>> = {
  L7160: [7.2, 15.15, 66.04, 38.1, 63.5, 38.1, 3, 7],
  L7163: [4.65, 15.15, 101.6, 38.1, 99.1, 38.1, 2, 7],
  L7165: [4.65, 13.1, 101.6, 67.7, 99.1, 67.7, 2, 4],
  L4731: [8.6, 13.5, 27.9, 10, 25.4, 10, 7, 27],
  '5160': [4.7625, 12.7, 69.85, 25.4, 66.675, 25.4, 3, 10],
  '5163': [3.96875, 12.7, 106.3625, 50.8, 101.6, 50.8, 2, 5],
  '5167': [7.14375, 12.7, 52.3875, 12.7, 44.45, 12.7, 4, 20],
};
const NAMES = Object.keys(PUBLISHED) as (keyof typeof LABEL_TEMPLATES)[];
const MM = 25.4 / 72;

describe.runIf(hasPrintTools())('sheets of labels, as ghostscript and qpdf see them', () => {
  let folder: PrintFolder;
  beforeAll(async () => {
    const files = new Map<string, Uint8Array>();
    for (const name of NAMES) {
      const template = LABEL_TEMPLATES[name];
      const copies = template.columns * template.rows;
      files.set(`${name}.pdf`, await write({ ...BARE_LABELS, template, copies }, [CONTENT]));
    }
    const moved = { ...BARE_LABELS, template: LABEL_TEMPLATES.L7160, copies: 21, offsetX: 2, offsetY: -1.5 };
    files.set('moved.pdf', await write(moved, [CONTENT]));
    const contents = Array.from({ length: 12 }, (_, i) => `https://example.com/${i}`);
    const guided = { ...BARE_LABELS, template: LABEL_TEMPLATES['5163'], start: 4, guides: true };
    files.set('guided.pdf', await write(guided, contents));
    files.set(
      'roll.pdf',
      await write({ ...BARE_LABELS, template: rollOf(50, 30), copies: 2 }, contents.slice(0, 2)),
    );
    const frame = { kind: 'label_bottom', text: 'Scan me', color: null } as const;
    const framed = designOf(CONTENT, { look: { ...PLAIN, frame }, color: BLACK_ON_WHITE });
    const onRoll = { ...BARE_LABELS, template: rollOf(50, 30), color: 'k' } as const;
    files.set('framed.pdf', await printLabels(onRoll, [framed]));
    folder = await createPrintFolder(files);
  });
  afterAll(() => folder.remove());

  test('are within 0.1 mm of the manufacturer’s figures', async () => {
    const boxes = await folder.findBoxes(NAMES.map((name) => `${name}.pdf`));
    for (const [i, name] of NAMES.entries()) {
      const [left = 0, top = 0, across = 0, down = 0, width = 0, height = 0, columns = 0, rows = 0] =
        PUBLISHED[name];
      const { sheet } = LABEL_TEMPLATES[name];
      // The dark modules in the middle of the first and the last label.
      const dark = (Math.min(width, height) * 25) / 33;
      const x = left + (width - dark) / 2;
      const y = top + (height - dark) / 2;
      const expected = [
        x,
        sheet.height - y - (rows - 1) * down - dark,
        x + (columns - 1) * across + dark,
        sheet.height - y,
      ];
      const found = (boxes[i] ?? []).map((points) => points * MM);
      for (const [side, value] of expected.entries()) {
        expect(Math.abs((found[side] ?? 0) - value), `${name}: ${found.join(' ')}`).toBeLessThan(0.1);
      }
    }
  });

  test('move to compensate for a printer’s shift', async () => {
    const [still = [], moved = []] = await folder.findBoxes(['L7160.pdf', 'moved.pdf']);
    const shifts = moved.map((points, i) => (points - (still[i] ?? 0)) * MM);
    for (const [i, shift] of [2, 1.5, 2, 1.5].entries()) expect(shifts[i]).toBeCloseTo(shift, 1);
  });

  test('have each code on its label, from the first free one on, and are read back', async () => {
    const pages = await folder.render(['guided.pdf', 'roll.pdf'], 150);
    // Ten labels per sheet: seven codes from the fourth label on, then five.
    const read = (await folder.readRendered()).sort();
    const texts = Array.from({ length: 12 }, (_, i) => `https://example.com/${i}`);
    expect(read).toEqual([...texts, texts[0], texts[0], texts[1], texts[1]].sort());
    expect(pages).toHaveLength(6);
    const rolls = await Promise.all(pages.slice(2).map(readGraySymbol));
    expect(rolls.map(({ text }) => text)).toEqual([texts[0], texts[0], texts[1], texts[1]]);
    const { width = 0, height = 0 } = pages[2] ?? {};
    expect([width, height].map((pixels) => Math.round((pixels * 25.4) / 150))).toEqual([50, 30]);
  });

  test('keep a frame away from the edge of its label', async () => {
    const [[left = 0, bottom = 0, right = 0, top = 0] = []] = await folder.findBoxes(['framed.pdf']);
    const free = [left * MM, bottom * MM, 50 - right * MM, 30 - top * MM];
    expect(Math.min(...free)).toBeCloseTo(1.5, 1);
    await folder.render(['framed.pdf'], 300);
    expect(await folder.readRendered()).toEqual([CONTENT]);
  });

  test.each(NAMES)('are what the images of their codes show, and are read, on %s', async (name) => {
    const designs = await listDesigns(4, 7);
    const template = LABEL_TEMPLATES[name];
    const { faults, unread } = await provePrints(
      [() => proveLabels(designs, template)],
      labelDpiOf(template),
    );
    expect([...faults, ...unread]).toEqual([]);
  });

  test('have nothing that qpdf finds wrong', async () => {
    const names = [...NAMES.map((name) => `${name}.pdf`), 'moved.pdf', 'guided.pdf', 'roll.pdf'];
    expect(await folder.findFaults(names)).toEqual([]);
  });
});
