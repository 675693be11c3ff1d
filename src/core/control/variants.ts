import type { Control, Variant } from './control.ts';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
export const SHARES = 100;

/** 48 bits: the bias of the remainder by 100 is beyond any measurement. */
const KEY_CHARACTERS = 8;

/**
 * A visitor's place among a hundred, 0 to 99, from the visitor key: the browser stores nothing, and the place stays the same as long as
 * address and user agent do. The key contains the code id, so places on different codes are independent.
 */
export function toVisitorShare(visitorKey: string): number {
  let value = 0;
  for (let i = 0; i < KEY_CHARACTERS; i++) {
    const digit = BASE64URL.indexOf(visitorKey.charAt(i) || ' ');
    if (digit === -1) throw new Error('not a visitor key');
    value = value * 64 + digit;
  }
  return value % SHARES;
}

/** Since when the shares are current: new shares begin now; a new target of a variant changes no share. */
export function findSharesStart(
  variants: readonly Variant[],
  current: Pick<Control, 'variants' | 'variantsSinceMs'>,
  nowMs: number,
): number | null {
  if (variants.length === 0) return null;
  const isSame =
    variants.length === current.variants.length &&
    variants.every(
      ({ name, weight }, i) => name === current.variants[i]?.name && weight === current.variants[i].weight,
    );
  return isSame ? current.variantsSinceMs : nowMs;
}

/** The variant whose range contains the share; null if there are no variants. */
export function pickVariant(variants: readonly Variant[], share: number): Variant | null {
  let end = 0;
  for (const variant of variants) {
    end += variant.weight;
    if (share < end) return variant;
  }
  return null;
}
