import type { LogoPicture, GradientFill, PictureShape } from '#core/drawing.ts';
import type { Inks, SpotInk } from '../ink.ts';
import { embedLogo } from '../embed-logo.ts';
import { readLogoFile } from '../logo-pixels.ts';
import { formatNumbers, POINTS_PER_MM } from '../numbers.ts';
import { DEVICE_SPACES, writeShades, writeShading } from '../write-colors.ts';
import { type PdfObject, toFlateStream, toName } from './pdf-file.ts';

/** Name of the spot colour. */
export const SPOT = '/S';

interface NamedPicture {
  readonly name: string;
  readonly shape: PictureShape;
  readonly content: string;
}

/** What the contents of a file refer to by name (PDF 1.4 §3.7.2): all of its pages share it, so that each picture is there once. */
export class Resources {
  readonly inks: Inks;
  private readonly gradients = new Map<string, string>();
  private readonly pictures = new Map<LogoPicture | string, NamedPicture>();

  constructor(inks: Inks) {
    this.inks = inks;
  }

  /** @param matrix from the unit of the gradient to that of the page */
  nameGradient(fill: GradientFill, matrix: string): string {
    const pattern = `<</PatternType 2/Matrix[${matrix}]/Shading${writeShading(fill, this.inks)}>>`;
    const name = this.gradients.get(pattern) ?? `/P${this.gradients.size}`;
    this.gradients.set(pattern, name);
    return name;
  }

  /** @param writePaths its content if it has paths */
  namePicture(shape: PictureShape, writePaths: () => string): string {
    const { picture, ground, isClear } = shape;
    const key = 'png' in picture ? `${ground} ${isClear} ${picture.png}` : picture;
    const known = this.pictures.get(key);
    if (known) return known.name;
    const name = `/I${this.pictures.size}`;
    this.pictures.set(key, { name, shape, content: writePaths() });
    return name;
  }

  /** The dictionary, and the objects that it refers to: the first gets the number `next`. */
  async write(next: number): Promise<readonly [dictionary: string, objects: readonly PdfObject[]]> {
    const { inks } = this;
    const objects: PdfObject[] = [];
    const add = (object: PdfObject) => `${next + objects.push(object) - 1} 0 R`;
    const images: string[] = [];
    for (const { name, shape, content } of this.pictures.values()) {
      const { picture } = shape;
      const written =
        'png' in picture ? writePicture(picture.png, shape, inks, add) : writeForm(content, inks, add);
      images.push(`${name} ${await written}`);
    }
    const patterns = [...this.gradients].map(([pattern, name]) => name + pattern);
    const entries = [
      writeSpaces(inks),
      patterns.length === 0 ? '' : `/Pattern<<${patterns.join('')}>>`,
      images.length === 0 ? '' : `/XObject<<${images.join('')}>>`,
    ];
    return [`<<${entries.join('')}>>`, objects];
  }
}

/** The side of the square that the paths of a logo are drawn in, before they are scaled to its place. */
export const FORM_MM = 100;

/** The paths of a logo in the unit square, as an image would be (form XObject, PDF 1.4 §4.9). */
async function writeForm(content: string, inks: Inks, add: (object: PdfObject) => string): Promise<string> {
  const side = FORM_MM * POINTS_PER_MM;
  const scale = (1 / side).toFixed(10);
  const box = `/BBox[0 0 ${formatNumbers(side, side)}]/Matrix[${scale} 0 0 ${scale} 0 0]`;
  return add(
    await toFlateStream(content, `/Type/XObject/Subtype/Form${box}/Resources<<${writeSpaces(inks)}>>`),
  );
}

function writeSpaces(inks: Inks): string {
  return inks.space === 'spot' ? `/ColorSpace<<${SPOT}${writeSpotSpace(inks)}>>` : '';
}

/** A Separation space (PDF 1.4 §4.5.5). */
function writeSpotSpace({ name, cmyk }: SpotInk): string {
  const ends = `/C0[0 0 0 0]/C1[${formatNumbers(...cmyk)}]`;
  const tint = `<</FunctionType 2/Domain[0 1]${ends}/N 1>>`;
  return `[/Separation${toName(name)}/DeviceCMYK${tint}]`;
}

/** An image XObject (PDF 1.4 §4.8.4), with a soft mask where the paper shows through. */
async function writePicture(
  png: string,
  shape: PictureShape,
  inks: Inks,
  add: (object: PdfObject) => string,
): Promise<string> {
  const file = readLogoFile(png);
  const start = `/Type/XObject/Subtype/Image/Width ${file.side}/Height ${file.side}/BitsPerComponent 8`;
  if (inks.space === 'design' && file.samples === 3) {
    // It has more colours than a palette, so some with a hue. PDF knows the filters and the compression of PNG (PDF 1.4 §3.3.3).
    const filters = `/DecodeParms<</Predictor 15/Colors 3/Columns ${file.side}>>/Filter/FlateDecode`;
    return add({ dictionary: `<<${start}/ColorSpace/DeviceRGB${filters}>>`, stream: file.data });
  }
  const { samples, space, alpha } = await embedLogo(file, shape, inks, true);
  const mask = alpha ? `/SMask ${add(await toFlateStream(alpha, `${start}/ColorSpace/DeviceGray`))}` : '';
  const shades = () => writeShades(inks, inks.space === 'spot' ? writeSpotSpace(inks) : '');
  const colors = space === 'shades' ? shades() : DEVICE_SPACES[space];
  return add(await toFlateStream(samples, `${start}/ColorSpace${colors}${mask}`));
}
