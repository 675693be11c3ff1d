import { Resvg } from '@cf-wasm/resvg';
import { toChannels } from '#core/codes/hex-color.ts';
import type { SymbolColor } from '#core/codes/contrast.ts';

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
  const dark = packChannels(toChannels(color.dark));
  const light = packChannels(toChannels(color.light));
  const modules = new Uint8Array(side * side);
  for (let i = 0; i < modules.length; i++) {
    const pixel = packChannels([pixels[i * 4] ?? 0, pixels[i * 4 + 1] ?? 0, pixels[i * 4 + 2] ?? 0]);
    if (pixel !== dark && pixel !== light)
      throw new Error('resvg drew a colour that the symbol does not have');
    modules[i] = pixel === dark ? 1 : 0;
  }
  return modules;
}

function packChannels([red, green, blue]: readonly [number, number, number]): number {
  return (red << 16) | (green << 8) | blue;
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
