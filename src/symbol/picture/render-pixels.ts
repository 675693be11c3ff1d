import { Resvg } from '@cf-wasm/resvg';

/**
 * RGBA pixels of an SVG document by resvg, with straight alpha as in a PNG. Both handles own WASM memory that no garbage collector sees, so
 * they are always freed.
 *
 * @param size width and height of the picture in pixels, regardless of the document's own size
 */
export async function renderPixels(svg: string, size: number): Promise<Uint8Array> {
  const resvg = await Resvg.async(svg, { fitTo: { mode: 'width', value: size } });
  try {
    const image = resvg.render();
    try {
      return divideByAlpha(image.pixels);
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}

/** resvg multiplies colours by alpha; this undoes it. */
function divideByAlpha(pixels: Uint8Array): Uint8Array {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let i = at; i < at + 3; i++) pixels[i] = Math.min(255, Math.round(((pixels[i] ?? 0) * 255) / alpha));
  }
  return pixels;
}
