import type { ArcSegment, CubicSegment, CurvedOutline, Point } from '#core/drawing.ts';
import { formatNumbers } from './numbers.ts';
import type { PathWriter } from './write-text.ts';

/** Outlines as a path, which filling closes: one operator a line. */
export function writeCurves(outlines: readonly CurvedOutline[], writer: PathWriter): string[] {
  return outlines.flatMap((outline) => {
    const { start, segments } = outline;
    const corner = writer.box && boxCorner(outline);
    if (writer.box && corner) {
      const size = formatNumbers(corner[0] - start[0], corner[1] - start[1]);
      return [writer.box(formatNumbers(...start), size)];
    }
    const path = [writer.move(formatNumbers(...start))];
    let from = start;
    for (const segment of segments) {
      if (segment.length === 2) path.push(writer.line(formatNumbers(...segment)));
      else {
        const curves = segment.length === 3 ? toCurves(from, segment) : [segment];
        path.push(...curves.map((points) => writer.curve(formatNumbers(...points))));
      }
      from = segment.length === 6 ? [segment[4], segment[5]] : [segment[0], segment[1]];
    }
    return path;
  });
}

/** The corner of a rectangle along the axes that is opposite to its start, as most outlines are; null for others. */
function boxCorner({ start, segments }: CurvedOutline): Point | null {
  const [a, b, c] = segments;
  if (segments.length !== 3 || a?.length !== 2 || b?.length !== 2 || c?.length !== 2) return null;
  const isAcross = a[1] === start[1] && a[0] === b[0] && b[1] === c[1] && c[0] === start[0];
  const isDown = a[0] === start[0] && a[1] === b[1] && b[0] === c[0] && c[1] === start[1];
  return isAcross || isDown ? b : null;
}

/**
 * An arc as cubic curves, each at most a quarter of a circle: they are off by less than 0.0003 of the radius.
 *
 * @param from the angle where the arc begins; it runs clockwise, y down, as angles grow
 */
function toCurves([x, y]: Point, [toX, toY, radius]: ArcSegment): CubicSegment[] {
  const [halfX, halfY] = [(toX - x) / 2, (toY - y) / 2];
  const half = Math.hypot(halfX, halfY);
  // The centre lies to the right of the line from start to end, at the distance that Pythagoras gives. Rounding may make a half circle
  // slightly longer than its radius allows.
  const away = Math.sqrt(Math.max(0, radius ** 2 - half ** 2)) / half;
  const [centreX, centreY] = [x + halfX - halfY * away, y + halfY + halfX * away];
  const first = Math.atan2(y - centreY, x - centreX);
  const angle = 2 * Math.asin(Math.min(1, half / radius));
  const count = Math.ceil(angle / (Math.PI / 2) - 1e-9);
  const step = angle / count;
  const reach = (4 / 3) * Math.tan(step / 4) * radius;
  return Array.from({ length: count }, (_, i): CubicSegment => {
    const [a, b] = [first + i * step, first + (i + 1) * step];
    const [startX, startY] = [centreX + radius * Math.cos(a), centreY + radius * Math.sin(a)];
    const [endX, endY] = [centreX + radius * Math.cos(b), centreY + radius * Math.sin(b)];
    return [
      startX - reach * Math.sin(a),
      startY + reach * Math.cos(a),
      endX + reach * Math.sin(b),
      endY - reach * Math.cos(b),
      endX,
      endY,
    ];
  });
}
