import type { Box } from '../drawing.ts';
import type { Frame, FrameKind } from './frame.ts';

/** No picture with a frame is more than so many times as high as it is wide. */
export const HIGHEST_FRAMED = 1.5;

/** A picture with its frame, in modules, and where in it the symbol with its quiet zone begins. */
export interface FrameSize extends Box {
  /** The length that all parts of the frame are multiples of; 0 without a frame. */
  readonly unit: number;
}

/** What a frame needs on each side of the quiet zone, in units: left and right, above and below, with and without a text. */
interface Rims {
  readonly side: number;
  readonly top: number;
  readonly bottom: number;
  /** Below, if there is no text. */
  readonly bare?: number;
}

const RIMS: Readonly<Record<Exclude<FrameKind, 'circle'>, Rims>> = {
  border: { side: 1, top: 1, bottom: 1 },
  label_top: { side: 1, top: 6, bottom: 1 },
  label_bottom: { side: 1, top: 1, bottom: 6 },
  card: { side: 1, top: 1, bottom: 7, bare: 1 },
  bubble: { side: 1, top: 1, bottom: 10 },
  ribbon: { side: 1, top: 1, bottom: 9 },
  phone: { side: 1, top: 5, bottom: 8, bare: 4 },
  ticket: { side: 1, top: 1, bottom: 9 },
  bag: { side: 1, top: 8, bottom: 6, bare: 1 },
  underline: { side: 1, top: 1, bottom: 7 },
};

/** The symbol with its quiet zone is so many units wide, so that frames look the same around small and large symbols. */
const INSIDE_UNITS = 29;

/** No frame comes nearer to a corner of the symbol than so many modules, and no quiet zone is smaller. */
export const LEAST_QUIET = 2;

/**
 * The size of a picture with a frame.
 * @param inside modules per side of the symbol with its quiet zone, inside the frame
 */
export function sizeFrame(frame: Pick<Frame, 'kind' | 'text'> | null, inside: number): FrameSize {
  if (!frame) return { width: inside, height: inside, x: 0, y: 0, unit: 0 };
  const unit = inside / INSIDE_UNITS;
  if (frame.kind === 'circle') {
    const rim = Math.ceil(radiusAround(inside) + Math.max(1, unit) - inside / 2);
    return { width: inside + 2 * rim, height: inside + 2 * rim, x: rim, y: rim, unit };
  }
  const { side, top, bottom, bare = bottom } = RIMS[frame.kind];
  const rim = (units: number) => Math.max(1, Math.round(units * unit));
  const below = frame.text === null ? bare : bottom;
  return {
    width: inside + 2 * rim(side),
    height: inside + rim(top) + rim(below),
    x: rim(side),
    y: rim(top),
    unit,
  };
}

/** The radius of a circle around a symbol whose corners are at least two modules away from it. */
function radiusAround(inside: number): number {
  return (inside / 2 - LEAST_QUIET) * Math.SQRT2 + LEAST_QUIET;
}

/** The pixels of a picture that is `width` wide: its height, and those of a module. */
export function sizePicture(
  size: Pick<FrameSize, 'width' | 'height'>,
  width: number,
): { readonly height: number; readonly scale: number } {
  const scale = Math.floor(width / size.width);
  return { height: width + (size.height - size.width) * scale, scale };
}
