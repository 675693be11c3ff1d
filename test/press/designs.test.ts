import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogoPicture } from '#core/drawing.ts';
import { listColors } from '#core/styles/style.ts';
import { listDesigns, listLogos } from '#harness/data/designs.ts';
import { designOf, print } from '#harness/data/print.ts';
import { CODE_DPI, proveCode } from '#harness/data/proofs.ts';
import { createPrintFolder, hasPrintTools, type PrintFolder } from '#harness/programs/print-tools.ts';
import { provePrints } from '#harness/programs/prove-prints.ts';
import { BLACK_ON_WHITE } from '#harness/symbols/colors.ts';
import { EVERYTHING } from '#harness/symbols/styles.ts';

const CONTENT = 'https://go.example.com/k7m2p9qa';
const FORMATS = ['pdf', 'eps'] as const;
const WIDTH_MM = 40;

const INKS = {
  black: { color: 'k' },
  spot: { color: 'spot:PANTONE 185 C', alternate: '0,91,76,0' },
  process: { color: 'cmyk' },
} as const;

/** The same for a logo of pixels and for one of paths. */
const NAMED_INKS = ['pixels', 'paths'].flatMap((kind) =>
  Object.entries(INKS).map(([name, inks]) => [`${kind} in ${name}`, inks] as const),
);

/** A design with every part that can have a colour. */
function designWithAll(picture: LogoPicture | null) {
  return { look: EVERYTHING, color: BLACK_ON_WHITE, picture };
}

describe.runIf(hasPrintTools())('a design on paper', () => {
  let folder: PrintFolder;
  const nameOf = (name: string, format: string) => `${name}.${format}`;
  beforeAll(async () => {
    const files = new Map<string, Uint8Array>();
    const { pixels, paths } = await listLogos();
    for (const [name, inks] of NAMED_INKS) {
      const picture = name.startsWith('paths') ? paths : pixels[1]!;
      const sample = { content: CONTENT, design: designOf(CONTENT, designWithAll(picture)) };
      for (const format of FORMATS)
        files.set(
          nameOf(name, format),
          await print({ ...sample, request: { paper: undefined, widthMm: WIDTH_MM, ...inks, format } }),
        );
    }
    folder = await createPrintFolder(files);
  });
  afterAll(() => folder.remove());

  // designs.exhaustive.test.ts tries more of them, in every format, layout and label sheet.
  test.each(['design.pdf', 'design.eps'] as const)(
    'is in %s, pixel by pixel, what its PNG shows, and is read',
    async (form) => {
      const designs = await listDesigns(24, 31);
      const { faults, unread } = await provePrints(
        designs.map((design, i) => () => proveCode(design, form, i)),
        CODE_DPI,
      );
      expect([...faults, ...unread]).toEqual([]);
    },
  );

  // A PDF in RGB holds such a logo as it is stored.
  test('has in its PDF, pixel by pixel, a logo that covers its square', async () => {
    const { opaque } = await listLogos();
    const design = { content: CONTENT, ...designWithAll(opaque) };
    const { faults, unread } = await provePrints([() => proveCode(design, 'design.pdf', 0)], CODE_DPI);
    expect([...faults, ...unread]).toEqual([]);
  });

  test.each(FORMATS)('has in %s the plates of its inks, logo and frame too, and is read', async (format) => {
    const names = NAMED_INKS.map(([name]) => nameOf(name, format));
    for (const kind of ['pixels', 'paths']) {
      const [[cyan, magenta, yellow, share] = []] = await folder.measureInks([
        nameOf(`${kind} in black`, format),
      ]);
      expect([cyan, magenta, yellow]).toEqual([0, 0, 0]);
      expect(share).toBeGreaterThan(0.05);
      expect(await folder.listPlates(nameOf(`${kind} in spot`, format))).toEqual(['PANTONE 185 C']);
      expect(await folder.listPlates(nameOf(`${kind} in process`, format))).toEqual([
        'Black',
        'Cyan',
        'Magenta',
        'Yellow',
      ]);
    }
    await folder.render(names, 300);
    expect(await folder.readRendered()).toEqual(names.map(() => CONTENT));
  });

  test.each(FORMATS)(
    'has in %s the inks that the customer gives its colours, in gradients too',
    async (format) => {
      const design = designOf(CONTENT, {
        ...designWithAll(null),
      });
      const [, ...darks] = listColors(design.style, design.color);
      const cmykValues = darks.map((color, i) => `${color}:0,0,0,${100 - i}`).join(';');
      const request = { color: 'cmyk', cmykValues, paper: undefined, widthMm: WIDTH_MM, format } as const;
      const name = `given.${format}`;
      const given = await createPrintFolder(
        new Map([[name, await print({ content: CONTENT, design, request })]]),
      );
      const [shares = []] = await given.measureInks([name]);
      await given.remove();
      expect(shares.map((share) => share > 0)).toEqual([false, false, false, true]);
    },
  );

  test('has nothing as PDF that qpdf finds wrong', async () => {
    expect(await folder.findFaults(NAMED_INKS.map(([name]) => nameOf(name, 'pdf')))).toEqual([]);
  });
});
