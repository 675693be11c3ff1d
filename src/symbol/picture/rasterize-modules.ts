import { toChannels } from '#core/styles/hex-color.ts';
import type { SymbolColor } from '#core/styles/contrast.ts';
import type { ModulePicture } from './module-picture.ts';
import { renderPixels } from './render-pixels.ts';

/**
 * Rasterises the SVG of a symbol with resvg, at one pixel per module: every pixel is exact at that size, and at full size resvg would be
 * slow and grow its memory for good. It shares no code with the SVG writer, and throws if the result has other modules or colours than the
 * symbol: such a picture is never stored.
 *
 * @returns the picture that resvg drew
 */
export async function rasterizeModules(
  svg: string,
  { side, modules }: ModulePicture,
  color: SymbolColor,
): Promise<ModulePicture> {
  const pixels = await renderPixels(svg, side);
  if (pixels.length !== side * side * 4)
    throw new Error(`resvg drew ${pixels.length / 4} pixels, not ${side} × ${side}`);
  const dark = packChannels(toChannels(color.dark));
  const light = packChannels(toChannels(color.light));
  const drawn = new Uint8Array(side * side);
  for (let i = 0; i < drawn.length; i++) {
    const pixel = packChannels([pixels[i * 4] ?? 0, pixels[i * 4 + 1] ?? 0, pixels[i * 4 + 2] ?? 0]);
    if (pixel !== (modules[i] === 1 ? dark : light))
      throw new Error(`resvg drew another colour at column ${i % side} of row ${Math.floor(i / side)}`);
    drawn[i] = pixel === dark ? 1 : 0;
  }
  return { side, modules: drawn };
}

function packChannels([red, green, blue]: readonly [number, number, number]): number {
  return (red << 16) | (green << 8) | blue;
}
