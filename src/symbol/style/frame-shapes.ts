import type { FrameKind } from '#core/styles/frame.ts';
import { LEAST_QUIET } from '#core/styles/frame-size.ts';
import { type Box, type CurvedOutline, outlineBox, type Point } from '#core/drawing.ts';

/** Where the parts of a frame lie, in modules from the upper left corner of the picture. */
export interface FramePlace {
  readonly width: number;
  readonly height: number;
  /** The symbol with its quiet zone. */
  readonly inside: Box;
  /** The thickness of the frame beside the symbol. */
  readonly rim: number;
  /** The length that all others are multiples of: 1 around a symbol of version 2 with the smallest quiet zone. */
  readonly unit: number;
  readonly hasText: boolean;
}

/** The parts of a frame in modules. */
export interface FrameShapes {
  /** Each is filled by the even-odd rule in the colour of the frame. */
  readonly dark: readonly (readonly CurvedOutline[])[];
  /** What the paper fills, below the dark parts: it ends below them, so that none of it shows outside. */
  readonly paper: readonly CurvedOutline[];
  /** The room for the text, and whether it is dark there; null if there is none. */
  readonly label: (Box & { readonly isDark: boolean }) | null;
}

/** The distance of a control point from its end, as a share of the radius of a quarter circle. */
const QUARTER = 0.5523;

export const FRAME_SHAPES: Readonly<Record<FrameKind, (place: FramePlace) => FrameShapes>> = {
  border: drawBorder,
  label_top: (place) =>
    withLabel(drawBorder(place), { ...acrossPicture(place), y: 0, height: place.inside.y }),
  label_bottom: (place) => withLabel(drawBorder(place), below(place, 0)),
  card: drawCard,
  bubble: drawBubble,
  ribbon: drawRibbon,
  phone: drawPhone,
  ticket: drawTicket,
  bag: drawBag,
  underline: drawUnderline,
  circle: drawCircle,
};

/** No corner of a symbol comes nearer to the round corners inside than the smallest quiet zone. */
function innerRadius({ rim }: FramePlace): number {
  return Math.min(rim, LEAST_QUIET);
}

function drawBorder(place: FramePlace): FrameShapes {
  return drawWindow(place, { x: 0, y: 0, width: place.width, height: place.height });
}

/** A dark area with round corners around the symbol. */
function drawWindow(place: FramePlace, outer: Box): FrameShapes {
  const { inside, rim } = place;
  const radius = innerRadius(place);
  return {
    dark: [[round(outer, radius + rim), round(inside, radius)]],
    paper: [round(grow(inside, rim / 2), radius)],
    label: null,
  };
}

/** The box around the symbol of frames whose text has a shape of its own below it. */
function drawTop(place: FramePlace): FrameShapes {
  const { inside, rim, width } = place;
  return drawWindow(place, { x: 0, y: 0, width, height: bottomOf(inside) + rim });
}

/** A light card with a thin line around it and its text on a button. */
function drawCard(place: FramePlace): FrameShapes {
  const { width, height, rim, unit, hasText } = place;
  const line = rim / 2;
  const outer = { x: 0, y: 0, width, height };
  // As far from the corners of the symbol as the smallest quiet zone.
  const away = LEAST_QUIET + rim - line;
  const radius = Math.min(3.4 * unit, (Math.SQRT2 * away - LEAST_QUIET) / (Math.SQRT2 - 1));
  const sheet = grow(outer, -line);
  const shapes = {
    dark: [[round(outer, radius + line), round(sheet, radius)]],
    paper: [round(grow(outer, -line / 2), radius + line / 2)],
    label: null,
  };
  return hasText ? withButton(place, shapes) : shapes;
}

/** A box with a speech bubble below, which points to it. */
function drawBubble(place: FramePlace): FrameShapes {
  const { width, height, inside, rim, unit } = place;
  const top = bottomOf(inside) + rim + 2.6 * unit;
  const bubble = { x: 0, y: top, width, height: height - top };
  const [radius, half, middle] = [2.6 * unit, 2.2 * unit, width / 2];
  const { start, segments } = round(bubble, radius);
  const tail: CurvedOutline = {
    start,
    segments: [[middle - half, top], [middle, top - 1.9 * unit], [middle + half, top], ...segments],
  };
  const box = drawTop(place);
  return withLabel({ ...box, dark: [...box.dark, [tail]] }, bubble);
}

