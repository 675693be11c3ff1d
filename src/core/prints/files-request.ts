import type { Gs1Drawing } from '../gs1/identity.ts';
import type { ImageFormat } from '../codes/qr-code.ts';
import type { PrintRequest } from './print-request.ts';

/** The look of an image. Omitted fields are as the owner of the code chose them. */
export interface ImageRequest {
  readonly format: ImageFormat | undefined;
  /** Width and height in pixels. */
  readonly size: number | undefined;
  /** Quiet zone in modules. */
  readonly margin: number | undefined;
  /** Pixels per inch, which a PNG states. */
  readonly dpi: number | undefined;
}

/** One file per code: an image for screens, or a print file. */
export type FileForm = (
  | { readonly kind: 'image'; readonly image: ImageRequest & { readonly format: ImageFormat } }
  | { readonly kind: 'print'; readonly print: PrintRequest }
) & { readonly gs1?: Gs1Drawing };

/** A request for an archive of codes. */
export interface FilesRequest {
  readonly forms: readonly FileForm[];
  /** A template of file names that `checkTemplate` has passed. */
  readonly nameTemplate: string;
}

/** The maximum numbers of codes in one archive, and of forms for each. */
export const MAX_EXPORTED_CODES = 1000;
export const MAX_FORMS = 5;

/** The kind of file that a form produces, which is its extension. */
export function formatOf(form: FileForm): string {
  return form.kind === 'image' ? form.image.format : form.print.format;
}
