import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImageId } from '#core/logos/image-id.ts';
import { designOf, print, type Sample } from '#harness/data/print.ts';
import { BLACK_ON_WHITE, hexColor } from '#harness/symbols/colors.ts';
import { createPrintFolder, hasPrintTools, type PrintFolder } from '#harness/programs/print-tools.ts';
import { rasterizeToPng } from '#harness/symbols/read-symbol.ts';
import { PLAIN } from '#harness/symbols/styles.ts';
import { makeLogo } from '#symbol/logos/make-logo.ts';

const CONTENT = 'https://go.example.com/k7m2p9qa';

/** A design in many colours, with a logo that lets the paper through. */
async function brand(): Promise<NonNullable<Sample['design']>> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#c21"/></svg>';
  const made = await makeLogo(await rasterizeToPng(svg, 200), 2_000);
  if (!made.ok) throw new Error(made.error.code);
  const look = {
    ...PLAIN,
    eyes: { shape: 'rounded', color: hexColor('#3a0a0a') },
    gradient: { type: 'linear', angle: 45, from: hexColor('#0b3d91'), to: hexColor('#5b0a4a') },
    background: 'transparent',
    logo: { image: 'img_0' as ImageId, size: 'auto', fit: null },
  } as const;
  return designOf(CONTENT, { look, color: BLACK_ON_WHITE, picture: made.value.picture });
}

const REQUESTS = {
  'design.pdf': { color: 'design' },
  'rgb.pdf': { color: 'rgb' },
  'x-4.pdf': { color: 'design', standard: 'x-4', paper: 'white', bleedMm: 3, marks: true },
  'black.pdf': { color: 'k' },
  'process.pdf': { color: 'cmyk' },
} as const;