/** A box above a ribbon with folded ends. */
function drawRibbon(place: FramePlace): FrameShapes {
  const { width, inside, rim, unit } = place;
  const [end, drop, fold, gap] = [3 * unit, 1.5 * unit, 2 * unit, 0.35 * unit];
  const top = bottomOf(inside) + rim + 0.9 * unit;
  const bottom = top + 5.6 * unit;
  const [tailTop, tailBottom] = [top + drop, bottom + drop];
  const tail: Point[] = [
    [0, tailTop],
    [end - gap, tailTop],
    [end - gap, bottom + gap / 2],
    [end + fold - 1.8 * gap, tailBottom],
    [0, tailBottom],
    [1.5 * unit, (tailTop + tailBottom) / 2],
  ];
  const mirror = ([x, y]: Point): Point => [width - x, y];
  const band: Point[] = [
    [end, top],
    [width - end, top],
    [width - end, bottom],
    [width - end - fold, tailBottom],
    [width - end - fold, bottom],
    [end + fold, bottom],
    [end + fold, tailBottom],
    [end, bottom],
  ];
  const box = drawTop(place);
  const ribbon = [band, tail, tail.map(mirror)].map(join);
  const label = { x: end, y: top, width: width - 2 * end, height: bottom - top };
  return withLabel({ ...box, dark: [...box.dark, ribbon] }, label);
}

/** A phone with its code on the screen. */
function drawPhone(place: FramePlace): FrameShapes {
  const { width, height, rim, unit, hasText } = place;
  const outer = { x: 0, y: 0, width, height };
  const screen = grow(outer, -rim);
  const radius = 3.2 * unit;
  const bar = (y: number, across: number, thick: number) =>
    round({ x: (width - across) / 2, y, width: across, height: thick }, thick / 2);
  const camera = bar(rim + 1.2 * unit, 7 * unit, 1.5 * unit);
  const home = bar(height - rim - 1.4 * unit, 10 * unit, 0.6 * unit);
  const shapes = {
    dark: [[round(outer, radius + rim), round(screen, radius), camera, home]],
    paper: [round(grow(screen, rim / 2), radius + rim / 2)],
    label: null,
  };
  return hasText ? withButton(place, shapes) : shapes;
}

/** A ticket with a stub to tear off. */
function drawTicket(place: FramePlace): FrameShapes {
  const { width, height, inside, rim, unit } = place;
  const fold = bottomOf(inside) + 2.1 * unit;
  const notch = 1.5 * unit;
  const corner = 1.8 * unit;
  const pull = QUARTER * notch;
  const [above, under] = [fold - notch, fold + notch];
  const body: CurvedOutline = {
    start: [corner, 0],
    segments: [
      [width - corner, 0],
      [width, corner, corner],
      [width, above],
      [width - pull, above, width - notch, fold - pull, width - notch, fold],
      [width - notch, fold + pull, width - pull, under, width, under],
      [width, height - corner],
      [width - corner, height, corner],
      [corner, height],
      [0, height - corner, corner],
      [0, under],
      [pull, under, notch, fold + pull, notch, fold],
      [notch, fold - pull, pull, above, 0, above],
      [0, corner],
      [corner, 0, corner],
    ],
  };
  const [dash, thick, edge] = [1.2 * unit, 0.5 * unit, notch + unit];
  const count = Math.floor((width - 2 * edge + dash) / (2 * dash));
  const step = (width - 2 * edge - dash) / (count - 1);
  const dashes = Array.from({ length: count }, (_, i) =>
    round({ x: edge + i * step, y: fold - thick / 2, width: dash, height: thick }, thick / 2),
  );
  const radius = innerRadius(place);
  const tear = { x: edge, y: fold - thick, width: width - 2 * edge, height: 2 * thick };
  const shapes = {
    dark: [[body, round(inside, radius), ...dashes]],
    paper: [round(grow(inside, rim / 2), radius), outlineBox(tear)],
    label: null,
  };
  return withLabel(shapes, below(place, 2.6 * unit));
}

