import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findWrongModules, print, printSamples } from '#harness/data/print.ts';
import { rasterizeToPng, readGraySymbol, readSymbol } from '#harness/symbols/read-symbol.ts';
import { sampled } from '#harness/data/sampled.ts';
import { createPrintFolder, hasPrintTools, type PrintFolder } from '#harness/programs/print-tools.ts';

/** Of fewer, not every kind of ink is among them. */
const SAMPLES = printSamples(sampled(200, 34));
const FORMATS = ['pdf', 'eps'] as const;

describe.runIf(hasPrintTools())(`${SAMPLES.length} codes as print files of every look`, () => {
  let folder: PrintFolder;
  const nameOf = (i: number, format: string) => `${i}.${format}`;
  const namesOf = (format: string) => SAMPLES.map((_, i) => nameOf(i, format));
  beforeAll(async () => {
    const files = new Map<string, Uint8Array>();
    for (const [i, { request, ...sample }] of SAMPLES.entries()) {
      for (const format of FORMATS) {
        files.set(nameOf(i, format), await print({ ...sample, request: { ...request, format } }));
      }
    }
    folder = await createPrintFolder(files);
  });
  afterAll(() => folder.remove());

  test.each(FORMATS)('are read back from %s at 600 dpi by both readers', async (format) => {
    const contents = SAMPLES.map(({ content }) => content);
    const pages = await folder.render(namesOf(format), 600);
    expect(SAMPLES.flatMap((sample, i) => findWrongModules(sample, pages[i]!))).toEqual([]);
    const read: string[] = [];
    for (const page of pages) read.push((await readGraySymbol(page)).text);
    expect(read).toEqual(contents);
    expect(await folder.readRendered()).toEqual(contents);
  });

  test('are read back from SVG', async () => {
    for (const { request, ...sample } of SAMPLES) {
      const color = request.color === 'rgb' ? 'rgb' : 'k';
      const svg = { ...request, format: 'svg', paper: 'white', color, alternate: undefined } as const;
      const picture = await rasterizeToPng(
        Buffer.from(await print({ ...sample, request: svg })).toString(),
        1000,
      );
      expect((await readSymbol(picture)).text).toBe(sample.content);
    }
  });

  test.each(FORMATS)('have as %s the inks that were asked for, and no others', async (format) => {
    const inks = await folder.measureInks(namesOf(format));
    for (const [i, { request }] of SAMPLES.entries()) {
      const used = (inks[i] ?? []).map((share) => share > 0);
      if (request.color === undefined) expect(used).toEqual([false, false, false, true]);
      if (request.color?.startsWith('cmyk')) expect(used).toEqual([true, true, false, true]);
    }
    const spots = SAMPLES.flatMap(({ request }, i) =>
      request.color?.startsWith('spot') ? [nameOf(i, format)] : [],
    );
    for (const name of spots.slice(0, 10)) expect(await folder.listPlates(name)).toEqual(['PANTONE 185 C']);
    expect(spots.length).toBeGreaterThan(SAMPLES.length / 10);
  });

  test('have nothing as PDF that qpdf finds wrong', async () => {
    expect(await folder.findFaults(namesOf('pdf'))).toEqual([]);
  });
});
