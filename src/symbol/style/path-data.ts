import type { CurvedOutline } from '#core/drawing.ts';

/** Outlines as SVG path data, in relative steps because these are short. */
export function writePathData(outlines: readonly CurvedOutline[]): string {
  let path = '';
  for (const { start, segments } of outlines) {
    let [x, y] = [round(start[0]), round(start[1])];
    path += `M${x} ${y}`;
    for (const [toX, toY, radius] of segments) {
      const [dx, dy] = [round(round(toX) - x), round(round(toY) - y)];
      [x, y] = [round(toX), round(toY)];
      if (radius !== undefined) path += `a${round(radius)} ${round(radius)} 0 0 1 ${dx} ${dy}`;
      else if (dy === 0) path += dx === 0 ? '' : `h${dx}`;
      else path += dx === 0 ? `v${dy}` : `l${dx} ${dy}`;
    }
    path += 'z';
  }
  return path;
}

/** Far finer than a picture of 2,048 pixels shows. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
