import { type CodeId, parseCodeId } from './code-id.ts';
import type { ImageFormat } from './qr-code.ts';

/** The key of an image in the bucket: `qr/<name>.png`. */
export function toImageKey(name: string, format: ImageFormat): string {
  return `qr/${name}.${format}`;
}

/** The image whose key a text is, exactly as `toImageKey` writes it; null for other texts. */
export function parseImageKey(key: string): { readonly codeId: CodeId; readonly format: ImageFormat } | null {
  const [, name = '', format] = /^qr\/([^/.]+)\.(png|svg)$/.exec(key) ?? [];
  const codeId = parseCodeId(name);
  return codeId === name && format ? { codeId, format: format as ImageFormat } : null;
}

/** Its public address. */
export function toImageUrl(cdnUrl: string, name: string, format: ImageFormat): string {
  return `${cdnUrl}/${toImageKey(name, format)}`;
}
