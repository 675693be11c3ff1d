import type { SymbolColor } from '#core/codes/contrast.ts';

/** A button that sets the nearest colours that scanners can tell apart. It posts the whole form, so that nothing typed is lost. */
export function NearestColors({ nearest: { dark, light } }: { readonly nearest: SymbolColor }) {
  return (
    <p>
      <button
        type="submit"
        class="secondary outline nearest-colors"
        formaction="/codes/new"
        name="colors"
        value={`${dark} ${light}`}
      >
        <svg viewBox="0 0 2 1" width="40" height="20" aria-hidden="true">
          <path fill={dark} d="M0 0h1v1H0z" />
          <path fill={light} d="M1 0h1v1H1z" />
        </svg>
        Use the nearest colours that work: {dark} on {light}
      </button>
    </p>
  );
}