describe.runIf(hasPrintTools())('what a PDF says about its colours', () => {
  let folder: PrintFolder;
  beforeAll(async () => {
    const files = new Map<string, Uint8Array>();
    const design = await brand();
    for (const [name, request] of Object.entries(REQUESTS))
      files.set(name, await print({ content: CONTENT, design, request: { paper: undefined, ...request } }));
    folder = await createPrintFolder(files);
    for (const name of ['design.pdf', 'x-4.pdf'])
      await folder.add(`${name}.icc`, Buffer.from((await open(name)).profile ?? '', 'base64'));
  });
  afterAll(() => folder.remove());

  async function open(name: string) {
    const objects = await folder.readObjects(name);
    const get = (reference: unknown) => objects[`obj:${String(reference)}`];
    const trailer = objects['trailer']?.value as Record<string, unknown>;
    const catalog = get(trailer['/Root'])?.value as Record<string, unknown>;
    const [intent] = (catalog['/OutputIntents'] ?? []) as Record<string, unknown>[];
    const pages = get(catalog['/Pages'])?.value as Record<string, unknown[]>;
    return {
      intent,
      profile: get(intent?.['/DestOutputProfile'])?.stream?.data,
      page: get(pages['/Kids']?.[0])?.value as Record<string, unknown>,
      info: get(trailer['/Info'])?.value as Record<string, unknown>,
      metadata: Buffer.from(get(catalog['/Metadata'])?.stream?.data ?? '', 'base64').toString(),
      id: trailer['/ID'] as string[],
    };
  }

  test('in screen colours is that they are those of sRGB, with a profile of a screen, of less than 600 bytes', async () => {
    for (const name of ['design.pdf', 'rgb.pdf']) {
      const { intent, profile } = await open(name);
      expect(intent).toMatchObject({ '/S': '/GTS_PDFA1', '/OutputConditionIdentifier': 'u:sRGB' });
      const bytes = Buffer.from(profile ?? '', 'base64');
      expect(bytes.length).toBeLessThan(600);
      expect(bytes.readUInt32BE(0)).toBe(bytes.length);
      expect(bytes.toString('latin1', 12, 24)).toBe('mntrRGB XYZ ');
    }
  });

  test('in inks is nothing, because they are for whichever press prints them', async () => {
    for (const name of ['black.pdf', 'process.pdf']) expect((await open(name)).intent).toBeUndefined();
  });

  test.each(['design.pdf', 'x-4.pdf'])(
    'in the profile of %s is what ghostscript takes for sRGB',
    async (name) => {
      const profile = `${name}.icc`;
      const [usual] = await folder.renderColors(['design.pdf'], 150);
      for (const of of ['DefaultRGBProfile', 'OutputICCProfile'] as const) {
        const [page] = await folder.renderColors(['design.pdf'], 150, { of, name: profile });
        const off = page!.pixels.map((value, i) => Math.abs(value - usual!.pixels[i]!));
        expect(Math.max(...off)).toBeLessThanOrEqual(1);
      }
      // A profile that says otherwise changes the picture, so ghostscript did use this one.
      const other = Buffer.from((await open(name)).profile ?? '', 'base64');
      for (const curve of ['para', 'curv']) {
        for (let at = other.indexOf(curve); at !== -1; at = other.indexOf(curve, at + 4))
          if (curve === 'para' || other.readUInt32BE(at + 8) > 0)
            other.fill(1, at + 12, at + 16 + (curve === 'curv' ? 120 : 0));
      }
      await folder.add('other.icc', other);
      const changed = { of: 'DefaultRGBProfile', name: 'other.icc' } as const;
      const [page] = await folder.renderColors(['design.pdf'], 150, changed);
      expect(page!.pixels.some((value, i) => Math.abs(value - usual!.pixels[i]!) > 5)).toBe(true);
    },
  );

  test('is a PDF/X-4, point by point', async () => {
    const { intent, profile, page, info, metadata, id } = await open('x-4.pdf');
    expect(Object.keys(info).sort()).toEqual([
      '/CreationDate',
      '/ModDate',
      '/Producer',
      '/Title',
      '/Trapped',
    ]);
    expect(info).toMatchObject({ '/Trapped': '/False', '/CreationDate': 'u:D:20261121120000Z' });
    expect(id).toHaveLength(2);
    expect(intent).toMatchObject({ '/S': '/GTS_PDFX', '/OutputConditionIdentifier': 'u:sRGB' });
    expect(intent?.['/Info']).toBe('u:sRGB (IEC 61966-2-1)');
    expect(Buffer.from(profile ?? '', 'base64').toString('latin1', 12, 24)).toBe('prtrRGB XYZ ');
    // In a group of RGB, black would not stay black ink beside a logo that lets the paper through.
    expect(page).not.toHaveProperty('/Group');
    expect(page).toHaveProperty('/TrimBox');
    for (const fact of [
      'xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"',
      '<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>',
      '<pdf:Trapped>False</pdf:Trapped>',
      '<xmp:CreateDate>2026-11-21T12:00:00Z</xmp:CreateDate>',
      '<xmp:MetadataDate>2026-11-21T12:00:00Z</xmp:MetadataDate>',
      '<xmpMM:VersionID>1</xmpMM:VersionID>',
      '<xmpMM:RenditionClass>default</xmpMM:RenditionClass>',
      '<rdf:li xml:lang="x-default">QR code: url</rdf:li>',
    ])
      expect(metadata).toContain(fact);
    expect(metadata).toMatch(/<xmpMM:DocumentID>uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}</);
    expect(await folder.ask('pdfinfo', 'x-4.pdf')).toMatch(/PDF version: +1\.6/);
    expect(await folder.findFaults(Object.keys(REQUESTS))).toEqual([]);
  });

  test('leaves the logo transparent in PDF/X-4, and the code readable', async () => {
    const objects = Object.values(await folder.readObjects('x-4.pdf'));
    expect(objects.some(({ stream }) => stream?.dict['/SMask'] !== undefined)).toBe(true);
    await folder.render(['x-4.pdf', 'design.pdf'], 300);
    expect(await folder.readRendered()).toEqual([CONTENT, CONTENT]);
  });
});
