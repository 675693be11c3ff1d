import { checkNames } from './check-names.ts';
import { checkTarget } from './check-target.ts';
import type { Variant } from './control.ts';
import { type ControlProblem, problem } from './control-problem.ts';
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
    const message = `"variants" must hold ${MIN_VARIANTS} to ${MAX_VARIANTS} variants, or be null.`;
    problems.push(problem('variants', 'invalid_value', message));
  }
  checkNames(variants, 'variants', problems);
  const checked = variants.map(({ name, target, weight }, i) => {
    const field = `variants[${i}].weight`;
    if (!Number.isInteger(weight) || weight < 0 || weight > SHARES) {
      problems.push(problem(field, 'invalid_value', `"${field}" must be a whole number from 0 to 100.`));
    }
    return { name, target: checkTarget(target, `variants[${i}].target`, context, problems), weight };
  });
  const sum = variants.reduce((total, { weight }) => total + weight, 0);
  if (sum !== SHARES) {
    const message = `The weights of "variants" sum to ${sum}; they must sum to 100.`;
    problems.push(problem('variants', 'weights_not_100', message));
  }
  return checked;
}
