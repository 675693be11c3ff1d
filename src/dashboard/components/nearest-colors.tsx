import type { SymbolColor } from '../../core/contrast.ts';

/** Takes the nearest colours that scanners can tell apart: with the form, so that nothing typed is lost. */
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
        Take the nearest that work: {dark} on {light}
      </button>
    </p>
  );
}
