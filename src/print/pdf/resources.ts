import type { GradientFill, PictureShape } from '#core/drawing.ts';
import type { Inks, SpotInk } from '../ink.ts';
import { embedLogo } from '../embed-logo.ts';
import { formatNumbers } from '../numbers.ts';
import { writeShades, writeShading } from '../write-colors.ts';
import { type PdfObject, toFlateStream, toName } from './pdf-file.ts';

/** Name of the spot colour. */
export const SPOT = '/S';

/** What the contents of a file refer to by name (PDF 1.4 §3.7.2): all of its pages share it, so that each picture is there once. */
export class Resources {
  readonly inks: Inks;
  private readonly gradients = new Map<string, string>();
  private readonly pictures = new Map<string, PictureShape>();

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

  namePicture(shape: PictureShape): string {
    const key = `${shape.ground} ${shape.isClear} ${shape.png}`;
    this.pictures.set(key, this.pictures.get(key) ?? shape);
    return `/I${[...this.pictures.keys()].indexOf(key)}`;
  }

  /** The dictionary, and the objects that it refers to: the first gets the number `next`. */
  async write(next: number): Promise<readonly [dictionary: string, objects: readonly PdfObject[]]> {
    const { inks } = this;
    const objects: PdfObject[] = [];
    const add = (object: PdfObject) => `${next + objects.push(object) - 1} 0 R`;
    const images: string[] = [];
    for (const [i, shape] of [...this.pictures.values()].entries())
      images.push(`/I${i} ${await writePicture(shape, inks, add)}`);
    const patterns = [...this.gradients].map(([pattern, name]) => name + pattern);
    const entries = [
      inks.space === 'spot' ? `/ColorSpace<<${SPOT}${writeSpotSpace(inks)}>>` : '',
      patterns.length === 0 ? '' : `/Pattern<<${patterns.join('')}>>`,
      images.length === 0 ? '' : `/XObject<<${images.join('')}>>`,
    ];
    return [`<<${entries.join('')}>>`, objects];
  }
}

/** A Separation space (PDF 1.4 §4.5.5). */
function writeSpotSpace({ name, cmyk }: SpotInk): string {
  const ends = `/C0[0 0 0 0]/C1[${formatNumbers(...cmyk)}]`;
  const tint = `<</FunctionType 2/Domain[0 1]${ends}/N 1>>`;
  return `[/Separation${toName(name)}/DeviceCMYK${tint}]`;
}

/** An image XObject (PDF 1.4 §4.8.4), with a soft mask where the paper shows through. */
async function writePicture(
  shape: PictureShape,
  inks: Inks,
  add: (object: PdfObject) => string,
): Promise<string> {
  const { side, samples, channels, alpha } = await embedLogo(shape, inks, true);
  const start = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8`;
  const mask = alpha ? `/SMask ${add(await toFlateStream(alpha, `${start}/ColorSpace/DeviceGray`))}` : '';
  const shades = () => writeShades(inks, inks.space === 'spot' ? writeSpotSpace(inks) : '');
  const space = channels === 1 ? shades() : channels === 3 ? '/DeviceRGB' : '/DeviceCMYK';
  return add(await toFlateStream(samples, `${start}/ColorSpace${space}${mask}`));
}
