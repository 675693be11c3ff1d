import * as z from 'zod';

/** The requests and responses of `/v1/images`. */

export const logoImage = z
  .object({
    id: z.string().describe('`img_` and 16 hexadecimal digits: `style.logo.image` of a code.'),
    name: z
      .string()
      .describe('The name of the file that you sent, from `Content-Disposition`; `file.png` without one.'),
    width: z
      .int()
      .describe(
        'Width of the file that you sent, upright, in pixels; of an SVG, that of its viewBox, rounded.',
      ),
    height: z.int(),
    sha256: z
      .string()
      .describe('SHA-256 of the file that you sent, in hex. The same file again is the same image.'),
    bytes: z
      .int()
      .describe(
        'The size of the stored image in bytes: a square PNG of at most 256 pixels a side, or the paths of an SVG. You can download it at `/file`.',
      ),
    in_use: z.boolean().describe('Whether a code or template uses it. If so, it cannot be deleted.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Image' });
