import { Resvg } from '@cf-wasm/resvg';
import { toChannels } from '#core/codes/hex-color.ts';
import type { SymbolColor } from '#core/codes/contrast.ts';
import type { ModulePicture } from './module-picture.ts';

/**
 * Has resvg draw the SVG of a symbol, which shares no code with what wrote it, and rejects where it sees other modules or colours. One
 * pixel per module is enough: every pixel is exact, and at full size resvg would be slow and grow its memory for good.
 */
export async function proofreadSvg(
  svg: string,
  { side, modules }: ModulePicture,
  color: SymbolColor,
): Promise<void> {
  const pixels = await renderPixels(svg, side);
  if (pixels.length !== side * side * 4)
    throw new Error(`resvg drew ${pixels.length / 4} pixels, not ${side} × ${side}`);
  const colors = [toChannels(color.light), toChannels(color.dark)];
  for (let i = 0; i < modules.length; i++) {
    const expected = colors[modules[i] ?? 0] ?? [];
    if (expected.some((channel, at) => pixels[i * 4 + at] !== channel))
      throw new Error(`resvg drew another colour at column ${i % side} of row ${Math.floor(i / side)}`);
  }
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
