/** The remainder by 97 of a text whose letters stand for 10 to 35 (ISO 7064, MOD 97-10). */
function remainderBy97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** A creditor reference with the check digits that it should have (ISO 11649): `RF18539007547034`. */
export function rightCreditorReference(reference: string): string {
  const digits = 98 - remainderBy97(`${reference.slice(4)}RF00`);
  return `RF${String(digits).padStart(2, '0')}${reference.slice(4)}`;
}

const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;

/** A QR reference with the check digit that it should have (Swiss Implementation Guidelines QR-bill, annex B: modulo 10, recursive). */
export function rightQrReference(reference: string): string {
  const digits = reference.slice(0, -1);
  let carry = 0;
  for (const digit of digits) carry = CARRIES[(carry + Number(digit)) % 10] ?? 0;
  return `${digits}${(10 - carry) % 10}`;
}
