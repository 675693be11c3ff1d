import type { LogoPath, LogoPicture, OutlinesShape } from '../drawing.ts';

/** The side of the square in which the paths of a logo lie. */
export const LOGO_UNITS = 1000;

/** A picture as text: paths as JSON, or a PNG in base64, which never begins with a bracket. */
export function formatLogoPicture(picture: LogoPicture): string {
  return 'png' in picture ? picture.png : JSON.stringify(picture.paths);
}

export function parseLogoPicture(text: string): LogoPicture {
  return text.startsWith('[') ? { paths: JSON.parse(text) as LogoPath[] } : { png: text };
}

/** The paths of a logo as shapes of a drawing. */
export function placePaths(
  paths: readonly LogoPath[],
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): OutlinesShape[] {
  return paths.map((path) => ({ kind: 'outlines', ...path, x, y, scale: side / LOGO_UNITS }));
}
