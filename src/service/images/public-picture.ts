import { parseImageKey, toImageKey } from '#core/codes/image-url.ts';
import type { ImageFormat, QrCode } from '#core/codes/qr-code.ts';
import { parsePublicKey } from '#core/logos/public-image.ts';
import { findLiveCode } from '#storage/codes/code-states.ts';
import { asStored, findImage, type FoundImage } from '#storage/images/images.ts';
import { findLogoPictures, listShownLogos } from '#storage/logos/logos.ts';
import { pngOf } from '../logos/public-images.ts';
import type { Dependencies } from '../dependencies.ts';
import { estimateDrawingMs, REQUEST_MS, toRequests } from './drawing-time.ts';
import { drawImageOf } from './image.ts';

/** The caller who requests a picture. */
interface Asker {
  /** The header `If-None-Match`, or nothing. */
  readonly ifNoneMatch: string;
  /** Charges them for the CPU of a drawing, in milliseconds. Throws if that is too much. */
  readonly charge: (drawingMs: number) => Promise<void>;
}

/** An image of a code: the one that is stored, or else the same bytes drawn again. Null if it cannot be drawn again. */
export async function findCodeImage(
  deps: Dependencies,
  code: QrCode,
  format: ImageFormat,
  asker: Asker,
): Promise<FoundImage | null> {
  const stored = await findImage(deps.images, toImageKey(code.codeId, format), asker.ifNoneMatch);
  return stored ?? drawCodeImage(deps, code, format, asker);
}

const AS_STORED = { size: undefined, margin: undefined, dpi: undefined };

async function drawCodeImage(
  deps: Dependencies,
  code: QrCode,
  format: ImageFormat,
  { charge }: Asker,
): Promise<FoundImage | null> {
  const image = { ...AS_STORED, format };
  const drawingMs = estimateDrawingMs(code, { kind: 'image', image });
  // A request pays for as much of it as every request may draw.
  if (toRequests(drawingMs) > 1) await charge(drawingMs);
  const drawn = await drawImageOf(deps, code, image);
  return drawn.ok ? asStored(toImageKey(code.codeId, format), new Uint8Array(drawn.value.bytes)) : null;
}

/** Whether a text is a key of the public part of the bucket. Nobody else's keys are looked up. */
export function isPublicKey(key: string): boolean {
  return parseImageKey(key) !== null || parsePublicKey(key) !== null;
}

/**
 * What strangers get at a key of the public bucket: the stored image, or else an image of a living code, or one that a link preview or a brand
 * shows, made again from the database. Null for what does not exist.
 */
export async function findPublicPicture(
  deps: Dependencies,
  key: string,
  asker: Asker,
): Promise<FoundImage | null> {
  const stored = await findImage(deps.images, key, asker.ifNoneMatch);
  if (stored) return stored;
  await asker.charge(0);
  const image = parseImageKey(key);
  const code = image && (await findLiveCode(deps.db, image.codeId));
  // What was charged above pays for the first of them.
  const charge = (drawingMs: number) => asker.charge(drawingMs - REQUEST_MS);
  if (image) return code && drawCodeImage(deps, code, image.format, { ...asker, charge });
  const id = parsePublicKey(key);
  if (!id || !(await listShownLogos(deps.db, id)).has(id)) return null;
  const picture = (await findLogoPictures(deps.db, null, [id])).get(id);
  const png = picture && pngOf(picture);
  return png ? asStored(key, png) : null;
}
