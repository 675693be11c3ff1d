import { checkConditions } from './check-conditions.ts';
import { checkNames } from './check-names.ts';
import { checkTarget } from './check-target.ts';
import type { Rule } from './control.ts';
import type { ControlProblem } from './control-problem.ts';
import { type ControlContext, MAX_RULES, type RuleRequest } from './control-request.ts';

/** Rules in their normal form; what is wrong with them goes to `problems`. */
export function checkRules(
  rules: readonly RuleRequest[],
  context: ControlContext,
  problems: ControlProblem[],
): readonly Rule[] {
  if (rules.length > MAX_RULES) {
    const values = { rules: rules.length, most: MAX_RULES };
    problems.push({ code: 'too_many_rules', field: 'rules', values });
  }
  checkNames(rules, 'rules', problems);
  const names = nameAll(rules);
  return rules.map(({ target, when }, i) => ({
    name: names[i] ?? '',
    target: checkTarget(target, `rules[${i}].target`, context, problems),
    when: checkConditions(when, `rules[${i}].when`, problems),
  }));
}

/** A rule without a name is `Rule 1`, `Rule 2`… by its place, or the next number that is free. */
function nameAll(rules: readonly RuleRequest[]): string[] {
  const taken = new Set(rules.map(({ name }) => name));
  return rules.map(({ name }, i) => {
    if (typeof name === 'string') return name;
    let number = i + 1;
    while (taken.has(`Rule ${number}`)) number++;
    taken.add(`Rule ${number}`);
    return `Rule ${number}`;
  });
}
