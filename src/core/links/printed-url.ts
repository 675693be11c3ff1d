import { type DigitalLink, formatDigitalLink } from '../gs1/digital-link.ts';
import { type LinkName, printedAddress, toBase, toShortUrl } from './link-address.ts';

/** What is printed: the names of a code, and for a GS1 code what it identifies. */
export type PrintedLink = LinkName & { readonly gs1: DigitalLink | null };

/** The short URL that a code is printed with: of a GS1 code, its canonical URI with all its attributes. `base` is as in `toShortUrl`. */
export function toPrintedUrl(base: string, code: PrintedLink): string {
  if (code.gs1) return formatDigitalLink(toBase(base, code.host), code.gs1);
  return toShortUrl(base, printedAddress(code));
}
