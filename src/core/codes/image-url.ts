import type { ImageFormat } from './qr-code.ts';

/** The key of an image in the bucket: `qr/<name>.png`. */
export function toImageKey(name: string, format: ImageFormat): string {
  return `qr/${name}.${format}`;
}

/** Its public address. */
export function toImageUrl(cdnUrl: string, name: string, format: ImageFormat): string {
  return `${cdnUrl}/${toImageKey(name, format)}`;
}
