import { defineTarget, missing, targetUnless } from './target-family.ts';

/** A host with a dot, an optional port, and an optional rest: an address as people type it. */
const WITHOUT_SCHEME = /^[^\s/:?#@\\]+\.[^\s/:?#@\\]+(?::\d+)?(?:[/?#]|$)/;

export const urlTarget = defineTarget(
  ['url'],
  'url',
  ({ url }) =>
    targetUnless(
      [url.trim() === '' ? missing('url', 'Give the address that the code leads to.') : null],
      () => withScheme(url.trim()),
    ),
  (url) => ({ url }),
);

/** `example.com/menu` means `https://example.com/menu`; other texts stay unchanged. */
export function withScheme(url: string): string {
  return WITHOUT_SCHEME.test(url) ? `https://${url}` : url;
}
