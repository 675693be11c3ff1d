export interface Bounds {
  readonly bytes: number;
  /** In pixels. */
  readonly side: number;
}

export interface Shrunk {
  readonly file: File;
  /** Of the chosen picture, if only its type had to change. */
  readonly isWhole: boolean;
  readonly width: number;
  readonly height: number;
}

/**
 * A picture as large as the service takes it, as PNG or JPEG. Null for one that it takes as it is, for an SVG, and for what the browser cannot
 * draw: the service says what is wrong with that.
 */
export async function shrinkPicture(file: File, bounds: Bounds): Promise<Shrunk | null> {
  if (file.type === 'image/svg+xml') return null;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  // Not what its name says: programs save pictures of other types as .png.
  const [first] = new Uint8Array(await file.slice(0, 1).arrayBuffer());
  const [isPng, isJpeg] = [first === 0x89, first === 0xff];
  const longest = Math.max(picture.width, picture.height);
  if ((isPng || isJpeg) && file.size <= bounds.bytes && longest <= bounds.side) return null;
  const whole = Math.min(1, bounds.side / longest);
  let types: readonly string[] = isJpeg ? ['image/jpeg'] : ['image/png'];
  for (let scale = whole; ;) {
    const canvas = draw(picture, scale);
    if (scale === whole && !isJpeg && isOpaque(canvas)) types = ['image/png', 'image/jpeg'];
    let least = Infinity;
    for (const type of types) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
      if (!blob) return null;
      if (blob.size <= bounds.bytes) {
        const { width, height } = canvas;
        const name = file.name.replace(/(\.\w+)?$/, type === 'image/png' ? '.png' : '.jpg');
        return { file: new File([blob], name, { type }), isWhole: scale === 1, width, height };
      }
      least = Math.min(least, blob.size);
    }
    // Bytes follow the area.
    scale *= Math.min(0.95, Math.sqrt(bounds.bytes / least));
  }
}

function draw(picture: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

function isOpaque(canvas: HTMLCanvasElement): boolean {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
  for (let i = 3; data && i < data.length; i += 4) if (data[i] !== 255) return false;
  return true;
}
