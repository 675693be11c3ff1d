import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findWrongModules, print, printSamples, type Sample } from '#harness/data/print.ts';
import { type GrayPicture, readGraySymbol } from '#harness/symbols/read-symbol.ts';
import {
  createPrintFolder,
  hasPrintTools,
  type PdfEntry,
  type PrintFolder,
} from '#harness/programs/print-tools.ts';

const CONTENT = 'https://GO.EXAMPLE.COM/K7M2P9QA';
const CAPTION = 'Ελλάδα & Říp: go.example.com/k7m2p9qa';
const SPOT = { color: 'spot:PANTONE 185 C', alternate: '0,91,76,0' };
const X1A = { standard: 'x-1a' } as const;
const BLED = { paper: 'white', bleedMm: 3, marks: true } as const;

/** One file for each claim, by name. */
const FILES: Readonly<Record<string, Sample['request'] & Pick<Sample, 'captionText' | 'shapes'>>> = {
  'black.pdf': {},
  'shapes.pdf': { ...X1A, ...SPOT, shapes: { modules: 'dot', eyes: { shape: 'leaf', color: null } } },
  'bled.pdf': { ...X1A, ...BLED, condition: 'FOGRA51' },
  'cmyk.pdf': { ...X1A, color: 'cmyk:100,80,0,0' },
  'spot.pdf': { ...X1A, ...SPOT, ...BLED },
  'rgb.pdf': { color: 'rgb' },
  'caption.pdf': { ...X1A, ...BLED, captionText: CAPTION },
  'caption.eps': { format: 'eps', captionText: CAPTION },
  'black.eps': { format: 'eps' },
  'bled.eps': { format: 'eps', ...BLED },
  'spot.eps': { format: 'eps', ...SPOT, paper: 'white', captionText: CAPTION },
};
const POINT = 25.4 / 72;

