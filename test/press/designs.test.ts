import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sizeFrame } from '#core/styles/frame-size.ts';
import type { LogoPicture } from '#core/drawing.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import { type CodeStyle, listColors } from '#core/styles/style.ts';
import { designOf, print } from '#harness/data/print.ts';
import { BLACK_ON_WHITE, hexColor } from '#harness/symbols/colors.ts';
import { draw } from '#harness/symbols/draw.ts';
import { rasterizeSvg, readRgbaSymbol } from '#harness/symbols/read-symbol.ts';
import { PLAIN, randomStyle } from '#harness/symbols/styles.ts';
import {
  type ColorPicture,
  createPrintFolder,
  hasPrintTools,
  type PrintFolder,
} from '#harness/programs/print-tools.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { makeLogo } from '#symbol/logos/make-logo.ts';

const CONTENT = 'https://go.example.com/k7m2p9qa';
const FORMATS = ['pdf', 'eps'] as const;
const WIDTH_MM = 40;

/** Pixels of a module: a whole number, so that the PNG has nothing over. */
const SCALE = 12;

/** A green disc with a half-transparent edge, and a red one of many colours. */
const LOGOS = [
  '<circle cx="5" cy="5" r="4.5" fill="#1f7a3d"/><circle cx="5" cy="5" r="2" fill="#fff"/>',
  '<defs><radialGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></radialGradient></defs><circle cx="5" cy="5" r="5" fill="url(#g)"/>',
];

/** A logo that stays paths: a ring by either rule, and a curve. */
const PATHS =
  '<path fill="#e30613" fill-rule="evenodd" d="M0 0H10V10H0ZM2 2H8V8H2Z"/><path fill="#1f3a7d" d="M3 5C3 2 7 2 7 5S3 8 3 5Z"/>';

async function pictureOf(logo: string, isDrawn = true): Promise<LogoPicture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="200" height="200">${logo}</svg>`;
  const made = await makeLogo(isDrawn ? (await rasterizeSvg(svg, 200)).png : Buffer.from(svg), 2_000);
  if (!made.ok) throw new Error(made.error.code);
  return made.value.picture;
}

/** Random designs; every other one has a logo. */
async function listDesigns(count: number) {
  const random = seededRandom(31);
  const pictures = [
    ...(await Promise.all(LOGOS.map((logo) => pictureOf(logo)))),
    await pictureOf(PATHS, false),
  ];
  return Array.from({ length: count }, (_, i) => {
    const { look, color } = randomStyle(random);
    const logo = { image: 'img_0' as ImageId, size: 'auto', fit: null } as const;
    const style: CodeStyle = i % 2 === 0 ? { ...look, logo } : look;
    return { look: style, color, picture: i % 2 === 0 ? (pictures[(i / 2) % 3] ?? null) : null };
  });
}

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
async function designWithAll(picture: LogoPicture) {
  const look: CodeStyle = {
    ...PLAIN,
    modules: 'rounded',
    gradient: { type: 'linear', angle: 45, from: hexColor('#0b3d91'), to: hexColor('#5b0a4a') },
    frame: { kind: 'label_bottom', text: 'Scan me', color: null },
    logo: { image: 'img_0' as ImageId, size: 'auto', fit: null },
  };
  return { look, color: BLACK_ON_WHITE, picture };
}

describe.runIf(hasPrintTools())('a design on paper', () => {
  let folder: PrintFolder;
  let designs: Awaited<ReturnType<typeof listDesigns>>;
  const nameOf = (name: number | string, format: string) => `${name}.${format}`;
  const sizeOf = (i: number) => {
    const { matrix, style } = designOf(CONTENT, designs[i]!);
    const { width, height } = sizeFrame(style.frame, matrix.side + 8);
    return { size: width * SCALE, high: height * SCALE };
  };
  beforeAll(async () => {
    designs = await listDesigns(24);
    const files = new Map<string, Uint8Array>();
    for (const [i, design] of designs.entries()) {
      const sample = { content: CONTENT, design: designOf(CONTENT, design) };
      for (const format of FORMATS) {
        const request = { color: 'design', paper: undefined, widthMm: WIDTH_MM, format } as const;
        files.set(nameOf(i, format), await print({ ...sample, request }));
      }
    }
    const [pixels, paths] = [await pictureOf(LOGOS[1] ?? ''), await pictureOf(PATHS, false)];
    for (const [name, inks] of NAMED_INKS) {
      const picture = name.startsWith('paths') ? paths : pixels;
      const sample = { content: CONTENT, design: designOf(CONTENT, await designWithAll(picture)) };
      for (const format of FORMATS)
        files.set(
          nameOf(name, format),
          await print({ ...sample, request: { paper: undefined, widthMm: WIDTH_MM, ...inks, format } }),
        );
    }
    folder = await createPrintFolder(files);
  });
  afterAll(() => folder.remove());

  test.each(FORMATS)('is in %s, pixel by pixel, what its image shows, and is read', async (format) => {
    for (const [i, design] of designs.entries()) {
      const { size, high } = sizeOf(i);
      const [page] = await folder.renderColors([nameOf(i, format)], (size / WIDTH_MM) * 25.4);
      const { svg } = await draw(CONTENT, { ...design, size });
      const expected = await rasterizeSvg(svg, size);
      const about = `${i}: ${JSON.stringify(design.look)} ${JSON.stringify(design.color)}`;
      // EPS has no transparency: a logo on transparent paper brings its square in the light colour.
      const hasGround =
        format === 'eps' &&
        design.look.background === 'transparent' &&
        design.picture &&
        'png' in design.picture;
      expect(shareOfDifferent(page!, expected.pixels, size, high), about).toBeLessThan(
        hasGround ? 0.03 : 0.01,
      );
      const data = new Uint8ClampedArray(4 * page!.width * page!.height).fill(255);
      for (let at = 0; at < data.length / 4; at++)
        data.set(page!.pixels.subarray(3 * at, 3 * at + 3), 4 * at);
      expect((await readRgbaSymbol({ ...page!, data })).text, about).toBe(CONTENT);
    }
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
        ...(await designWithAll(await pictureOf(PATHS, false))),
        picture: null,
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
    const names = [...designs.map((_, i) => String(i)), ...NAMED_INKS.map(([name]) => name)];
    expect(await folder.findFaults(names.map((name) => nameOf(name, 'pdf')))).toEqual([]);
  });
});

/** The largest difference in a channel. */
const LARGEST_DIFFERENCE = 64;

/**
 * The share of pixels of a page whose colour is neither at their place nor beside it in a picture of premultiplied RGBA pixels on white
 * paper: each program smooths edges in its own way.
 */
function shareOfDifferent(
  { width, height, pixels }: ColorPicture,
  rgba: Uint8Array,
  size: number,
  high: number,
): number {
  expect(Math.abs(width - size) + Math.abs(height - high)).toBeLessThanOrEqual(2);
  const isNear = (page: number, image: number) => {
    const white = 255 - (rgba[image + 3] ?? 0);
    return [0, 1, 2].every(
      (i) => Math.abs((pixels[page + i] ?? 0) - (rgba[image + i] ?? 0) - white) <= LARGEST_DIFFERENCE,
    );
  };
  const around = [0, -1, 1].flatMap((dy) => [0, -1, 1].map((dx) => 4 * (dy * size + dx)));
  let different = 0;
  for (let y = 0; y < Math.min(high, height); y++) {
    for (let x = 0; x < Math.min(size, width); x++) {
      const [page, image] = [3 * (y * width + x), 4 * (y * size + x)];
      if (!around.some((step) => isNear(page, image + step))) different++;
    }
  }
  return different / (size * high);
}
