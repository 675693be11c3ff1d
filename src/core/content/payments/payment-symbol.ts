import type { ContentType } from '../static-content.ts';

/** What the standard of a payment says of its symbol. Banks' readers decide, so nobody may design it. */
export interface PaymentSymbol {
  /** Exactly: a higher level is not the standard's, even where it has room. */
  readonly level: 'M';
  readonly hasSwissCross: boolean;
  /** The side without the quiet zone, and the quiet zone, in print; null where the standard leaves them open. */
  readonly print: { readonly sideMm: number; readonly clearMm: number } | null;
}

/** Of each type that is a payment. */
export const PAYMENT_SYMBOLS: Readonly<Partial<Record<ContentType, PaymentSymbol>>> = {
  // EPC069-12 v2.1 §3.
  epc: { level: 'M', hasSwissCross: false, print: null },
  // Swiss Implementation Guidelines QR-bill 2.3 §6.4: level M, 46 × 46 mm, 5 mm clear, the cross in the middle.
  swiss_bill: { level: 'M', hasSwissCross: true, print: { sideMm: 46, clearMm: 5 } },
};
