import type { ImageFormat } from './qr-code.ts';

/** Where the bucket has an image: `qr/<name>.png`. */
export function toImageKey(name: string, format: ImageFormat): string {
  return `qr/${name}.${format}`;
}

/** Its public address. */
export function toImageUrl(cdnUrl: string, name: string, format: ImageFormat): string {
  return `${cdnUrl}/${toImageKey(name, format)}`;
}
