/** Does not compile while an object has fields besides those taken out of it: whoever adds a field is led here. */
export function requireNothingLeft(_rest: Readonly<Record<string, never>>): void {
  // The compiler does the work.
}
