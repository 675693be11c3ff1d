import { FRAME_KINDS, FRAME_TEXTS } from '#core/styles/frame.ts';
import { HIGHEST_FRAMED } from '#core/styles/frame-size.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import { type CodeStyle, EYE_SHAPES, MODULE_SHAPES } from '#core/styles/style.ts';
import { LAYOUT_NAMES, type LayoutName } from '#core/prints/layouts.ts';
import { type LayoutWish, planLayout } from '../data/layouts.ts';
import { designOf } from '../data/print.ts';
import { writePageSvg } from '#print/layouts/page-svg.ts';
import { renderPixels } from '#symbol/picture/render-pixels.ts';
import { writePixelPng } from '#symbol/style/write-pixel-png.ts';
import { BLACK_ON_WHITE, hexColor } from './colors.ts';
import { draw } from './draw.ts';
import { rasterizeToPng } from './read-symbol.ts';
import { PLAIN } from './styles.ts';

const CONTENT = 'https://go.example.com/k7m2p9qa';

type Look = Pick<Parameters<typeof draw>[1] & object, 'look' | 'color' | 'picture' | 'margin'>;

/** The sheets in the documents, by their files in docs/pictures. */
export const STYLE_SHEETS: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'styles.png': async () => drawSheet(listShapes(), { columns: MODULE_SHAPES.length, cell: 150 }),
  'frames.png': async () => drawSheet(listFrames(), { columns: FRAME_KINDS.length, cell: 200 }),
  ...Object.fromEntries(LAYOUT_NAMES.map((layout) => [`layouts/${layout}.png`, () => drawLayout(layout)])),
  'six-styles.png': async () => drawSheet(await listSix(), { columns: 6, cell: 170 }),
};

/** A row for each shape of eyes, with every shape of modules. */
function listShapes(): Look[] {
  return EYE_SHAPES.flatMap((shape) =>
    MODULE_SHAPES.map((modules) => ({ look: { ...PLAIN, modules, eyes: { shape, color: null } } })),
  );
}

/** All frames: without a text where they need none, and with a short, a long and a Cyrillic one. */
function listFrames(): Look[] {
  const eyes = { shape: 'rounded', color: null } as const;
  return [null, 'Scan me', 'See the menu and today’s dishes', 'Откройте меню'].flatMap((text) =>
    FRAME_KINDS.map((kind) => {
      const own = { none: null, optional: text, required: text ?? 'Menu' }[FRAME_TEXTS[kind]];
      return {
        look: { ...PLAIN, modules: 'rounded', eyes, frame: { kind, text: own, color: null } },
        margin: 2,
      };
    }),
  );
}

/** The picture in the README. */
async function listSix(): Promise<Look[]> {
  const color = (dark: string, light = '#ffffff') => ({ dark: hexColor(dark), light: hexColor(light) });
  const style = (look: Partial<CodeStyle>): CodeStyle => ({ ...PLAIN, ...look });
  return [
    { look: style({ modules: 'rounded', eyes: { shape: 'rounded', color: null } }), color: color('#0b3d2e') },
    {
      look: style({ modules: 'dot', eyes: { shape: 'rounded', color: hexColor('#3a0a0a') } }),
      color: color('#8a1c1c', '#fff6ec'),
    },
    {
      look: style({
        modules: 'classy',
        eyes: { shape: 'leaf', color: null },
        gradient: { type: 'linear', angle: 45, from: hexColor('#1c2a80'), to: hexColor('#8a1470') },
      }),
    },
    {
      look: style({
        modules: 'bars_v',
        eyes: { shape: 'rounded', color: null },
        frame: { kind: 'border', text: null, color: null },
      }),
      color: color('#123a63', '#f2f7ff'),
    },
    {
      look: style({
        modules: 'gapped',
        frame: { kind: 'label_bottom', text: 'Menu', color: null },
      }),
      color: color('#4a2c0a', '#fffaf0'),
    },
    {
      look: style({
        modules: 'rounded',
        eyes: { shape: 'leaf', color: null },
        logo: { image: 'img_0' as ImageId, size: 'auto', fit: null },
      }),
      color: color('#1a1a2e'),
      picture: await drawLeaf(),
    },
  ];
}

