import type { LogoPicture } from '#core/drawing.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import type { Logo } from '#core/styles/logo.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { encodeContent, findScanFault, type SymbolStyle } from '#symbol/draw-symbol.ts';
import { makeLogo } from '#symbol/logos/make-logo.ts';
import { STYLE } from '../symbols/draw.ts';
import { rasterizeToPng } from '../symbols/read-symbol.ts';
import { randomStyle } from '../symbols/styles.ts';
import { LOWER_CASE, randomText } from './contents.ts';

/** Logos of pixels: a green disc with a half-transparent edge, and a disc of many colours. */
const PIXELS = [
  '<circle cx="5" cy="5" r="4.5" fill="#1f7a3d"/><circle cx="5" cy="5" r="2" fill="#fff"/>',
  '<defs><radialGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></radialGradient></defs><circle cx="5" cy="5" r="5" fill="url(#g)"/>',
];

/** A logo that stays paths: a ring by the even-odd rule, and a curve. */
const PATHS =
  '<path fill="#e30613" fill-rule="evenodd" d="M0 0H10V10H0ZM2 2H8V8H2Z"/><path fill="#1f3a7d" d="M3 5C3 2 7 2 7 5S3 8 3 5Z"/>';

/** Logos of either kind, and one of many colours that covers its square. */
export async function listLogos(): Promise<{
  pixels: LogoPicture[];
  paths: LogoPicture;
  opaque: LogoPicture;
}> {
  const wrap = (shapes: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="200" height="200">${shapes}</svg>`;
  const make = async (bytes: Uint8Array) => {
    const made = await makeLogo(bytes, 2_000);
    if (!made.ok) throw new Error(made.error.code);
    return made.value.picture;
  };
  const rasterize = async (shapes: string) => make(await rasterizeToPng(wrap(shapes), 200));
  const pixels: LogoPicture[] = [];
  for (const shapes of PIXELS) pixels.push(await rasterize(shapes));
  const opaque = await rasterize(`<rect width="10" height="10" fill="#fff"/>${PIXELS[1]}`);
  return { pixels, paths: await make(Buffer.from(wrap(PATHS))), opaque };
}

/** A code in a design that the service accepts. */
export interface Design extends Pick<SymbolStyle, 'color' | 'picture'> {
  readonly content: string;
  readonly look: CodeStyle;
}

/** Random designs. Every other one has a logo: as large as possible, or of up to a quarter of the side. */
export async function listDesigns(count: number, seed: number): Promise<Design[]> {
  const random = seededRandom(seed);
  const { pixels, paths } = await listLogos();
  const logos = [...pixels, paths];
  const designs: Design[] = [];
  while (designs.length < count) {
    const { look, color } = randomStyle(random, 0.5);
    const content = `https://go.example.com/${randomText(random, LOWER_CASE, 4 + 60 * random() ** 3)}`;
    const picture = designs.length % 2 === 0 ? logos[(designs.length / 2) % logos.length]! : null;
    const size: Logo['size'] = random() < 0.4 ? 'auto' : Math.round(10 + 15 * random()) / 100;
    const logo: Logo | null = picture && { image: 'img_0' as ImageId, size, fit: null };
    const design = { content, color, picture, look: { ...look, logo } };
    const style = { ...STYLE, ...design };
    const symbol = encodeContent(content, style);
    // The service refuses a design that has no room for its logo or that the bad shot does not show.
    if (symbol.ok && (await findScanFault(symbol.value, content, style)) === null) designs.push(design);
  }
  return designs;
}
