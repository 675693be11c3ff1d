import { Resvg } from '@cf-wasm/resvg';

/**
 * RGBA pixels of an SVG document, by resvg. Both handles own WASM memory that no garbage collector sees: they are freed whatever happens.
 *
 * @param size width and height of the picture in pixels, whatever the document asks for
 */
export async function renderPixels(svg: string, size: number): Promise<Uint8Array> {
  const resvg = await Resvg.async(svg, { fitTo: { mode: 'width', value: size } });
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