/** A logo. */
async function drawLeaf(): Promise<{ png: string }> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path fill="#1f7a3d" d="M1 9C1 3 4 1 9 1 9 6 7 9 1 9z"/>' +
    '<path fill="none" stroke="#fff" stroke-width=".6" d="M2 8 6.5 3.5"/></svg>';
  return { png: Buffer.from(await rasterizeToPng(svg, 120)).toString('base64') };
}

/** Space around each symbol, in pixels. */
const GAP = 12;

async function drawSheet(
  looks: readonly Look[],
  { columns, cell }: { columns: number; cell: number },
): Promise<Uint8Array> {
  const width = columns * (cell + GAP) + GAP;
  const size = 4 * cell;
  const high = Math.max(1, ...looks.map(({ look }) => (look?.frame ? HIGHEST_FRAMED : 1)));
  const row = Math.round(cell * high);
  const height = Math.ceil(looks.length / columns) * (row + GAP) + GAP;
  let svg = '';
  for (const [i, look] of looks.entries()) {
    const drawn = await draw(CONTENT, { color: BLACK_ON_WHITE, ...look, size });
    const [x, y] = [GAP + (i % columns) * (cell + GAP), GAP + Math.floor(i / columns) * (row + GAP)];
    // Gradients have the same name in each document, and these are merged into one document.
    const own = drawn.svg.replaceAll('"body"', `"body${i}"`).replaceAll('#body', `#body${i}`);
    svg += `<svg x="${x}" y="${y}" width="${cell}" height="${row}" viewBox="0 0 ${size} ${(size * row) / cell}">${own}</svg>`;
  }
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path fill="#ffffff" d="M0 0h${width}v${height}H0z"/>${svg}</svg>`;
  return writePixelPng([await renderPixels(sheet, width)], width);
}

/** The words of each layout in its picture, and pixels per millimetre, so that small ones can be seen. */
const SHOWN: Readonly<
  Record<LayoutName, Pick<LayoutWish, 'headline' | 'text'> & { readonly scale: number }>
> = {
  business_card: { headline: 'Ada Quinn', text: 'Scan to save my number and address.', scale: 7 },
  card_a6: { headline: 'How was your stay?', text: 'Tell us in a minute. Thank you!', scale: 4.5 },
  table_tent: { headline: 'See our menu', text: 'Point your camera at the code. No app needed.', scale: 3.6 },
  poster_a4: { headline: 'Open air cinema, every Friday', text: 'Films, tickets and directions', scale: 2.4 },
  poster_a3: { headline: 'Now open on Sundays', text: 'Book a table on your way home.', scale: 1.8 },
  sticker_round_50: { headline: 'Scan to pay', text: 'No app needed', scale: 9 },
  sticker_square_50: { headline: 'Track your order', text: 'at any time', scale: 9 },
};

/** A layout in the design of a brand, with bleed and marks. */
async function drawLayout(layout: LayoutName): Promise<Uint8Array> {
  const logo = { image: 'img_0' as ImageId, size: 'auto', fit: null } as const;
  const eyes = { shape: 'rounded', color: null } as const;
  const symbol = designOf(CONTENT, {
    look: { ...PLAIN, modules: 'rounded', eyes, logo },
    color: { dark: hexColor('#0b3d2e'), light: hexColor('#f5efe0') },
    picture: await drawLeaf(),
  });
  const { scale, ...words } = SHOWN[layout];
  const { page, parts, pages } = await planLayout({ layout, ...words }, symbol);
  const drawn = await writePageSvg(pages[0]!, parts[0]!);
  const { width, height } = page;
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${width} ${height}"><path fill="#ffffff" d="M0 0h${width}v${height}H0z"/>${drawn}</svg>`;
  const pixels = Math.round(width * scale);
  return writePixelPng([await renderPixels(sheet, pixels)], pixels);
}
