import type { FixableProblem, Fix } from './fixes.ts';

/** A button for each fix, which posts the whole form, so that no typed text is lost. The script sets the values at once. */
export function FixButtons({
  fixes = [],
  action,
}: {
  readonly fixes?: readonly Fix[] | undefined;
  readonly action: string;
}) {
  return (
    <>
      {fixes.map(({ label, values, colors }) => (
        <button
          type="submit"
          class="secondary outline fix row"
          formaction={action}
          name="set"
          value={String(new URLSearchParams(values))}
        >
          {colors.length === 0 ? null : <Swatch colors={colors} />}
          {label}
        </button>
      ))}
    </>
  );
}

/** The fixes for a field's problem, below the field. */
export function FieldFixes({
  problems,
  field,
  action,
}: {
  readonly action: string;
  readonly problems: readonly FixableProblem[];
  readonly field: string;
}) {
  const fixes = problems.find((problem) => problem.field === field)?.fixes ?? [];
  if (fixes.length === 0) return null;
  return (
    <p class="fixes cluster" data-fixes={field}>
      <FixButtons fixes={fixes} action={action} />
    </p>
  );
}

/** Colours side by side. */
export function Swatch({ colors }: { readonly colors: readonly string[] }) {
  return (
    <svg
      class="swatch"
      viewBox={`0 0 ${colors.length} 1`}
      width={20 * colors.length}
      height="20"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {colors.map((color, i) => (
        <path fill={color} d={`M${i} 0h1v1h-1z`} />
      ))}
    </svg>
  );
}
