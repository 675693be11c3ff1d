import type { Form } from './form.ts';

/** The inputs of a form are named by the paths of the interface, `style.logo.size` or `rules[0].target`. */

/** What a form requests, in the terms of the interface. The schema that follows checks it. */
export type Body = { [field: string]: unknown };

/** Values by their paths, as the value that has them. */
export function nest(values: readonly (readonly [path: string, value: unknown])[]): Body {
  const whole: Body = {};
  for (const [path, value] of values) {
    const steps = listSteps(path);
    const last = steps.pop() ?? '';
    let part = whole;
    for (const [i, step] of steps.entries())
      part = (part[step] ??= /^\d+$/.test(steps[i + 1] ?? last) ? [] : {}) as Body;
    part[last] = value;
  }
  return whole;
}

/** `rules`, `0` and `target` of `rules[0].target`. */
export function listSteps(path: string): string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== '');
}

export function joinPath(within: string, step: string, isItem: boolean): string {
  if (isItem) return `${within}[${step}]`;
  return within === '' ? step : `${within}.${step}`;
}

/**
 * The input that shows the problem of a path: the one with its name, with that of what holds it, or with that of its first item. A problem
 * without an input, such as the sum of several, belongs to the form as a whole.
 */
export function findInput(form: Form, path: string): string {
  for (let at = path; at !== ''; at = at.replace(/(^|\.|\[)[^.[]*$/, ''))
    for (const name of [at, `${at}[0]`]) if (form.has(name)) return name;
  return '';
}
