import { Resvg } from '@cf-wasm/resvg';
import { fromChannels } from '../core/hex-color.ts';
import type { SymbolColor } from '../core/contrast.ts';

/**
 * Rasterises the SVG of a symbol at one pixel per module with resvg. At that scale every pixel is exact and costs
 * little; at full size resvg would be slow and grow its memory for good.
 *
 * @param side modules on a side, quiet zone included
 * @returns row by row, 1 for a dark and 0 for a light pixel
 */
export async function rasterizeModules(svg: string, side: number, color: SymbolColor): Promise<Uint8Array> {
  const pixels = await renderPixels(svg, side);
  if (pixels.length !== side * side * 4)
    throw new Error(`resvg drew ${pixels.length / 4} pixels, not ${side} × ${side}`);
  const modules = new Uint8Array(side * side);
  const dark = color.dark.toLowerCase();
  const light = color.light.toLowerCase();
  for (let i = 0; i < modules.length; i++) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(i * 4, i * 4 + 3);
    const pixel = fromChannels([red, green, blue]);
    if (pixel !== dark && pixel !== light)
      throw new Error(`resvg drew ${pixel}, a colour that the symbol does not have`);
    modules[i] = pixel === dark ? 1 : 0;
  }
  return modules;
}

/** RGBA pixels. Both handles own WASM memory that no garbage collector sees: they are freed whatever happens. */
async function renderPixels(svg: string, side: number): Promise<Uint8Array> {
  const resvg = await Resvg.async(svg, { fitTo: { mode: 'width', value: side } });
  try {
    const image = resvg.render();
    try {
      return image.pixels;
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}
