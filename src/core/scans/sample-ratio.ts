/** The planned and the actual split. */
export interface SampleRatio {
  readonly chiSquare: number;
  /** The probability of a deviation at least as large if the split works. */
  readonly p: number;
  /** Whether chance hardly explains the deviation. */
  readonly isMismatch: boolean;
}

/** The usual strictness for a check that many people look at often. */
const MISMATCH_BELOW_P = 0.001;

/** Pearson's test needs this many expected in each class, by a rule of thumb as old as the test (Cochran, 1954). */
const LEAST_EXPECTED = 5;

/**
 * Pearson's chi-square goodness-of-fit test of each variant's visitors against its weight. Null if there are too few visitors, or fewer
 * than two variants that expect any.
 */
export function checkSampleRatio(
  groups: readonly { readonly visitors: number; readonly weight: number }[],
): SampleRatio | null {
  const total = groups.reduce((sum, { visitors }) => sum + visitors, 0);
  const wholeWeight = groups.reduce((sum, { weight }) => sum + weight, 0);
  const expecting = groups
    .filter(({ weight }) => weight > 0)
    .map(({ visitors, weight }) => ({ visitors, expected: (total * weight) / wholeWeight }));
  if (expecting.length < 2 || expecting.some(({ expected }) => expected < LEAST_EXPECTED)) return null;
  const chiSquare = expecting.reduce(
    (sum, { visitors, expected }) => sum + (visitors - expected) ** 2 / expected,
    0,
  );
  const p = chiSquareSurvival(chiSquare, expecting.length - 1);
  return { chiSquare, p, isMismatch: p < MISMATCH_BELOW_P };
}

/**
 * P(X ≥ x) of a chi-square distribution with a whole number of degrees of freedom, by the recurrence
 * Q(a + 1, x) = Q(a, x) + xᵃ e⁻ˣ / Γ(a + 1) (DLMF 8.8.6) from Q(1, x) = e⁻ˣ or Q(½, x) = erfc(√x).
 */
export function chiSquareSurvival(x: number, degreesOfFreedom: number): number {
  const half = x / 2;
  const isEven = degreesOfFreedom % 2 === 0;
  let a = isEven ? 1 : 0.5;
  let survival = isEven ? Math.exp(-half) : complementaryError(Math.sqrt(half));
  /** xᵃ e⁻ˣ / Γ(a + 1); Γ(3/2) = √π / 2. */
  let term = isEven ? half * Math.exp(-half) : (2 * Math.sqrt(half) * Math.exp(-half)) / Math.sqrt(Math.PI);
  while (a < degreesOfFreedom / 2) {
    survival += term;
    a++;
    term *= half / a;
  }
  return Math.min(1, survival);
}

/** erfc(x) for x ≥ 0, within 1.2e-7 of its value (Abramowitz and Stegun 7.1.26 is coarser; this is Press et al., §6.2). */
function complementaryError(x: number): number {
  const t = 1 / (1 + x / 2);
  const exponent = ERFC_COEFFICIENTS.reduceRight((sum, coefficient) => coefficient + t * sum, 0);
  return t * Math.exp(exponent - x * x);
}

const ERFC_COEFFICIENTS = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];
