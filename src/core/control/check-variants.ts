import { checkNames } from './check-names.ts';
import { checkTarget } from './check-target.ts';
import type { Variant } from './control.ts';
import type { ControlProblem } from './control-problem.ts';
import { type ControlContext, MAX_VARIANTS, MIN_VARIANTS } from './control-request.ts';
import { SHARES } from './variants.ts';

/** Variants in their normal form, none where the code is not split; what is wrong with them goes to `problems`. */
export function checkVariants(
  variants: readonly Variant[],
  context: ControlContext,
  problems: ControlProblem[],
): readonly Variant[] {
  if (variants.length === 0) return variants;
  if (variants.length < MIN_VARIANTS || variants.length > MAX_VARIANTS) {
    const values = { least: MIN_VARIANTS, most: MAX_VARIANTS };
    problems.push({ code: 'variants_out_of_range', field: 'variants', values });
  }
  checkNames(variants, 'variants', problems);
  const checked = variants.map(({ name, target, weight }, i) => {
    const field = `variants[${i}].weight`;
    if (!Number.isInteger(weight) || weight < 0 || weight > SHARES) {
      problems.push({ code: 'weight_out_of_range', field, values: { most: SHARES } });
    }
    return { name, target: checkTarget(target, `variants[${i}].target`, context, problems), weight };
  });
  const sum = variants.reduce((total, { weight }) => total + weight, 0);
  if (sum !== SHARES) {
    problems.push({ code: 'weights_unequal', field: 'variants', values: { sum, whole: SHARES } });
  }
  return checked;
}