/** A shopping bag with a handle. */
function drawBag(place: FramePlace): FrameShapes {
  const { width, height, inside, rim, unit, hasText } = place;
  const top = inside.y - 1.8 * unit;
  const [outer, thick, middle] = [Math.min(top, 6 * unit), 1.4 * unit, width / 2];
  const inner = outer - thick;
  // The handle ends below the edge of the bag.
  const [foot, shoulder] = [top + unit, top];
  const pull = QUARTER * inner;
  const handle: CurvedOutline = {
    start: [middle - outer, foot],
    segments: [
      [middle - outer, shoulder],
      [middle + outer, shoulder, outer],
      [middle + outer, foot],
      [middle + inner, foot],
      [middle + inner, shoulder],
      [middle + inner, shoulder - pull, middle + pull, shoulder - inner, middle, shoulder - inner],
      [middle - pull, shoulder - inner, middle - inner, shoulder - pull, middle - inner, shoulder],
      [middle - inner, foot],
    ],
  };
  const [sharp, soft] = [0.9 * unit, 2.4 * unit];
  const body = outlineBox({ x: 0, y: top, width, height: height - top }, [sharp, sharp, soft, soft]);
  const radius = innerRadius(place);
  const shapes = {
    dark: [[handle], [body, round(inside, radius)]],
    paper: [round(grow(inside, rim / 2), radius)],
    label: null,
  };
  return hasText ? withLabel(shapes, below(place, 0)) : shapes;
}

/** Dark text on the paper, with a line below it. */
function drawUnderline(place: FramePlace): FrameShapes {
  const { width, height, inside, unit } = place;
  const paper = round({ x: 0, y: 0, width, height }, unit);
  const [edge, thick] = [inside.x + LEAST_QUIET, 0.9 * unit];
  const top = height - 2 * unit;
  const line = round({ x: edge, y: top, width: width - 2 * edge, height: thick }, thick / 2);
  const y = bottomOf(inside) - unit / 2;
  const label = { x: edge, y, width: width - 2 * edge, height: top - y - unit / 2, isDark: false };
  return { dark: [[line]], paper: [paper], label };
}

/** A ring, with its text on a button across. */
function drawCircle({ width, height, inside, unit, rim, hasText }: FramePlace): FrameShapes {
  const ring = Math.max(1, unit);
  const outer = { x: 0, y: 0, width, height };
  const shapes = {
    dark: [[round(outer, width / 2), round(grow(outer, -ring), width / 2 - ring)]],
    paper: [round(grow(outer, -ring / 2), (width - ring) / 2)],
    label: null,
  };
  if (!hasText) return shapes;
  const [x, y] = [0.06 * width, bottomOf(inside)];
  const button = { x, y, width: width - 2 * x, height: rim };
  const rounded = round(button, button.height / 2);
  return withLabel({ ...shapes, dark: [...shapes.dark, [rounded]] }, button);
}

/** A dark button below the symbol, as wide as the symbol. */
function withButton({ inside, unit }: FramePlace, shapes: FrameShapes): FrameShapes {
  const button = {
    x: inside.x + LEAST_QUIET,
    y: bottomOf(inside) + 0.2 * unit,
    width: inside.width - 2 * LEAST_QUIET,
    height: 4.6 * unit,
  };
  const [first = [], ...others] = shapes.dark;
  return withLabel({ ...shapes, dark: [[...first, round(button, button.height / 2)], ...others] }, button);
}

function withLabel(shapes: FrameShapes, label: Box): FrameShapes {
  return { ...shapes, label: { ...label, isDark: true } };
}

/** The dark area from a distance below the quiet zone to the lower edge. */
function below(place: FramePlace, distance: number): Box {
  const y = bottomOf(place.inside) + distance;
  return { ...acrossPicture(place), y, height: place.height - y };
}

function acrossPicture({ width, rim }: FramePlace): Pick<Box, 'x' | 'width'> {
  return { x: rim, width: width - 2 * rim };
}

function bottomOf({ y, height }: Box): number {
  return y + height;
}

function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function round(box: Box, radius: number): CurvedOutline {
  const most = Math.min(radius, box.width / 2, box.height / 2);
  return outlineBox(box, [most, most, most, most]);
}

function join([start = [0, 0], ...segments]: readonly Point[]): CurvedOutline {
  return { start, segments };
}
