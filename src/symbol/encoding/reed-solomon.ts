/** x⁸ + x⁴ + x³ + x² + 1: its residues are the field GF(2⁸) of the codewords (ISO/IEC 18004 §7.5.2). */
const FIELD_POLYNOMIAL = 0x11d;

/** The powers of α = 2, twice over, so that a sum of two logarithms is an index. */
const POWERS = new Uint8Array(2 * 255);
/** The logarithm of each element but 0, to the base α. */
const LOGARITHMS = new Uint8Array(256);
for (let exponent = 0, power = 1; exponent < 255; exponent++) {
  POWERS[exponent] = power;
  POWERS[exponent + 255] = power;
  LOGARITHMS[power] = exponent;
  power <<= 1;
  if (power > 0xff) power ^= FIELD_POLYNOMIAL;
}

/** Generator polynomials by degree; symbols use 13 of them. */
const generators = new Map<number, Uint8Array>();

/**
 * The error correction codewords of a block (ISO/IEC 18004 §7.5.2): the remainder of its data codewords, as the
 * coefficients of a polynomial with the highest power first, divided by the generator polynomial.
 *
 * @param count error correction codewords wanted
 */
export function correctionCodewords(data: Uint8Array, count: number): Uint8Array {
  const generator = generatorOf(count);
  const dividend = new Uint8Array(data.length + count);
  dividend.set(data);
  for (let i = 0; i < data.length; i++) {
    const leading = dividend[i] ?? 0;
    if (leading === 0) continue;
    const logarithm = LOGARITHMS[leading] ?? 0;
    for (let j = 0, at = i + 1; j < count; j++, at++) {
      dividend[at] = (dividend[at] ?? 0) ^ (POWERS[logarithm + (generator[j] ?? 0)] ?? 0);
    }
  }
  return dividend.subarray(data.length);
}

/**
 * Logarithms of the coefficients of (x - α⁰)(x - α¹)…, highest power first, without the leading 1 (ISO/IEC 18004 Annex A).
 * None of the polynomials that symbols use has a coefficient of 0.
 */
function generatorOf(degree: number): Uint8Array {
  const known = generators.get(degree);
  if (known !== undefined) return known;
  const coefficients = new Uint8Array(degree + 1);
  coefficients[0] = 1;
  for (let root = 0; root < degree; root++) {
    for (let i = root + 1; i > 0; i--) {
      const previous = coefficients[i - 1] ?? 0;
      coefficients[i] = (coefficients[i] ?? 0) ^ (POWERS[(LOGARITHMS[previous] ?? 0) + root] ?? 0);
    }
  }
  const generator = coefficients.subarray(1).map((coefficient) => LOGARITHMS[coefficient] ?? 0);
  generators.set(degree, generator);
  return generator;
}
