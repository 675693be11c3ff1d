import { readTypedAddress } from '../hosts/typed-address.ts';
import { defineTarget, missing, targetUnless } from './target-family.ts';

export const urlTarget = defineTarget(
  ['url'],
  'url',
  ({ url }) =>
    targetUnless(
      [url.trim() === '' ? missing('url', 'Give the address that the code leads to.') : null],
      () => readTypedAddress(url),
    ),
  (url) => ({ url }),
);
