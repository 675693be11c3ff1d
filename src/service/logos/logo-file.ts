import { fromBase64 } from '#core/bytes/base64.ts';
import type { LogoPicture } from '#core/drawing.ts';
import { LOGO_UNITS, placePaths } from '#core/logos/logo-picture.ts';

export interface LogoFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: 'image/png' | 'image/svg+xml';
  readonly extension: 'png' | 'svg';
}

/** The stored picture of a logo as a file. */
export async function toLogoFile(picture: LogoPicture): Promise<LogoFile> {
  if ('png' in picture)
    return { bytes: new Uint8Array(fromBase64(picture.png)), type: 'image/png', extension: 'png' };
  const { writeSvg } = await import('#symbol/picture/write-svg.ts');
  const page = { width: LOGO_UNITS, height: LOGO_UNITS, unit: '', title: '' } as const;
  const svg = await writeSvg(placePaths(picture.paths, { x: 0, y: 0, side: LOGO_UNITS }), page);
  return { bytes: new Uint8Array(new TextEncoder().encode(svg)), type: 'image/svg+xml', extension: 'svg' };
}
