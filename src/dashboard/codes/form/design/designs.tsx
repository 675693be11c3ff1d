import { DEFAULT_ERROR_CORRECTION } from '#core/codes/limits.ts';
import { type Design, DESIGNS, isDesignId } from '#core/styles/designs.ts';
import { DESIGN_DEFAULTS, writeDesign } from './read-design.ts';

/** Finished looks to start from: each button fills in the fields below, but for the logo. */
export function DesignButtons({ action }: { readonly action: string }) {
  return (
    <div class="designs" role="group" aria-label="Start from a design">
      {Object.entries<Design>(DESIGNS).map(([id, design]) => (
        <button type="submit" class="secondary outline" formaction={action} name="use_design" value={id}>
          <img src={`/codes/templates/designs/${id}.svg`} width="72" height="96" alt="" loading="lazy" />
          {design.name}
        </button>
      ))}
    </div>
  );
}

/** The fields of a design, without those of its logo; none if there is no such design. */
export function writeFinished(id: string): Record<string, string> {
  if (!isDesignId(id)) return {};
  const { logo: _, logo_size: _size, ...fields } = DESIGN_DEFAULTS;
  return { ...fields, ...writeDesign(DESIGNS[id]), margin: '', error_correction: DEFAULT_ERROR_CORRECTION };
}
