import type { ImageFormat } from '../codes/qr-code.ts';
import type { PrintRequest } from './print-request.ts';

/** How an image is to look. What is left out is as the owner of the code chose it. */
export interface ImageRequest {
  readonly format: ImageFormat | undefined;
  /** Width and height in pixels. */
  readonly size: number | undefined;
  /** Quiet zone in modules. */
  readonly margin: number | undefined;
  /** Pixels to an inch, which a PNG states. */
  readonly dpi: number | undefined;
}

/** One file of each code: an image for screens, or a file for the press. */
export type FileForm =
  | { readonly kind: 'image'; readonly image: ImageRequest & { readonly format: ImageFormat } }
  | { readonly kind: 'print'; readonly print: PrintRequest };

/** What a caller asks of an archive of codes. */
export interface FilesRequest {
  readonly forms: readonly FileForm[];
  /** A template of file names that `checkTemplate` has passed. */
  readonly nameTemplate: string;
}

/** Codes that one archive holds, and forms of each. */
export const MAX_EXPORTED_CODES = 1000;
export const MAX_FORMS = 5;

/** The kind of file that a form comes to, which ends its name. */
export function formatOf(form: FileForm): string {
  return form.kind === 'image' ? form.image.format : form.print.format;
}
