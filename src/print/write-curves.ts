import type { CurvedOutline, Point, Segment } from '#core/drawing.ts';
import { formatNumbers } from './numbers.ts';
import type { PathWriter } from './write-text.ts';

/** Outlines as a path for the even-odd rule, which closes them: one operator a line. */
export function writeCurves(outlines: readonly CurvedOutline[], writer: PathWriter): string[] {
  return outlines.flatMap(({ start, segments }) => {
    if (writer.box && isBox(segments)) {
      const [x, y] = segments[1] ?? start;
      return [writer.box(formatNumbers(...start), formatNumbers(x - start[0], y - start[1]))];
    }
    const path = [writer.move(formatNumbers(...start))];
    let from = start;
    for (const segment of segments) {
      const [x, y] = segment;
      if (segment.length === 2) path.push(writer.line(formatNumbers(x, y)));
      else path.push(...toCurves(from, segment).map((points) => writer.curve(formatNumbers(...points))));
      from = [x, y];
    }
    return path;
  });
}

/** Whether an outline is a rectangle, as most are. All straight outlines of modules run along the axes. */
function isBox(segments: readonly Segment[]): boolean {
  return segments.length === 3 && segments.every((segment) => segment.length === 2);
}

type Cubic = readonly [...control: Point, ...control: Point, ...end: Point];

/**
 * An arc as cubic curves, each at most a quarter of a circle: they are off by less than 0.0003 of the radius.
 *
 * @param from the angle where the arc begins; it runs clockwise, y down, as angles grow
 */
function toCurves([x, y]: Point, [toX, toY, radius]: Extract<Segment, { length: 3 }>): Cubic[] {
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
  return Array.from({ length: count }, (_, i): Cubic => {
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
