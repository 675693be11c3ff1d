import type { CurvedOutline } from '#core/drawing.ts';

/** Outlines as SVG path data, in relative steps because these are short. */
export function writePathData(outlines: readonly CurvedOutline[]): string {
  let path = '';
  for (const { start, segments } of outlines) {
    let [x, y] = [round(start[0]), round(start[1])];
    const stepTo = (toX: number, toY: number) => [round(round(toX) - x), round(round(toY) - y)] as const;
    path += `M${x} ${y}`;
    for (const segment of segments) {
      const [endX, endY] = segment.length === 6 ? ([segment[4], segment[5]] as const) : segment;
      const [dx, dy] = stepTo(endX, endY);
      if (segment.length === 6) {
        const controls = [...stepTo(segment[0], segment[1]), ...stepTo(segment[2], segment[3])];
        path += `c${controls.join(' ')} ${dx} ${dy}`;
      } else if (segment.length === 3) path += `a${round(segment[2])} ${round(segment[2])} 0 0 1 ${dx} ${dy}`;
      else if (dy === 0) path += dx === 0 ? '' : `h${dx}`;
      else path += dx === 0 ? `v${dy}` : `l${dx} ${dy}`;
      [x, y] = [round(endX), round(endY)];
    }
    path += 'z';
  }
  return path;
}

/** Far finer than a picture of 2,048 pixels shows. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
