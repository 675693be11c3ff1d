import type { Box } from '#core/drawing.ts';
import { launchChromium } from '../browser/chromium.ts';
import { crop, shareOfDifferent, toPage, toRgba } from '../symbols/compare-pages.ts';
import { rasterizeSvg } from '../symbols/read-symbol.ts';
import { type ColorPicture, createPrintFolder, type PrintFolder } from './print-tools.ts';
import { readPictures } from './symbol-readers.ts';

/** A part of a page, and what it must show. */
export interface Spot {
  readonly about: string;
  /** In millimetres from the upper left corner of the page; null for the whole page. */
  readonly box: Box | null;
  /** What both readers must read there; null if it is not for readers. */
  readonly content: string | null;
  /** Draws what a part of the page, in pixels, must look like; null if nothing is compared. */
  readonly picture: ((part: Box) => Promise<ColorPicture>) | null;
}

/** A print file of one page. */
export interface Proof {
  /** With the ending of its format: pdf, eps or svg. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly spots: readonly Spot[];
}

/**
 * The share of the pixels of a page or of a label that may differ from the picture. EPS needs the most, because it has no transparency: a logo
 * of pixels on transparent paper brings its square in the light colour.
 */
const MAY_DIFFER = 0.005;

type Drawing = Readonly<Record<string, ColorPicture>>;

export interface Findings {
  /** What qpdf finds, and pages that differ from their pictures; a line each. */
  readonly faults: string[];
  /** What a reader could not read; a line each. */
  readonly unread: string[];
  readings: number;
  /** The largest share of pixels by which a page differs from its picture. */
  farthest: number;
}

/**
 * Renders print files at their true size with every program that knows their format (PDF: ghostscript and poppler, EPS: ghostscript, SVG:
 * Chromium), compares the pages with their pictures, and has zbar and ZXing-C++ read them. qpdf checks each PDF.
 *
 * @param atOnce how many of them are in memory at a time
 */
export async function provePrints(
  proofs: readonly (() => Promise<Proof>)[],
  dpi: number,
  atOnce = 24,
): Promise<Findings> {
  const all: Findings = { faults: [], unread: [], readings: 0, farthest: 0 };
  for (let i = 0; i < proofs.length; i += atOnce) {
    const some = await proveSome(await Promise.all(proofs.slice(i, i + atOnce).map((make) => make())), dpi);
    all.faults.push(...some.faults);
    all.unread.push(...some.unread);
    all.readings += some.readings;
    all.farthest = Math.max(all.farthest, some.farthest);
  }
  return all;
}

async function proveSome(proofs: readonly Proof[], dpi: number): Promise<Findings> {
  const folder = await createPrintFolder(new Map(proofs.map(({ name, bytes }) => [name, bytes])));
  try {
    const faults = await folder.findFaults(namesOf(proofs, 'pdf'));
    const drawings = await drawAll(folder, proofs, dpi);
    const shots: Shot[] = [];
    for (const [i, { spots }] of proofs.entries())
      for (const spot of spots) shots.push(...(await takeShots(spot, drawings[i]!, dpi)));
    for (const { by, share } of shots)
      if (share > MAY_DIFFER) faults.push(`${by}: ${share} of all pixels differ`);
    const read = shots.filter(({ content }) => content !== null);
    const readings = await readPictures(
      read.map(({ page }) => toRgba(page)),
      ['zbar', 'ZXing-C++'],
    );
    const unread = Object.entries(readings).flatMap(([reader, texts]) =>
      read.flatMap(({ by, content }, i) =>
        texts[i] === content ? [] : `${by}: ${reader} reads ${texts[i]}`,
      ),
    );
    return {
      faults,
      unread,
      readings: 2 * read.length,
      farthest: Math.max(0, ...shots.map(({ share }) => share)),
    };
  } finally {
    await folder.remove();
  }
}

/** What a program drew in a spot, and the share of its pixels that differ from the picture. */
interface Shot extends Pick<Spot, 'content'> {
  readonly by: string;
  readonly page: ColorPicture;
  readonly share: number;
}

async function takeShots(
  { about, box, content, picture }: Spot,
  drawing: Drawing,
  dpi: number,
): Promise<Shot[]> {
  let expected: ColorPicture | null = null;
  const shots: Shot[] = [];
  for (const [program, drawn] of Object.entries(drawing)) {
    const part = box ? toPixels(box, dpi) : { x: 0, y: 0, width: drawn.width, height: drawn.height };
    const page = crop(drawn, part);
    expected ??= picture && (await picture(part));
    const share = expected ? shareOfDifferent(page, expected) : 0;
    shots.push({ by: `${program}, ${about}`, content, page, share });
  }
  return shots;
}

/** The part of a page in pixels. */
function toPixels({ x, y, width, height }: Box, dpi: number): Box {
  const inPixels = (mm: number) => (mm * dpi) / 25.4;
  const [left, top] = [Math.round(inPixels(x)), Math.round(inPixels(y))];
  const [right, bottom] = [Math.floor(inPixels(x + width)), Math.floor(inPixels(y + height))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function namesOf(proofs: readonly Proof[], ...endings: readonly string[]): string[] {
  return proofs
    .map(({ name }) => name)
    .filter((name) => endings.some((ending) => name.endsWith(`.${ending}`)));
}

/** Each page by the programs that draw it. */
async function drawAll(folder: PrintFolder, proofs: readonly Proof[], dpi: number): Promise<Drawing[]> {
  const svgs = proofs.filter(({ name }) => name.endsWith('.svg'));
  const [forGhostscript, forPoppler] = [namesOf(proofs, 'pdf', 'eps'), namesOf(proofs, 'pdf')];
  const [ghostscript, poppler, chromium] = await Promise.all([
    forGhostscript.length > 0 ? folder.renderColors(forGhostscript, dpi) : [],
    folder.renderWithPoppler(forPoppler, dpi),
    drawWithChromium(svgs, dpi),
  ]);
  return proofs.map((proof) => {
    const { name } = proof;
    const drawing = {
      ghostscript: ghostscript[forGhostscript.indexOf(name)],
      poppler: poppler[forPoppler.indexOf(name)],
      Chromium: chromium[svgs.indexOf(proof)],
    };
    return Object.fromEntries(Object.entries(drawing).flatMap(([by, page]) => (page ? [[by, page]] : [])));
  });
}

async function drawWithChromium(svgs: readonly Proof[], dpi: number): Promise<ColorPicture[]> {
  if (svgs.length === 0) return [];
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const pages: ColorPicture[] = [];
    for (const { name, bytes } of svgs) {
      const svg = Buffer.from(bytes);
      const [, width, height] = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg.toString()) ?? [];
      if (width === undefined) throw new Error(`${name} has no size in millimetres`);
      const [wide, high] = [Number(width), Number(height)].map((mm) => Math.round((mm * dpi) / 25.4)) as [
        number,
        number,
      ];
      await page.setViewportSize({ width: wide, height: high });
      const source = `data:image/svg+xml;base64,${svg.toString('base64')}`;
      await page.setContent(
        `<body style="margin:0"><img src="${source}" style="display:block" width="${wide}" height="${high}">`,
        { waitUntil: 'load' },
      );
      pages.push(await readPage(await page.screenshot()));
    }
    return pages;
  } finally {
    await browser.close();
  }
}

/** The pixels of a PNG without transparency. */
async function readPage(png: Buffer): Promise<ColorPicture> {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" xlink:href="data:image/png;base64,${png.toString('base64')}"/></svg>`;
  const { pixels, ...size } = await rasterizeSvg(svg, width);
  return toPage({ ...size, data: new Uint8ClampedArray(pixels) });
}