describe.runIf(hasPrintTools())('a print file, as ghostscript, qpdf, poppler and two readers see it', () => {
  const samples = printSamples(24).map(({ content, captionText, shapes, request }, i) => {
    const format = (i < 12 ? i : i + 1) % 2 === 0 ? 'pdf' : 'eps';
    // The second round of looks uses the other format.
    const name = `sample-${i}.${format}`;
    return { content, captionText, shapes, request: { ...request, format } as const, name };
  });
  let folder: PrintFolder;
  beforeAll(async () => {
    const files = new Map<string, Uint8Array>();
    for (const [name, { captionText, shapes, ...request }] of Object.entries(FILES))
      files.set(name, await print({ content: CONTENT, captionText, shapes, request }));
    for (const { name, ...sample } of samples) files.set(name, await print(sample));
    folder = await createPrintFolder(files);
  });
  afterAll(() => folder.remove());

  test('shows every module at 600 dpi, and is read back by both readers', async () => {
    const contents = samples.map(({ content }) => content);
    const pages = await folder.render(
      samples.map(({ name }) => name),
      600,
    );
    expect(samples.flatMap((sample, i) => findWrongModules(sample, pages[i]!))).toEqual([]);
    const read = await Promise.all(pages.map(readGraySymbol));
    expect(read.map(({ text }) => text)).toEqual(contents);
    expect(read.some(({ isMirrored }) => isMirrored)).toBe(false);
    expect(await folder.readRendered()).toEqual(contents);
  });

  test('in black has only black ink, in process inks the requested ones', async () => {
    const [cmyk, ...blacks] = await folder.measureInks([
      'cmyk.pdf',
      'black.pdf',
      'bled.pdf',
      'caption.pdf',
      'black.eps',
      'caption.eps',
    ]);
    expect(blacks).toHaveLength(5);
    for (const inks of blacks) {
      expect(inks?.slice(0, 3)).toEqual([0, 0, 0]);
      expect(inks?.[3]).toBeGreaterThan(0.05);
    }
    expect(cmyk?.map((share) => share > 0)).toEqual([true, true, false, false]);
  });

  test('of a spot colour has one plate, white paper and crop marks included', async () => {
    expect(await folder.listPlates('spot.pdf')).toEqual(['PANTONE 185 C']);
    expect(await folder.listPlates('shapes.pdf')).toEqual(['PANTONE 185 C']);
    expect(await folder.listPlates('spot.eps')).toEqual(['PANTONE 185 C']);
    expect(await folder.listPlates('bled.pdf')).toEqual(['Black']);
  });

  test('as PDF has nothing that qpdf finds wrong', async () => {
    const pdfs = [...Object.keys(FILES), ...samples.map(({ name }) => name)].filter((name) =>
      name.endsWith('.pdf'),
    );
    expect(await folder.findFaults(pdfs)).toEqual([]);
  });

  test('as PDF has the requested size, trim and bleed within the page', async () => {
    const boxes = await folder.ask('pdfinfo', 'bled.pdf');
    const read = (name: string) =>
      (new RegExp(`${name}Box: +(.*)`).exec(boxes)?.[1] ?? '')
        .trim()
        .split(/ +/)
        .map((points) => Number(points) * POINT);
    const near = (actual: number[], expected: number[]) => {
      expect(actual).toHaveLength(4);
      for (const [i, value] of actual.entries())
        expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThan(0.01);
    };
    near(read('Media'), [0, 0, 36, 36]);
    near(read('Bleed'), [5, 5, 31, 31]);
    near(read('Trim'), [8, 8, 28, 28]);
    expect(await folder.ask('pdfinfo', 'bled.pdf')).toContain('PDF version:     1.4');
  });

  test('as EPS has the bounding box that ghostscript finds', async () => {
    const [box = []] = await folder.findBoxes(['bled.eps']);
    const text: string = Buffer.from(
      await print({ content: CONTENT, request: { format: 'eps', ...BLED } }),
    ).toString();
    const stated = (/%%HiResBoundingBox: (.*)/.exec(text)?.[1] ?? '').split(' ').map(Number);
    expect(box).toHaveLength(4);
    for (const [i, found] of box.entries()) {
      expect(Math.abs(found - (stated[i] ?? 0))).toBeLessThan(0.3);
    }
    expect(text).toContain('%%BoundingBox: 0 0 103 103\n');
    expect(text.split('\n').every((line: string) => line.length <= 255)).toBe(true);
    // eslint-disable-next-line no-control-regex -- DocumentData allows only printable ASCII
    expect(/^[\n -~]*$/.test(text)).toBe(true);
  });

  test('has its caption outside of the quiet zone and within the trim', async () => {
    const names = ['caption.pdf', 'caption.eps'];
    const pages = await folder.render(names, 600);
    for (const [i, page] of pages.entries()) {
      // Bleed and marks around the first one; a module is 20 mm / 33.
      const around = i === 0 ? 8 : 0;
      const mm = page.width / (20 + 2 * around);
      const rowsWithInk = listInkedRows(page, (around + 0.3) * mm, (around + 19.7) * mm).map(
        (row) => row / mm - around,
      );
      const quiet = (4 * 20) / 33;
      const below = rowsWithInk.filter((y) => y > 20 - quiet + 0.1 && y < 40);
      // Below the symbol, nothing until the end of the quiet zone; then the caption, in two lines of letters.
      expect(Math.min(...below)).toBeGreaterThan(20);
      expect(Math.min(...below)).toBeLessThan(21.5);
      expect(Math.max(...below)).toBeGreaterThan(22.5);
      const trimHeight = page.height / mm - 2 * around;
      expect(Math.max(...below.filter((y) => y < trimHeight + 0.5))).toBeLessThan(trimHeight - 0.5);
    }
    expect((await folder.readRendered()).every((text) => text === CONTENT)).toBe(true);
  });

  test.each(['bled.pdf', 'cmyk.pdf', 'spot.pdf', 'caption.pdf', 'shapes.pdf'])(
    '%s is a PDF/X-1a:2003, point by point',
    async (name) => {
      const objects = await folder.readObjects(name);
      const { info, catalog, page, resources, content, id } = openX1a(objects);
      expect(Object.keys(info).sort()).toEqual([
        '/CreationDate',
        '/Creator',
        '/GTS_PDFXVersion',
        '/ModDate',
        '/Producer',
        '/Title',
        '/Trapped',
      ]);
      expect(info).toMatchObject({
        '/GTS_PDFXVersion': 'u:PDF/X-1a:2003',
        '/Trapped': '/False',
        '/Title': 'u:QR code: url',
        '/CreationDate': 'u:D:20261121120000Z',
        '/ModDate': 'u:D:20261121120000Z',
      });
      const condition = name === 'bled.pdf' ? 'u:FOGRA51' : 'u:FOGRA39';
      expect(catalog['/OutputIntents']).toEqual([
        {
          '/Type': '/OutputIntent',
          '/S': '/GTS_PDFX',
          '/OutputConditionIdentifier': condition,
          '/RegistryName': 'u:http://www.color.org',
          '/Info': condition,
        },
      ]);
      expect(Object.keys(catalog).sort()).toEqual(['/OutputIntents', '/Pages', '/Type']);
      expect(id).toHaveLength(2);
      expect(page).toHaveProperty('/MediaBox');
      expect(page).toHaveProperty('/TrimBox');
      expect(Object.keys(resources)).toEqual(
        name === 'spot.pdf' || name === 'shapes.pdf' ? ['/ColorSpace'] : [],
      );
      // No screen colours, transparency, text, pictures, or lines that get lost in print.
      const operators = new Set<string>(content.match(/(?<![/\w])[A-Za-z]+\*?(?!\w)/g));
      const allowed = 'q Q cm k K cs CS scn SCN re m l c f f* w S'.split(' ');
      expect([...operators].filter((operator) => !allowed.includes(operator))).toEqual([]);
      for (const [, width] of content.matchAll(/([\d.]+) w\b/g))
        expect(Number(width) * POINT).toBeGreaterThan(0.07);
      expect((await folder.ask('pdffonts', name)).trim().split('\n')).toHaveLength(2);
      expect(await folder.ask('pdfinfo', name)).toContain('PDF/X-1a:2003');
    },
  );
});

/** The rows of a page with anything dark between two columns. */
function listInkedRows({ width, height, pixels }: GrayPicture, from: number, to: number): number[] {
  return Array.from({ length: height }, (_, row) => row).filter((row) =>
    pixels.subarray(row * width + Math.ceil(from), row * width + Math.floor(to)).some((pixel) => pixel < 128),
  );
}

function openX1a(objects: Record<string, PdfEntry>) {
  const trailer = objects['trailer']?.value as Record<string, unknown>;
  const dictionaryOf = (reference: unknown) =>
    objects[`obj:${String(reference)}`]?.value as Record<string, unknown>;
  const catalog = dictionaryOf(trailer['/Root']);
  const [firstPage] = dictionaryOf(catalog['/Pages'])['/Kids'] as unknown[];
  const page = dictionaryOf(firstPage);
  const content = objects[`obj:${String(page['/Contents'])}`]?.stream?.data ?? '';
  return {
    info: dictionaryOf(trailer['/Info']),
    catalog,
    page,
    resources: dictionaryOf(page['/Resources']),
    content: Buffer.from(content, 'base64').toString('latin1') as string,
    id: trailer['/ID'] as string[],
  };
}
