const MAX_CHARACTERS = 1_000;

/** From 0 to 1, with at most three decimals (RFC 9110 §12.4.2). */
const WEIGHT = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/;

/**
 * Reads an `Accept`, `Accept-Encoding` or `Accept-Language` header (RFC 9110 §12.5): what the caller accepts, in lower case. The item with
 * the greatest weight comes first; items of equal weight keep their order. Leaves out items with weight 0 and items that are malformed.
 */
export function parseAcceptHeader(header: string | null | undefined): string[] {
  return (header ?? '')
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .split(',')
    .map(parseItem)
    .filter(({ item, weight }) => item !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ item }) => item);
}

function parseItem(text: string): { item: string; weight: number } {
  const [item = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return { item, weight: WEIGHT.test(weight) ? Number(weight) : 0 };
}

/** The one of `supported` that the caller prefers; null if the header names none of them. */
export function pickAccepted<T extends string>(
  header: string | null | undefined,
  supported: readonly T[],
): T | null {
  for (const item of parseAcceptHeader(header)) {
    const match = supported.find((known) => known === item);
    if (match !== undefined) return match;
  }
  return null;
}
